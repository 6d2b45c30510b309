/** Requests to `/api` from the pages for administrators, with a message for every failure. */
import { bank } from '#web/text/en/admin/bank.ts'

/** `status` and `problem` are missing if the server did not respond; `code` is present if it gave a reason. */
export type ApiRefusal = { ok: false; message: string; code?: string; status?: number; problem?: ApiProblem }
export type ApiResult<Value> = { ok: true; value: Value } | ApiRefusal

/** Sends and reads JSON. A response without a body has the value `undefined`. */
export async function callApi<Value>(path: string, method = 'GET', body?: unknown, signal?: AbortSignal): Promise<ApiResult<Value>> {
  try {
    const response = await fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      ...(signal && { signal }),
    })
    if (!response.ok) return await readRefusal(response, bank.error)
    return { ok: true, value: (response.status === 204 ? undefined : await response.json()) as Value }
  } catch {
    return { ok: false, message: bank.noAnswer }
  }
}

/** Reads a refused response. `otherwise` is the message when the response has none. */
export async function readRefusal(response: Response, otherwise: string): Promise<ApiRefusal> {
  const problem = readProblem(await response.text().catch(() => ''))
  const { code, detail, refusals } = problem
  const reasons = refusals?.map(({ field, reason }) => `${field} ${reason}`).join('; ')
  const message = bank.problems[code ?? ''] ?? (reasons ? `${reasons}.` : detail) ?? otherwise
  return { ok: false, message, status: response.status, problem, ...(code !== undefined && { code }) }
}

/** A problem as defined in RFC 9457. Requests refused before they reach `/api` have a plain sentence instead. */
function readProblem(text: string): ApiProblem {
  try {
    return (JSON.parse(text) ?? {}) as ApiProblem
  } catch {
    return /^[^<{]{1,200}$/.test(text) ? { detail: text.trim() } : {}
  }
}

/** A field and why it is refused or needs attention; the reason fits after the name of the field. */
export type FieldIssue = { field: string; reason: string }

/** Members of a problem as `/api` sends it; see `ProblemMembers` in `web/http/problem.ts`. */
export type ApiProblem = {
  code?: string
  detail?: string
  refusals?: FieldIssue[]
  current?: unknown
  uses?: unknown
  unknown?: string[]
}

/** Asking `/api` from a page of the administration, with a sentence for whatever went wrong. */
import { bank } from '#web/text/en/admin/bank.ts'

/** `code`, `status` and `problem` are there when the server said why. */
export type ApiRefusal = { ok: false; message: string; code?: string; status?: number; problem?: Problem }
export type ApiResult<Value> = { ok: true; value: Value } | ApiRefusal

/** Sends JSON, if there is any, and reads JSON; an answer without a body gives `undefined`. */
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

/** Why the server refused; `otherwise` where it does not say. */
export async function readRefusal(response: Response, otherwise: string): Promise<ApiRefusal> {
  const problem = readProblem(await response.text().catch(() => ''))
  const { code, detail, refusals } = problem
  const reasons = refusals?.map(({ field, reason }) => `${field} ${reason}`).join('; ')
  const message = bank.problems[code ?? ''] ?? (reasons ? `${reasons}.` : detail) ?? otherwise
  return { ok: false, message, status: response.status, problem, ...(code !== undefined && { code }) }
}

/** A problem after RFC 9457; what is refused before it reaches `/api` comes as a plain sentence. */
function readProblem(text: string): Problem {
  try {
    return (JSON.parse(text) ?? {}) as Problem
  } catch {
    return /^[^<{]{1,200}$/.test(text) ? { detail: text.trim() } : {}
  }
}

/** `current` is what somebody else saved meanwhile, `uses` what keeps a thing from being deleted, `unknown` the ids of questions that are gone. */
export type Problem = {
  code?: string
  detail?: string
  refusals?: { field: string; reason: string }[]
  current?: unknown
  uses?: unknown
  unknown?: string[]
}

/** Requests of public pages about the exam dates of a member. */
import type { ExamDateProblems } from '#server/exam-dates/index.ts'
import { fetchJson, ownerHeaders, responseTimeoutMs } from '#web/sync/index.ts'
import type { ExamDatesResponse } from '#web/exam-dates/api/exam-dates.ts'

/** Without `problems` the server could not be reached, or the member is signed out. */
type ExamDatesChange = { ok: true; response: ExamDatesResponse } | { ok: false; problems?: ExamDateProblems }

/** `undefined` when the server cannot be reached or the member is signed out. */
export async function fetchExamDates(memberId: string): Promise<ExamDatesResponse | undefined> {
  if (!navigator.onLine) return undefined
  return fetchJson<ExamDatesResponse>('/api/exam-dates', memberId).catch(() => undefined)
}

/** `fields`: the form of `/api/exam-dates`. */
export async function changeExamDates(memberId: string, fields: Record<string, string>): Promise<ExamDatesChange> {
  try {
    const response = await fetch('/api/exam-dates', {
      method: 'POST',
      headers: ownerHeaders(memberId, undefined),
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    if (response.ok) return { ok: true, response: (await response.json()) as ExamDatesResponse }
    if (response.status !== 422) return { ok: false }
    type Refusals = { refusals: { field: keyof ExamDateProblems; reason: ExamDateProblems[keyof ExamDateProblems] }[] }
    const { refusals } = (await response.json()) as Refusals
    return { ok: false, problems: Object.fromEntries(refusals.map(({ field, reason }) => [field, reason])) }
  } catch {
    return { ok: false }
  }
}

/** Requests from public pages that load or change a member's exam dates. */
import { daysBetween } from '#exam/planning/local-day.ts'
import type { ExamDate, ExamDateProblems } from '#server/exam-dates/index.ts'
import { fetchJson, localToday, ownerHeaders, readKnownExamDates, rememberExamDates, responseTimeoutMs } from '#web/sync/index.ts'
import type { ExamDatesResponse } from '#web/exam-dates/api/exam-dates.ts'

/** If `ok` is `false` without `problems`, the request failed, for example because the server could not be reached or the member is signed out. */
type ExamDatesChange = { ok: true; response: ExamDatesResponse } | { ok: false; problems?: ExamDateProblems }

/** Falls back to the dates saved on this device if the server cannot be reached. `undefined` if none are saved, or for an error response. */
export async function fetchExamDates(memberId: string): Promise<ExamDatesResponse | undefined> {
  if (!navigator.onLine) return readLastDates(memberId)
  try {
    const response = await fetchJson<ExamDatesResponse>('/api/exam-dates', memberId)
    if (response) rememberExamDates(memberId, response.dates)
    return response
  } catch {
    return readLastDates(memberId)
  }
}

function readLastDates(memberId: string): ExamDatesResponse | undefined {
  const dates = readKnownExamDates(memberId) as ExamDate[] | undefined
  const today = localToday()
  return dates && { today, dates: dates.map((date) => ({ ...date, daysLeft: daysBetween(today, date.day) })) }
}

/** `fields`: the form fields of `/api/exam-dates`. */
export async function changeExamDates(memberId: string, fields: Record<string, string>): Promise<ExamDatesChange> {
  try {
    const response = await fetch('/api/exam-dates', {
      method: 'POST',
      headers: ownerHeaders(memberId, undefined),
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    if (response.ok) {
      const saved = (await response.json()) as ExamDatesResponse
      rememberExamDates(memberId, saved.dates)
      return { ok: true, response: saved }
    }
    if (response.status !== 422) return { ok: false }
    type Refusals = { refusals: { field: keyof ExamDateProblems; reason: ExamDateProblems[keyof ExamDateProblems] }[] }
    const { refusals } = (await response.json()) as Refusals
    return { ok: false, problems: Object.fromEntries(refusals.map(({ field, reason }) => [field, reason])) }
  } catch {
    return { ok: false }
  }
}

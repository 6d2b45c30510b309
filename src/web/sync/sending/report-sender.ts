/** Sends reports to the server, from one page of the device at a time. The server stores a report once, however often it arrives. */
import type { ReportRefusal } from '#exam/reports/question-report.ts'
import {
  findReport,
  listReports,
  listUnsentReports,
  markReportRefused,
  markReportSent,
  removeReport,
  type DeviceReport,
} from '#web/sync/device-reports.ts'
import { ownerHeaders, responseTimeoutMs } from '#web/sync/attempt-api.ts'
import { runExclusively } from '#web/sync/run-exclusively.ts'

/** `kept`: the report is stored on the device until the network returns, the server works again, or the member signs in again. */
type ReportOutcome =
  | { kind: 'sent'; isRepeated: boolean }
  | { kind: 'kept'; until: 'online' | 'later' | 'signed-in' }
  | { kind: 'refused'; refusal: ReportRefusal }

const lockName = 'praxam-reports'
const retryDelayMs = 60_000
/** Timer of the next retry. There is only one, no matter how many callers fail. */
let retry: ReturnType<typeof setTimeout> | undefined

/** Sends a report that the candidate has just written. A refused report is removed from the device. */
export function sendReport(report: DeviceReport): Promise<ReportOutcome> {
  return runExclusively(lockName, async () => {
    // Another tab may have sent it while this one waited.
    if (findReport(report.key)?.sentAt !== undefined) return { kind: 'sent', isRepeated: false }
    const outcome = await post(report)
    if (outcome.kind === 'refused') removeReport(report.key)
    return outcome
  })
}

/**
 * Sends the reports that earlier pages and other tabs could not send. After a network failure, server failure, or rate limit, retries in a
 * minute if the browser is online. Other refused reports stay on the device until the candidate has read why.
 */
export async function sendKeptReports(): Promise<void> {
  const isFailing = await runExclusively(lockName, async () => {
    for (const report of listUnsentReports()) {
      const outcome = await post(report)
      // Network or server failure: the remaining reports would fail as well.
      if (outcome.kind === 'kept' && outcome.until !== 'signed-in') return true
      if (outcome.kind !== 'refused') continue
      if (outcome.refusal === 'TOO_MANY') return true
      markReportRefused(report, outcome.refusal)
    }
    return false
  })
  clearTimeout(retry)
  if (isFailing && navigator.onLine) retry = setTimeout(() => void sendKeptReports(), retryDelayMs)
}

async function post(report: DeviceReport): Promise<ReportOutcome> {
  const { key, owner, questionId, version, reason, text, email } = report
  let response: Response
  try {
    response = await fetch('/api/reports', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...ownerHeaders(owner, undefined) },
      body: JSON.stringify({ key, questionId, version, reason, text, email }),
      keepalive: true,
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
  } catch {
    return { kind: 'kept', until: 'online' }
  }
  if (response.ok) {
    const { isRepeated } = (await response.json().catch(() => ({}))) as { isRepeated?: boolean }
    const isKnownHere = listReports().some(
      (other) => other.sentAt !== undefined && other.owner === owner && other.questionId === questionId && other.reason === reason,
    )
    markReportSent(report, Date.now())
    return { kind: 'sent', isRepeated: isRepeated === true || isKnownHere }
  }
  if (response.status === 401) return { kind: 'kept', until: 'signed-in' }
  if (response.status === 413) return { kind: 'refused', refusal: 'TEXT_LONG' }
  if (response.status >= 500) return { kind: 'kept', until: 'later' }
  const problem = (await response.json().catch(() => ({}))) as { code?: string; refusals?: { reason: string }[] }
  return { kind: 'refused', refusal: refusalOf(problem) }
}

function refusalOf({ code, refusals }: { code?: string; refusals?: { reason: string }[] }): ReportRefusal {
  if (code === 'REPORT_QUESTION_REMOVED') return 'QUESTION_REMOVED'
  if (code === 'TOO_MANY_REPORTS') return 'TOO_MANY'
  return textProblems.find((problem) => problem === refusals?.[0]?.reason) ?? 'NOT_ACCEPTED'
}

const textProblems = ['TEXT_NEEDED', 'TEXT_LONG', 'REAL_EXAM'] as const

/** Sends the reports that wait on this device: now, and whenever the network returns. Every page loads this module; the rest loads on demand. */
import { loadReportSender } from '#web/sync/lazy.ts'

/** Prefix of the local storage keys of reports. */
export const reportKeyPrefix = 'praxam-report-'

/** Event on `window`: the server refused a report that had waited on this device. */
export const reportRefusedEvent = 'praxam-report-refused'

export function startSendingReports(): void {
  const send = () => {
    if (!hasWaitingReport()) return
    loadReportSender()
      .then(({ sendKeptReports }) => sendKeptReports())
      .catch(() => undefined)
  }
  window.addEventListener('online', send)
  send()
}

export function hasRefusedReport(): boolean {
  return someReport((report) => report.includes('"refusal"'))
}

function hasWaitingReport(): boolean {
  return someReport((report) => !report.includes('"sentAt"') && !report.includes('"refusal"'))
}

/** `isMatch` gets the report as JSON. In its texts, quotation marks are escaped. */
function someReport(isMatch: (report: string) => boolean): boolean {
  try {
    return Object.entries(localStorage).some(([key, report]) => key.startsWith(reportKeyPrefix) && isMatch(String(report)))
  } catch {
    return false
  }
}

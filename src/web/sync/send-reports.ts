/** Sends the reports that wait on this device: now, and whenever the network returns. Every page has this; the rest loads on demand. */
import { loadReportSender } from '#web/sync/lazy.ts'

/** Prefix of the names of the entries in local storage. */
export const reportKeyPrefix = 'praxam-report-'

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

function hasWaitingReport(): boolean {
  try {
    // In the text of a report, the quotation marks are escaped.
    return Object.entries(localStorage).some(([key, report]) => key.startsWith(reportKeyPrefix) && !String(report).includes('"sentAt"'))
  } catch {
    return false
  }
}

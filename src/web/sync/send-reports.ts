/** Sends the reports that wait on this device: now, and whenever the network returns. The sender loads only if there are any. */
import { hasUnsentReports } from '#web/sync/device-reports.ts'
import { loadReportSender } from '#web/sync/lazy.ts'

export function startSendingReports(): void {
  const send = () => {
    if (!hasUnsentReports()) return
    loadReportSender()
      .then(({ sendKeptReports }) => sendKeptReports())
      .catch(() => undefined)
  }
  window.addEventListener('online', send)
  send()
}

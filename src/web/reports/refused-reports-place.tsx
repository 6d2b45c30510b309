/** Shows a bar if the server refused a report that had waited on this device. The script of the bar is loaded only then. */
import { Suspense, lazy, useSyncExternalStore } from 'react'
import { loadRefusedReports } from '#web/reports/lazy.ts'
import { hasRefusedReport, reportRefusedEvent } from '#web/sync/index.ts'

/** If the script does not load, the report stays on the device, and the next page tries again. */
const RefusedReports = lazy(() => loadRefusedReports().catch(() => ({ default: () => null })))

export function RefusedReportsPlace() {
  const hasRefused = useSyncExternalStore(subscribe, hasRefusedReport, () => false)
  if (!hasRefused) return null
  return (
    <Suspense fallback={null}>
      <RefusedReports />
    </Suspense>
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(reportRefusedEvent, onChange)
  return () => window.removeEventListener(reportRefusedEvent, onChange)
}

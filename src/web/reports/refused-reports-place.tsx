/** Shows, on every page except an attempt, that the server refused a report that had waited on this device. Loads the rest only then. */
import { Suspense, lazy, useSyncExternalStore } from 'react'
import { loadRefusedReports } from '#web/reports/lazy.ts'
import { hasRefusedReport, reportRefusedEvent } from '#web/sync/index.ts'

/** If the script does not load, the report stays on the device until the next page. */
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

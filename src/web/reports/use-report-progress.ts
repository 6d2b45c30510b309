/** The progress of reports that this device sent, as React state. Empty until the server has responded, and without a network. */
import { useEffect, useState } from 'react'
import type { ReportProgress } from '#exam/reports/challenge.ts'
import { responseTimeoutMs, type DeviceReport } from '#web/sync/index.ts'

export function useReportProgress(reports: readonly DeviceReport[]): readonly ReportProgress[] {
  const [progress, setProgress] = useState<readonly ReportProgress[]>([])
  const keys = reports.flatMap(({ key, sentAt }) => (sentAt === undefined ? [] : [key])).join(',')
  useEffect(() => {
    if (keys === '') return undefined
    const leaving = new AbortController()
    fetch(`/api/reports?keys=${keys}`, { signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(responseTimeoutMs)]) })
      .then(async (response) => (response.ok ? ((await response.json()) as { reports: ReportProgress[] }).reports : []))
      .then(setProgress)
      // Without a response, the card shows when the report was sent.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [keys])
  return progress
}

/**
 * Reports of problems with questions on this device: unsent reports, and sent reports without their texts. Each report has its own entry in
 * local storage, so that tabs do not overwrite each other's reports.
 */
import type { ReportReason, ReportRefusal } from '#exam/reports/question-report.ts'
import type { DeviceOwner } from '#exam/sync/device-journal.ts'
import { reportKeyPrefix, reportRefusedEvent } from '#web/sync/send-reports.ts'

/**
 * `owner`: the member, or `null` for a guest. Times are milliseconds since 1970; without `sentAt`, the report was not sent. `refusal`: why
 * the server refused a report that had waited on this device. A refused report is not sent again automatically.
 */
export type DeviceReport = {
  key: string
  owner: DeviceOwner
  questionId: string
  version?: number | undefined
  reason: ReportReason
  text: string
  email: string
  writtenAt: number
  sentAt?: number
  refusal?: ReportRefusal
}

export type RefusedReport = DeviceReport & { refusal: ReportRefusal }

/** Sent reports beyond this number are removed, oldest first. */
const sentReportsMax = 100
const listeners = new Set<() => void>()

/** @returns whether the browser stored the report */
export function storeReport(report: DeviceReport): boolean {
  try {
    localStorage.setItem(reportKeyPrefix + report.key, JSON.stringify(report))
    notify()
    return true
  } catch {
    return false
  }
}

export function findReport(key: string): DeviceReport | undefined {
  return parse(readItem(reportKeyPrefix + key))
}

/** In the order in which they were written. */
export function listReports(): DeviceReport[] {
  return listKeys()
    .flatMap((key) => parse(readItem(key)) ?? [])
    .toSorted((a, b) => a.writtenAt - b.writtenAt)
}

/** In the order in which they were written. Refused reports are left out, because they wait for the candidate, not for the network. */
export function listUnsentReports(): DeviceReport[] {
  return listReports().filter(({ sentAt, refusal }) => sentAt === undefined && refusal === undefined)
}

/** Keeps a refused report, so that its text is not lost. */
export function markReportRefused(report: DeviceReport, refusal: ReportRefusal): void {
  storeReport({ ...report, refusal })
  window.dispatchEvent(new Event(reportRefusedEvent))
}

/** Marks a report as sent, and removes its text and email address from the device. */
export function markReportSent(report: DeviceReport, now: number): void {
  storeReport({ ...report, text: '', email: '', sentAt: now })
  const sent = listReports().filter(({ sentAt }) => sentAt !== undefined)
  for (const { key } of sent.slice(0, Math.max(0, sent.length - sentReportsMax))) removeReport(key)
}

export function removeReport(key: string): void {
  try {
    localStorage.removeItem(reportKeyPrefix + key)
  } catch {
    // Without storage there is nothing to remove.
  }
  notify()
}

/** Removes the reports of a member who signs out. */
export function removeReportsOf(owner: DeviceOwner): void {
  for (const report of listReports()) if (report.owner === owner) removeReport(report.key)
}

/** Calls `onChange` after a change in this tab or another. */
export function subscribeToReports(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === null || key.startsWith(reportKeyPrefix)) && onChange()
  listeners.add(onChange)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onStorage)
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

function listKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(reportKeyPrefix))
  } catch {
    return []
  }
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parse(text: string | null): DeviceReport | undefined {
  try {
    const report = JSON.parse(text ?? 'null') as DeviceReport | null
    return typeof report?.key === 'string' && typeof report.questionId === 'string' ? report : undefined
  } catch {
    return undefined
  }
}

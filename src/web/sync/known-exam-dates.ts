/** The exam dates of the last signed-in member on this device, for offline pages. */
import { examDatesKey } from '#web/sync/known-member.ts'

/** Stores the dates until another user signs in on this device or the member signs out. */
export function rememberExamDates(memberId: string, dates: unknown): void {
  try {
    localStorage.setItem(examDatesKey, JSON.stringify({ memberId, dates }))
  } catch {
    // Without storage, the dates need the network.
  }
}

/** What `rememberExamDates` stored for this member; `undefined` if it stored nothing. */
export function readKnownExamDates(memberId: string): unknown {
  try {
    const known = JSON.parse(localStorage.getItem(examDatesKey) ?? 'null') as { memberId: string; dates: unknown } | null
    return known?.memberId === memberId ? known.dates : undefined
  } catch {
    return undefined
  }
}

/** The member who was signed in at the last check. Pages use it until the server replies, and offline. */
import type { DeviceOwner } from '#exam/sync/device-journal.ts'
import { memberKey } from '#web/layout/known-visitor.ts'

/** Storage key of the member's exam dates. */
export const examDatesKey = 'praxam-exam-dates'

export type Member = { id: string; email: string; isAdministrator: boolean }

/** `null` for a guest, `undefined` when it is not known. */
export function readKnownMember(): Member | null | undefined {
  try {
    return JSON.parse(localStorage.getItem(memberKey) ?? 'undefined') as Member | null
  } catch {
    return undefined
  }
}

export function rememberMember(member: Member | null): void {
  try {
    if (member?.id !== readKnownMember()?.id) localStorage.removeItem(examDatesKey)
    localStorage.setItem(memberKey, JSON.stringify(member))
  } catch {
    // Without storage, every page waits for the server.
  }
}

/** The owner whose attempts a page shows while no attempt is open. */
export function readKnownOwner(): DeviceOwner {
  return readKnownMember()?.id ?? null
}

/** The attempts that are open on this page, by owner. Each attempt registers itself while it is open. */
import type { DeviceOwner } from '#exam/sync/device-journal.ts'

const openAttempts = new Set<{ owner: DeviceOwner }>()

/** @returns a function that ends the registration */
export function registerOpenAttempt(owner: DeviceOwner): () => void {
  const attempt = { owner }
  openAttempts.add(attempt)
  return () => void openAttempts.delete(attempt)
}

/** Whether an attempt of this member is open on this page. It may still be open after the member has signed out in another tab. */
export function isAttemptOpenFor(memberId: string): boolean {
  return [...openAttempts].some(({ owner }) => owner === memberId)
}

/** Sends unsent moves and removes attempts from this device when members sign in or out. */
import type { DeviceOwner } from '#exam/sync/device-journal.ts'
import { postAttemptsGone } from '#web/sync/attempt-channel.ts'
import { removeAttemptsOfOwner, removeSyncedAttemptsOfOthers } from '#web/sync/device-attempts.ts'
import { openPageJournal } from '#web/sync/journal.ts'
import { rememberMember } from '#web/sync/known-member.ts'
import { closeMoveSender, getMoveSender } from '#web/sync/move-sender.ts'

/** Maximum time that sign-out waits for unsent moves. */
const flushTimeoutMs = 8_000
const unresponsiveMessage = 'The storage did not open and may contain attempts'

/** Sends the moves of a member that earlier pages could not send. */
export async function sendLeftovers(memberId: string): Promise<void> {
  const { journal } = await openPageJournal(memberId)
  getMoveSender(memberId).enqueue(journal)
}

/**
 * Removes the attempts of other members from this device, as far as the server has them.
 *
 * @throws when the storage does not respond
 */
export async function tidyAfterOthers(owner: DeviceOwner): Promise<void> {
  const { journal, isUnresponsive } = await openPageJournal(owner)
  await removeSyncedAttemptsOfOthers(journal, Date.now())
  if (isUnresponsive) throw new Error(unresponsiveMessage)
}

/**
 * Sends all unsent moves of a member.
 *
 * @returns how many moves the server still lacks
 * @throws when the storage does not respond, so that the number is not known
 */
export async function flushAttempts(memberId: string): Promise<number> {
  const { journal, isUnresponsive } = await openPageJournal(memberId)
  const unsent = await getMoveSender(memberId).flush(journal, flushTimeoutMs)
  if (isUnresponsive) throw new Error(unresponsiveMessage)
  return unsent
}

/**
 * `unreachable`: the server did not respond, so the member is still signed in and nothing changed. `attemptsStay`: the member is
 * signed out, but the browser's storage did not delete the attempts.
 */
export type SignedOut = 'done' | 'unreachable' | 'attemptsStay'

/** Signs the member out, here or on all devices, and removes the member's attempts from this device. */
export async function clearDeviceOnSignOut(memberId: string, isEverywhere: boolean): Promise<SignedOut> {
  const [path, body] = isEverywhere ? ['/profile', new URLSearchParams({ end: 'all' })] : ['/sign-out', new URLSearchParams()]
  const response = await fetch(path, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
  // The target of the redirect does not matter, and scripts cannot read it.
  if (!response || !(response.ok || response.type === 'opaqueredirect')) return 'unreachable'
  closeMoveSender(memberId)
  postAttemptsGone(memberId)
  try {
    const { journal, isUnresponsive } = await openPageJournal(memberId)
    await removeAttemptsOfOwner(journal, memberId)
    // The next page still knows the member then, and removes the attempts.
    if (isUnresponsive) return 'attemptsStay'
  } catch {
    return 'attemptsStay'
  }
  rememberMember(null)
  return 'done'
}

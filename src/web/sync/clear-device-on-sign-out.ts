/** What happens to the runs on this device when members come and go. */
import { rememberMember, setPageOwner } from '#web/sync/known-member.ts'
import type { DeviceOwner } from '#web/sync/known-member.ts'
import { openPageJournal } from '#web/sync/journal.ts'
import { openAttemptChannel } from '#web/sync/attempt-channel.ts'
import { closeMoveSender, getMoveSender } from '#web/sync/move-sender.ts'
import { removeSyncedAttemptsOfOthers, removeAttemptsOfOwner } from '#web/sync/sync.ts'

/** Longer nobody waits who wants to leave. */
const flushTimeoutMs = 8_000

/** Sends what earlier pages of a member left. */
export async function sendLeftovers(memberId: string): Promise<void> {
  const { journal } = await openPageJournal(memberId)
  getMoveSender(memberId).wake(journal)
}

/**
 * Takes off this device what is kept on the server for members that are gone.
 *
 * @throws when the storage does not answer
 */
export async function tidyAfterOthers(owner: DeviceOwner): Promise<void> {
  const { journal, isUnresponsive } = await openPageJournal(owner)
  await removeSyncedAttemptsOfOthers(journal, Date.now())
  if (isUnresponsive) throw new Error(silence)
}

/**
 * Sends what there is.
 *
 * @returns how many moves of the member are only here
 * @throws when that is not known, since the storage does not answer
 */
export async function flushAttempts(memberId: string): Promise<number> {
  const { journal, isUnresponsive } = await openPageJournal(memberId)
  const unsent = await getMoveSender(memberId).flush(journal, flushTimeoutMs)
  if (isUnresponsive) throw new Error(silence)
  return unsent
}

const silence = 'The storage has not opened, and may hold runs'

/** `unreachable`: the session goes on, and all is as before; `runsStay`: the storage of this browser does not give up the runs. */
export type SignedOut = 'done' | 'unreachable' | 'runsStay'

/** Ends the session, or all sessions of the member, and takes her runs off this device. */
export async function clearDeviceOnSignOut(memberId: string, isEverywhere: boolean): Promise<SignedOut> {
  const [address, body] = isEverywhere ? ['/profile', new URLSearchParams({ end: 'all' })] : ['/sign-out', new URLSearchParams()]
  const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
  // Where it leads does not matter here, and cannot be read.
  if (!answer || !(answer.ok || answer.type === 'opaqueredirect')) return 'unreachable'
  // A run on this page is left by its own hand.
  setPageOwner(undefined)
  closeMoveSender(memberId)
  const channel = openAttemptChannel(() => undefined)
  channel.post({ type: 'gone', owner: memberId })
  channel.close()
  try {
    const { journal, isUnresponsive } = await openPageJournal(memberId)
    await removeAttemptsOfOwner(journal, memberId)
    if (isUnresponsive) return 'runsStay'
  } catch {
    return 'runsStay'
  }
  // While runs stay, later pages know of her, and take them off.
  rememberMember(null)
  return 'done'
}

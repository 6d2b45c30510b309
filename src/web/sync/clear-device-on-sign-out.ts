/** When a member signs in or out: sends unsent moves, notes, and reports, and removes attempts, notes, and reports from this device. */
import { offlineMoveAgeMaxMs } from '#exam/contract.ts'
import type { DeviceOwner } from '#exam/sync/device-journal.ts'
import { postAttemptsGone } from '#web/sync/attempt-channel.ts'
import { removeAttempts, removeSyncedAttemptsOfOthers } from '#web/sync/planning/device-attempts.ts'
import { listUnsentReports, removeReportsOf } from '#web/sync/device-reports.ts'
import { openPageJournal, type Journal } from '#web/sync/journal.ts'
import { rememberMember } from '#web/sync/known-member.ts'
import { closeMoveSender, getMoveSender } from '#web/sync/sending/move-sender.ts'
import { removeNotes, removeNotesOfOthers } from '#web/sync/notes/note-store.ts'
import { countUnsentNotes, syncNotes } from '#web/sync/notes/note-sync.ts'
import { sendKeptReports } from '#web/sync/sending/report-sender.ts'

const flushTimeoutMs = 8_000

/** Sends the moves, reports, and notes of a member that earlier pages could not send, and receives the notes from other devices. */
export async function sendLeftovers(memberId: string): Promise<void> {
  if (listUnsentReports().length > 0) void sendKeptReports()
  const { journal } = await openPageJournal(memberId)
  getMoveSender(memberId).enqueue(journal)
  await syncNotes(memberId)
}

/**
 * Removes the attempts and notes of other members from this device, unless they have changes that can still be sent.
 *
 * @throws when the storage does not respond
 */
export async function tidyAfterOthers(owner: DeviceOwner): Promise<void> {
  const now = Date.now()
  await withResponsiveStorage(owner, (journal) => removeSyncedAttemptsOfOthers(journal, now))
  await removeNotesOfOthers(owner, now - offlineMoveAgeMaxMs)
}

/**
 * Sends all unsent moves, notes, and reports of a member.
 *
 * @returns how many moves and notes the server still lacks
 * @throws when the storage does not respond, because the number is then unknown
 */
export async function flushAttempts(memberId: string): Promise<number> {
  const moves = await withResponsiveStorage(memberId, (journal) => getMoveSender(memberId).flush(journal, flushTimeoutMs))
  await syncNotes(memberId).catch(() => undefined)
  if (listUnsentReports().length > 0) await sendKeptReports()
  return moves + (await countUnsentNotes(memberId))
}

/** Runs `work` with the journal of this page. @throws afterward if the storage does not respond, because it may contain more attempts */
async function withResponsiveStorage<Result>(owner: DeviceOwner, work: (journal: Journal) => Promise<Result>): Promise<Result> {
  const { journal, isUnresponsive } = await openPageJournal(owner)
  const result = await work(journal)
  if (isUnresponsive) throw new Error('The storage did not open and may contain attempts')
  return result
}

/**
 * `unreachable`: the server did not respond or failed, so the member is still signed in and nothing changed. `attemptsStay`: the member is
 * signed out, but the browser's storage did not delete the attempts.
 */
export type SignedOut = 'done' | 'unreachable' | 'attemptsStay'

/** Signs the member out, here or on all devices, and removes the member's attempts, notes, and reports from this device. */
export async function clearDeviceOnSignOut(memberId: string, isEverywhere: boolean): Promise<SignedOut> {
  const [path, body] = isEverywhere ? ['/profile', new URLSearchParams({ end: 'all' })] : ['/sign-out', new URLSearchParams()]
  const response = await fetch(path, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
  // The target of the redirect does not matter, and scripts cannot read it.
  if (!response || !(response.ok || response.type === 'opaqueredirect')) return 'unreachable'
  closeMoveSender(memberId)
  postAttemptsGone(memberId)
  removeReportsOf(memberId)
  try {
    await withResponsiveStorage(memberId, (journal) => removeAttempts(journal, () => true))
    await removeNotes(memberId)
  } catch {
    // The next page still knows the member, and removes the attempts.
    return 'attemptsStay'
  }
  rememberMember(null)
  return 'done'
}

/** The attempts on this device: find, start, import, and remove them. */
import { canResume, type Attempt, type QuestionSet } from '#exam/attempt.ts'
import { foldJournal } from '#exam/moves.ts'
import { offlineMoveAgeMaxMs } from '#exam/contract.ts'
import type { AttemptRow, DeviceOwner } from '#exam/sync/device-journal.ts'
import type { ServerAttempt } from '#web/sync/attempt-api.ts'
import { enqueueMoves } from '#web/sync/enqueue-moves.ts'
import { finishLatest } from '#web/sync/planning/finish-attempt.ts'
import { findLatestIn, openPageJournal, type Journal } from '#web/sync/journal.ts'
import { readKnownOwner } from '#web/sync/known-member.ts'

/**
 * Starts a new attempt with these questions and shuffled choices. The exam page then opens this attempt and can no longer open the previous
 * one. So a previous attempt with answers is finished first: the answers count, and its mistakes can be practiced.
 *
 * @throws the errors of `Journal.start`
 */
export async function startAttempt(
  certificationId: string,
  set: QuestionSet,
  questionIds: readonly string[],
  owner: DeviceOwner = readKnownOwner(),
): Promise<void> {
  const { journal } = await openPageJournal(owner)
  await finishLatest(journal, certificationId, set, canResume)
  const before = await journal.latest(certificationId, set)
  const seed = crypto.randomUUID()
  const { position } = await journal.start({ type: 'start', at: Date.now(), certificationId, set, questionIds, seed }, [], before?.row.id)
  // The exam page sends moves only after it has recorded one, perhaps much later.
  if (owner !== null) enqueueMoves(journal, position.id)
}

/** The latest attempt of a set on this device, if it is in progress and has answers. */
export async function findAttemptToResume(certificationId: string, set: QuestionSet, owner: DeviceOwner): Promise<Attempt | undefined> {
  const { journal } = await openPageJournal(owner)
  const latest = await journal.latest(certificationId, set)
  const attempt = latest && foldJournal(latest.moves)
  return attempt && canResume(attempt) ? attempt : undefined
}

export function findAttemptRow({ transact }: Journal, id: string): Promise<AttemptRow | undefined> {
  return transact('readonly', (stores) => stores.getRow(id))
}

/**
 * Makes an attempt from the server the latest attempt of its set on this device.
 *
 * @returns whether it is now the latest; `false` if `onlyIfNone` is set and the device has an attempt of the set, or if the attempt has
 * another owner on this device
 */
export function importAttempt({ owner, transact }: Journal, attempt: ServerAttempt, onlyIfNone: boolean): Promise<boolean> {
  return transact('readwrite', async (stores) => {
    const { id, entries, secret } = attempt
    const start = entries[0]?.move
    if (start?.type !== 'start') return false
    const { certificationId, set } = start
    const latest = await findLatestIn(stores, owner, certificationId, set)
    if (latest && onlyIfNone) return false
    const startedAt = Math.max(attempt.startedAt, (latest?.startedAt ?? 0) + 1)
    const row = await stores.getRow(id)
    if (row) {
      // A guest's attempt without a secret has become the member's on the server.
      if (row.owner !== owner && (row.owner !== null || row.secret)) return false
      stores.putRow({ ...row, startedAt, owner })
      return true
    }
    stores.putRow({
      id,
      certificationId,
      set,
      startedAt,
      owner,
      sent: entries.length,
      generation: 0,
      conflicts: [],
      ...(secret && { secret }),
    })
    stores.putEntries(id, 0, entries)
    return true
  })
}

/** Removes attempts of the journal's owner from this device. */
export function removeAttempts(journal: Journal, isRemoved: (row: Pick<AttemptRow, 'id' | 'certificationId'>) => boolean): Promise<void> {
  return removeRows(journal, (row) => row.owner === journal.owner && isRemoved(row))
}

/** Removes the attempts of other members from this device, unless they have moves that can still be sent. */
export function removeSyncedAttemptsOfOthers(journal: Journal, now: number): Promise<void> {
  return removeRows(journal, (row, next) => {
    const isUnsent = next > row.sent && row.startedAt > now - offlineMoveAgeMaxMs
    return row.owner !== null && row.owner !== journal.owner && !isUnsent
  })
}

/** @param isRemoved gets a row and the number that its next entry would have */
function removeRows({ transact }: Journal, isRemoved: (row: AttemptRow, next: number) => boolean): Promise<void> {
  return transact('readwrite', async (stores) => {
    for (const row of await stores.listRows()) if (isRemoved(row, await stores.nextNumber(row.id))) stores.deleteAttempt(row.id)
  })
}

/**
 * Journals of the attempts on this device: every move of every attempt, in IndexedDB. `exam/sync/device-journal.ts` has the rules.
 *
 * An attempt belongs to the member who was signed in when it started, or to a guest. A journal is opened for one owner and only
 * shows the attempts of that owner.
 */
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import { movesOf, type JournalEntry, type Move } from '#exam/moves.ts'
import type { StartMove, StorageProblem } from '#exam/sync/attempt-sync.ts'
import {
  firstUnread,
  recordMoves,
  type AttemptRow,
  type DeviceOwner,
  type JournalPosition,
  type RecordResult,
} from '#exam/sync/device-journal.ts'
import { connectDatabase, type JournalStores, type Transact } from '#web/sync/database.ts'
import { readKnownOwner } from '#web/sync/known-member.ts'
import { createMemoryTransact, type MemoryAttempt } from '#web/sync/memory-stores.ts'

/** The latest attempt of a set: its row, how far the journal goes, and its moves. */
export type JournalAttempt = { row: AttemptRow; position: JournalPosition; moves: readonly Move[] }

export type Journal = {
  owner: DeviceOwner
  /** The latest attempt of a set, or `undefined` when there is none. */
  latest: (certificationId: string, set: QuestionSet) => Promise<JournalAttempt | undefined>
  /**
   * Records moves of an attempt that the caller has read up to `known`. `base`: the attempt at that position. Resolves when the
   * moves are on disk.
   *
   * @throws {DOMException} `QuotaExceededError` when the storage is full; nothing is recorded then
   * @throws {AttemptRemovedError} when the attempt is no longer on this device
   */
  record: (known: JournalPosition, base: Attempt, moves: readonly Move[]) => Promise<RecordResult>
  /**
   * Starts an attempt, unless another tab has already started one at the same set. In that case, the moves are added to that
   * attempt. `replacedId`: the attempt that this one follows, if any. Throws like `record`.
   */
  start: (start: StartMove, moves: readonly Move[], replacedId: string | undefined) => Promise<RecordResult>
  /** Runs other work on the stores, in one transaction. */
  transact: Transact
}

export class AttemptRemovedError extends Error {}

/** A journal in memory, which is kept until the page is closed. */
export function createMemoryJournal(owner: DeviceOwner, attempts: readonly MemoryAttempt[] = []): Journal {
  return createJournal(owner, createMemoryTransact(attempts))
}

/**
 * `isPersistent`: the journal is on disk. `isUnresponsive`: the storage did not open this time, but may contain attempts;
 * a storage that the browser blocks contains none.
 */
export type PageJournal = { journal: Journal; isPersistent: boolean; isUnresponsive: boolean }

const disk = connectDatabase()
const memory = createMemoryTransact()
const diskJournals = new Map<DeviceOwner, Journal>()

/** The journal of this page: on disk or, if the browser does not open its storage, one in memory that the whole page shares. */
export async function openPageJournal(owner: DeviceOwner = readKnownOwner()): Promise<PageJournal> {
  try {
    await disk.open()
    const journal = diskJournals.get(owner) ?? createJournal(owner, disk.transact)
    diskJournals.set(owner, journal)
    return { journal, isPersistent: true, isUnresponsive: false }
  } catch (error) {
    return { journal: createJournal(owner, memory), isPersistent: false, isUnresponsive: !isBlocked(error) }
  }
}

function isBlocked(error: unknown): boolean {
  return !('indexedDB' in globalThis) || (error instanceof DOMException && error.name === 'SecurityError')
}

/** Runs `work` with the journal of this page. If it fails, runs `work` again with a new journal in memory. */
export async function withPageJournal<Result>(
  owner: DeviceOwner,
  work: (journal: Journal, problem: StorageProblem | null) => Promise<Result>,
): Promise<Result> {
  try {
    const { journal, isPersistent } = await openPageJournal(owner)
    return await work(journal, isPersistent ? null : 'unavailable')
  } catch (error) {
    return work(createMemoryJournal(owner), storageProblemOf(error))
  }
}

export function storageProblemOf(error: unknown): StorageProblem {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
}

/**
 * The moves of every attempt of the last signed-in member, or of guests: one list per attempt, finished or not. Read-only.
 *
 * @throws when the storage cannot be opened or read
 */
export async function readAllAttempts(): Promise<Move[][]> {
  const { journal, isPersistent } = await openPageJournal()
  if (!isPersistent) throw new Error('The storage of this browser is blocked')
  return journal.transact('readonly', async (stores) => {
    const rows = (await stores.listRows()).filter(({ owner }) => owner === journal.owner)
    return Promise.all(rows.map(async ({ id }) => movesOf(await stores.listEntries(id, 0))))
  })
}

export function createJournal(owner: DeviceOwner, transact: Transact): Journal {
  return {
    owner,
    transact,
    latest: (certificationId, set) =>
      transact('readonly', async (stores) => {
        const row = await findLatestIn(stores, owner, certificationId, set)
        if (!row) return undefined
        const { id, generation, sent, conflicts } = row
        const moves = movesOf(await stores.listEntries(id, 0))
        return { row, position: { id, next: moves.length, generation, sent, conflicts }, moves }
      }),
    record: (known, base, moves) =>
      transact('readwrite', async (stores) => {
        const row = await stores.getRow(known.id)
        if (!row) throw new AttemptRemovedError(`Attempt ${known.id} is no longer on this device`)
        return recordIn(stores, row, known, base, moves)
      }),
    start: (start, moves, replacedId) =>
      transact('readwrite', async (stores) => {
        const { certificationId, set } = start
        const latest = await findLatestIn(stores, owner, certificationId, set)
        if (latest && latest.id !== replacedId) return recordIn(stores, latest, undefined, undefined, moves)
        // If the clock was set back, the new attempt must still be later than the old one.
        const startedAt = Math.max(start.at, (latest?.startedAt ?? 0) + 1)
        const id = crypto.randomUUID()
        const row: AttemptRow = { id, certificationId, set, startedAt, owner, sent: 0, generation: 0, conflicts: [] }
        stores.putRow(row)
        return recordIn(stores, row, undefined, undefined, [start, ...moves])
      }),
  }
}

export async function findLatestIn(
  stores: JournalStores,
  owner: DeviceOwner,
  certificationId: string,
  set: QuestionSet,
): Promise<AttemptRow | undefined> {
  return (await stores.listRows())
    .filter((row) => row.owner === owner && row.certificationId === certificationId && row.set === set)
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .at(-1)
}

async function recordIn(
  stores: JournalStores,
  row: AttemptRow,
  known: JournalPosition | undefined,
  base: Attempt | undefined,
  moves: readonly Move[],
): Promise<RecordResult> {
  const unread = await stores.listEntries(row.id, firstUnread(row, known))
  const next = await stores.nextNumber(row.id)
  const local = moves.map((move): JournalEntry => ({ key: crypto.randomUUID(), move }))
  const { row: changed, appended, result } = recordMoves(row, known, base, unread, next, local)
  if (changed) stores.putRow(changed)
  if (appended.length > 0) stores.putEntries(row.id, next, appended)
  return result
}

/**
 * The IndexedDB database of the journal: its layout, its migration, and a connection that reopens when the browser has closed it.
 *
 * The names `praxam`, `runs`, and `entries` come from earlier releases, whose open tabs still write to the same stores.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb'
import type { JournalEntry, Move } from '#exam/moves.ts'
import type { AttemptRow } from '#exam/sync/device-journal.ts'

/** The stores inside one transaction. Writes need no await: a failed write aborts the transaction. */
export type JournalStores = {
  listRows: () => Promise<AttemptRow[]>
  getRow: (id: string) => Promise<AttemptRow | undefined>
  putRow: (row: AttemptRow) => void
  /** Deletes an attempt with its entries. */
  deleteAttempt: (id: string) => void
  /** The entries of an attempt, starting at a number. */
  listEntries: (id: string, from: number) => Promise<JournalEntry[]>
  /** The number that the next entry of an attempt gets. */
  nextNumber: (id: string) => Promise<number>
  /** Stores entries, numbered from `from`. Replaces all existing entries with that number or a higher one. */
  putEntries: (id: string, from: number, entries: readonly JournalEntry[]) => void
}

/** Runs `work` in one transaction and resolves when it is on disk. If `work` throws, nothing is stored. */
export type Transact = <Result>(mode: 'readonly' | 'readwrite', work: (stores: JournalStores) => Promise<Result>) => Promise<Result>

interface JournalSchema extends DBSchema {
  runs: { key: string; value: AttemptRow; indexes: { bySet: [string, string, number] } }
  /** The key is the id of the attempt and the number of the entry. */
  entries: { key: [id: string, number: number]; value: JournalEntry }
  /** Version 1 only. */
  moves: { key: [id: string, number: number]; value: Move }
}

type JournalDatabase = IDBPDatabase<JournalSchema>
type JournalTransaction = IDBPTransaction<JournalSchema, ('runs' | 'entries')[], 'readwrite'>

const databaseName = 'praxam'
/** A later version may only add stores, because open pages from earlier releases continue to use the existing ones. */
const databaseVersion = 2
/** Maximum wait for the database to open, so that a stuck browser does not delay the first question. */
const openTimeoutMs = 4_000

/** A connection that opens on first use. It opens again after the browser has closed it. */
export function connectDatabase(): { open: () => Promise<JournalDatabase>; transact: Transact } {
  let current: Promise<JournalDatabase> | undefined
  const drop = (dropped: Promise<JournalDatabase>) => {
    if (current === dropped) current = undefined
  }
  const open = () => {
    if (current) return current
    const database = openDatabase(() => drop(opening))
    const opening = Promise.race([database, rejectAfter(openTimeoutMs)])
    opening.catch(() => {
      drop(opening)
      // The database may still open after the timeout, but then nothing uses it.
      closeWhenOpen(database)
    })
    current = opening
    return opening
  }
  return {
    open,
    transact: async (mode, work) => {
      const used = open()
      try {
        return await runTransaction(await used, mode, work)
      } catch (error) {
        if (!isConnectionLost(error)) throw error
        // Nothing was stored, so the work can run again on a new connection.
        drop(used)
        closeWhenOpen(used)
        return runTransaction(await open(), mode, work)
      }
    },
  }
}

/** Whether the browser closed the connection before or during the work. In Safari, the storage process may also have ended. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'AbortError', 'UnknownError'].includes(error.name)
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('The storage did not open in time')), ms))
}

function closeWhenOpen(opening: Promise<JournalDatabase>): void {
  opening.then(
    (database) => database.close(),
    () => undefined,
  )
}

/** @param onClosed called when the database must be opened again */
async function openDatabase(onClosed: () => void): Promise<JournalDatabase> {
  const database = await openVersion(databaseVersion, onClosed).catch((error: unknown) => {
    // A page of a later release has upgraded the database.
    if (error instanceof DOMException && error.name === 'VersionError') return openVersion(undefined, onClosed)
    throw error
  })
  const { objectStoreNames: names } = database
  if (names.contains('runs') && names.contains('entries')) return database
  database.close()
  throw new DOMException(`Version ${database.version} of the journal is unknown`, 'NotFoundError')
}

/** @param version `undefined`: the existing version */
function openVersion(version: number | undefined, onClosed: () => void): Promise<JournalDatabase> {
  const opening: Promise<JournalDatabase> = openDB<JournalSchema>(databaseName, version, {
    upgrade: (database, oldVersion, _newVersion, transaction) => {
      // The open request reports why the upgrade failed.
      ignoreResult(transaction.done)
      // The database was deleted since the first try; a later call creates it.
      if (version === undefined) return transaction.abort()
      database.createObjectStore('entries')
      if (oldVersion === 0) database.createObjectStore('runs', { keyPath: 'id' })
      // The data stays at version 1 unless all of it is migrated.
      else migrateVersion1(database, transaction).catch(() => abortTransaction(transaction))
    },
    // A later release waits for this page to release the database; the next transaction opens the new version.
    blocking: () => {
      onClosed()
      closeWhenOpen(opening)
    },
    // Some browsers close the connection of a page that was in the background for a long time.
    terminated: onClosed,
  })
  return opening
}

/** Version 1 had no accounts: its attempts are a guest's, their answers were already counted, and their moves had no keys. */
async function migrateVersion1(
  database: JournalDatabase,
  transaction: IDBPTransaction<JournalSchema, ('runs' | 'entries' | 'moves')[], 'versionchange'>,
): Promise<void> {
  const [rows, moves, entries] = [transaction.objectStore('runs'), transaction.objectStore('moves'), transaction.objectStore('entries')]
  rows.deleteIndex('bySet')
  for (const row of await rows.getAll()) ignoreResult(rows.put({ ...row, owner: null, sent: 0, generation: 0, conflicts: [] }))
  for (let cursor = await moves.openCursor(); cursor; cursor = await cursor.continue()) {
    const move: Move = cursor.value.type === 'finish' ? { ...cursor.value, isCounted: true } : cursor.value
    ignoreResult(entries.add({ key: crypto.randomUUID(), move }, cursor.key))
  }
  database.deleteObjectStore('moves')
}

async function runTransaction<Result>(
  database: JournalDatabase,
  mode: 'readonly' | 'readwrite',
  work: (stores: JournalStores) => Promise<Result>,
): Promise<Result> {
  // "Saved" must survive a power failure, so a write waits for the disk. No test covers it: a fake database has no disk.
  const transaction = database.transaction(['runs', 'entries'], mode, { durability: 'strict' })
  // `done` can reject too early. By the time of the `abort` event, `transaction.error` is set and says whether the storage is full.
  ignoreResult(transaction.done)
  const ended = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new DOMException('The transaction was aborted', 'AbortError')))
  })
  ignoreResult(ended)
  try {
    const result = await work(diskStores(transaction as JournalTransaction))
    await ended
    return result
  } catch (error) {
    abortTransaction(transaction)
    // After a failed write, the next read fails too, but only with an `AbortError`.
    throw transaction.error ?? error
  }
}

function abortTransaction(transaction: { abort: () => void }): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has already ended.
  }
}

function diskStores(transaction: JournalTransaction): JournalStores {
  const [rows, entries] = [transaction.objectStore('runs'), transaction.objectStore('entries')]
  const rangeFrom = (id: string, from: number) => IDBKeyRange.bound([id, from], [id, Infinity])
  return {
    listRows: () => rows.getAll(),
    getRow: (id) => rows.get(id),
    putRow: (row) => ignoreResult(rows.put(row)),
    deleteAttempt: (id) => {
      ignoreResult(rows.delete(id))
      ignoreResult(entries.delete(rangeFrom(id, 0)))
    },
    listEntries: (id, from) => entries.getAll(rangeFrom(id, from)),
    // The last key, not a count: an entry can never get a number that is already used.
    nextNumber: async (id) => {
      const last = await entries.openKeyCursor(rangeFrom(id, 0), 'prev')
      return last ? last.key[1] + 1 : 0
    },
    putEntries: (id, from, added) => {
      ignoreResult(entries.delete(rangeFrom(id, from)))
      for (const [index, entry] of added.entries()) ignoreResult(entries.add(entry, [id, from + index]))
    },
  }
}

/** The transaction reports the failure of a request, so its own rejection is ignored. */
function ignoreResult(request: Promise<unknown>): void {
  request.catch(() => undefined)
}

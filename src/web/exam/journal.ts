/**
 * Journals of runs on this device: every move of every run, in the order made, in IndexedDB. Moves are only ever added,
 * each under the next number of its run, so two tabs cannot overwrite each other: whoever comes second reads first
 * what the other wrote.
 */
import { makeMove } from '#exam/run.ts'
import type { ExamRun, Move, RunSet } from '#exam/run.ts'

/** A run as the journal has it. `next` is the number that the next move of the run will get. */
export type RecordedRun = { id: string; moves: readonly Move[]; next: number }

/** `missed`: moves that others had added; `recorded`: those of ours that were still allowed, on disk now, after `missed`. */
export type Recording = { id: string; missed: readonly Move[]; recorded: readonly Move[]; next: number }

export type StartMove = Extract<Move, { type: 'start' }>

export type Journal = {
  /** The latest run of a set, or `undefined` when there is none. */
  latest: (certificationId: string, set: RunSet) => Promise<RecordedRun | undefined>
  /**
   * Adds moves to a run that has been read up to `next` and folded to `base`. Resolves when they are on disk.
   *
   * @throws {DOMException} `QuotaExceededError` when the storage is full; nothing is added then
   */
  record: (id: string, next: number, base: ExamRun, moves: readonly Move[]) => Promise<Recording>
  /**
   * Begins a run, or goes on with one that another tab has begun in the same set meanwhile; then `missed` is all of it.
   * `replaces`: the run that this one follows, if any. Errors as with `record`.
   */
  begin: (start: StartMove, moves: readonly Move[], replaces: string | undefined) => Promise<Recording>
}

type RunRow = { id: string; certificationId: string; set: RunSet; startedAt: number }
type Stores = { runs: IDBObjectStore; moves: IDBObjectStore }

const databaseName = 'praxam'
const databaseVersion = 1

/** @throws when the browser refuses to keep anything, as in some private windows */
export async function openJournal(): Promise<Journal> {
  const database = await openDatabase()
  return {
    latest: (certificationId, set) =>
      inTransaction(database, 'readonly', async (stores) => {
        const row = await readLatestRow(stores, certificationId, set)
        return row && { id: row.id, moves: await readMoves(stores, row.id, 0), next: await readNext(stores, row.id) }
      }),
    record: (id, next, base, moves) => inTransaction(database, 'readwrite', (stores) => addMoves(stores, id, next, base, moves)),
    begin: (start, moves, replaces) =>
      inTransaction(database, 'readwrite', async (stores) => {
        const other = await readLatestRow(stores, start.certificationId, start.set)
        if (other && other.id !== replaces) return addMoves(stores, other.id, 0, undefined, moves)
        // A clock that was set back must not hide the new run behind the old one.
        const startedAt = Math.max(start.at, (other?.startedAt ?? 0) + 1)
        const row: RunRow = { id: crypto.randomUUID(), certificationId: start.certificationId, set: start.set, startedAt }
        await settled(stores.runs.add(row))
        return addMoves(stores, row.id, 0, undefined, [start, ...moves])
      }),
  }
}

/**
 * The journal of this page: the one on disk or, where the browser refuses, one in memory that all of the page shares.
 * `isKept` says which.
 */
export async function journalOfPage(): Promise<{ journal: Journal; isKept: boolean }> {
  try {
    onDisk ??= Promise.race([openJournal(), refuseAfter(openTimeoutMs)])
    return { journal: await onDisk, isKept: true }
  } catch {
    onDisk = undefined
    inMemory ??= journalInMemory()
    return { journal: inMemory, isKept: false }
  }
}

/** A browser that has not opened its storage by then will not; nobody should wait longer for a question. */
const openTimeoutMs = 4_000

function refuseAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('The storage did not open in time')), ms))
}

let onDisk: Promise<Journal> | undefined
let inMemory: Journal | undefined

/** The same for a browser that keeps nothing: it lasts as long as the page. */
export function journalInMemory(): Journal {
  const runs = new Map<string, RecordedRun & { key: string }>()
  const keyOf = (certificationId: string, set: RunSet) => `${certificationId} ${set}`
  const add = (id: string, key: string, moves: readonly Move[]): Recording => {
    const all = [...(runs.get(id)?.moves ?? []), ...moves]
    runs.set(id, { id, key, moves: all, next: all.length })
    return { id, missed: [], recorded: moves, next: all.length }
  }
  return {
    latest: async (certificationId, set) => [...runs.values()].findLast(({ key }) => key === keyOf(certificationId, set)),
    record: async (id, _next, _base, moves) => add(id, runs.get(id)?.key ?? '', moves),
    begin: async (start, moves) => add(crypto.randomUUID(), keyOf(start.certificationId, start.set), [start, ...moves]),
  }
}

async function readLatestRow({ runs }: Stores, certificationId: string, set: RunSet): Promise<RunRow | undefined> {
  const range = IDBKeyRange.bound([certificationId, set, 0], [certificationId, set, Infinity])
  const cursor = await settled(runs.index('bySet').openCursor(range, 'prev'))
  return cursor?.value as RunRow | undefined
}

function readMoves({ moves }: Stores, id: string, from: number): Promise<Move[]> {
  return settled(moves.getAll(IDBKeyRange.bound([id, from], [id, Infinity])))
}

/** From the last key itself and not from a count, so that nothing can ever be written under a number in use. */
async function readNext({ moves }: Stores, id: string): Promise<number> {
  const last = await settled(moves.openKeyCursor(IDBKeyRange.bound([id, 0], [id, Infinity]), 'prev'))
  return last ? (last.key as [string, number])[1] + 1 : 0
}

async function addMoves(stores: Stores, id: string, from: number, base: ExamRun | undefined, moves: readonly Move[]): Promise<Recording> {
  const missed = await readMoves(stores, id, from)
  let next = await readNext(stores, id)
  let run = missed.reduce(makeMove, base)
  const recorded: Move[] = []
  for (const move of moves) {
    const moved = makeMove(run, move)
    if (moved === run) continue
    stores.moves.add(move, [id, next])
    recorded.push(move)
    run = moved
    next += 1
  }
  return { id, missed, recorded, next }
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, databaseVersion)
  request.addEventListener('upgradeneeded', () => {
    const runs = request.result.createObjectStore('runs', { keyPath: 'id' })
    runs.createIndex('bySet', ['certificationId', 'set', 'startedAt'])
    // The key is the run's id and the number of the move in it.
    request.result.createObjectStore('moves')
  })
  const database = await settled(request)
  // A later version of the site waits for this page to let go; what is open then is opened anew.
  database.addEventListener('versionchange', () => {
    onDisk = undefined
    database.close()
  })
  return database
}

/** Runs `work` in one transaction and waits until it is on disk. */
async function inTransaction<Result>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const transaction = database.transaction(['runs', 'moves'], mode, { durability: 'strict' })
  const finished = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The transaction was given up')))
  })
  // Whichever fails first is the reason; the other rejection is the same failure again.
  finished.catch(() => undefined)
  const result = await work({ runs: transaction.objectStore('runs'), moves: transaction.objectStore('moves') })
  await finished
  return result
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed')))
  })
}

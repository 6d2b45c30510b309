/**
 * Journals of runs on this device: every move of every run, in the order made, in IndexedDB. Moves are only ever added,
 * each under the next number of its run, so two tabs cannot overwrite each other: whoever comes second reads first
 * what the other wrote.
 */
import { makeMove } from '#exam/run.ts'
import type { ExamRun, Move, RunSet } from '#exam/run.ts'

/** A run as the journal knows it: its id and the moves so far. */
export type RecordedRun = { id: string; moves: readonly Move[] }

/** `missed`: moves that others had added; `recorded`: how many of ours were still allowed and are on disk now. */
export type Recording = { id: string; missed: readonly Move[]; recorded: readonly Move[] }

export type Journal = {
  /** The latest run of a set, or `undefined` when there is none. */
  latest: (certificationId: string, set: RunSet) => Promise<RecordedRun | undefined>
  /** Moves of a run beyond the first `known`. */
  since: (id: string, known: number) => Promise<Move[]>
  /**
   * Adds moves to a run of which `known` moves have been read and folded to `base`. Resolves when they are on disk.
   *
   * @throws {DOMException} `QuotaExceededError` when the storage is full; nothing is added then
   */
  record: (id: string, known: number, base: ExamRun | undefined, moves: readonly Move[]) => Promise<Recording>
  /** Begins a run, or goes on with one that another tab has begun in the same set meanwhile. `replaces`: the run this one follows. */
  begin: (start: StartMove, moves: readonly Move[], replaces: string | undefined) => Promise<Recording>
}

export type StartMove = Extract<Move, { type: 'start' }>

type RunRow = { id: string; certificationId: string; set: RunSet; startedAt: number }

const databaseName = 'praxam'
const databaseVersion = 1

/** @throws when the browser refuses to keep anything, as in some private windows */
export async function openJournal(): Promise<Journal> {
  const database = await openDatabase()
  return {
    latest: (certificationId, set) => inTransaction(database, 'readonly', (stores) => readLatest(stores, certificationId, set)),
    since: (id, known) => inTransaction(database, 'readonly', (stores) => readMoves(stores, id, known)),
    record: (id, known, base, moves) => inTransaction(database, 'readwrite', (stores) => addMoves(stores, id, known, base, moves)),
    begin: (start, moves, replaces) =>
      inTransaction(database, 'readwrite', async (stores) => {
        const other = await readLatest(stores, start.certificationId, start.set)
        if (other && other.id !== replaces) return addMoves(stores, other.id, 0, undefined, moves)
        const row: RunRow = { id: crypto.randomUUID(), certificationId: start.certificationId, set: start.set, startedAt: start.at }
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
    return { journal: await openJournal(), isKept: true }
  } catch {
    inMemory ??= journalInMemory()
    return { journal: inMemory, isKept: false }
  }
}

let inMemory: Journal | undefined

/** The same for a browser that keeps nothing: it lasts as long as the page. */
export function journalInMemory(): Journal {
  const runs = new Map<string, RecordedRun & { key: string }>()
  const keyOf = (certificationId: string, set: RunSet) => `${certificationId} ${set}`
  const add = (id: string, key: string, moves: readonly Move[]): Recording => {
    runs.set(id, { id, key, moves: [...(runs.get(id)?.moves ?? []), ...moves] })
    return { id, missed: [], recorded: moves }
  }
  return {
    latest: async (certificationId, set) => [...runs.values()].findLast(({ key }) => key === keyOf(certificationId, set)),
    since: async (id, known) => runs.get(id)?.moves.slice(known) ?? [],
    record: async (id, _known, _base, moves) => add(id, runs.get(id)?.key ?? '', moves),
    begin: async (start, moves) => add(crypto.randomUUID(), keyOf(start.certificationId, start.set), [start, ...moves]),
  }
}

type Stores = { runs: IDBObjectStore; moves: IDBObjectStore }

async function readLatest({ runs, moves }: Stores, certificationId: string, set: RunSet): Promise<RecordedRun | undefined> {
  const range = IDBKeyRange.bound([certificationId, set, 0], [certificationId, set, Infinity])
  const cursor = await settled(runs.index('bySet').openCursor(range, 'prev'))
  if (!cursor) return undefined
  const { id } = cursor.value as RunRow
  return { id, moves: await readMoves({ runs, moves }, id, 0) }
}

function readMoves({ moves }: Stores, id: string, known: number): Promise<Move[]> {
  return settled(moves.getAll(IDBKeyRange.bound([id, known], [id, Infinity])))
}

async function addMoves(stores: Stores, id: string, known: number, base: ExamRun | undefined, moves: readonly Move[]): Promise<Recording> {
  const missed = await readMoves(stores, id, known)
  let run = missed.reduce(makeMove, base)
  let number = known + missed.length
  const recorded: Move[] = []
  for (const move of moves) {
    const next = makeMove(run, move)
    if (next === run) continue
    stores.moves.add(move, [id, number])
    recorded.push(move)
    run = next
    number += 1
  }
  return { id, missed, recorded }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, databaseVersion)
  request.addEventListener('upgradeneeded', () => {
    const runs = request.result.createObjectStore('runs', { keyPath: 'id' })
    runs.createIndex('bySet', ['certificationId', 'set', 'startedAt'])
    // The key is the run's id and the number of the move in it.
    request.result.createObjectStore('moves')
  })
  return settled(request)
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

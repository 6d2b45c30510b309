/**
 * Journals of runs on this device: every move of every run, in the order made, in IndexedDB. Moves are only ever added,
 * each under the next number of its run, so two tabs cannot overwrite each other: whoever comes second reads first
 * what the other wrote. Only the word of the server puts moves of another device between them (`sent-moves.ts`); the run
 * is then of another generation, and whoever had read it reads it anew.
 *
 * A run belongs to the member who was signed in when it began, or to nobody. A journal is opened for one of them and
 * shows no runs of others.
 */
import { dropResolvedConflicts, listAnswersSince, mergeMoves } from '#exam/merge.ts'
import { applyMove } from '#exam/attempt.ts'
import type { JournalEntry, Attempt, Move, QuestionSet } from '#exam/attempt.ts'
import { getPageOwner } from '#web/sync/known-member.ts'
import type { DeviceOwner } from '#web/sync/known-member.ts'

/** What a reader knows of a run. `next` is the number that the next move of the run will get. */
export type Known = { id: string; next: number; generation: number }

/** `sent`: how many of its moves, from the first, the server has; `conflicts`: questions whose answer could not be kept. */
type State = { sent: number; conflicts: readonly string[] }

/** A run as the journal has it. */
export type RecordedRun = Known & State & { moves: readonly Move[] }

/**
 * `missed`: moves that others had added, or all of the run if `isAnew`; `recorded`: those of ours that were still
 * allowed, on disk now, after `missed`; `lost`: questions whose answer of ours was not.
 */
export type Recording = Known & State & { missed: readonly Move[]; recorded: readonly Move[]; lost: readonly string[]; isAnew: boolean }

export type StartMove = Extract<Move, { type: 'start' }>

export type Journal = {
  owner: DeviceOwner
  /** The latest run of a set, or `undefined` when there is none. */
  latest: (certificationId: string, set: QuestionSet) => Promise<RecordedRun | undefined>
  /**
   * Adds moves to a run that has been read as far as `known` says and folded to `base`. Resolves when they are on disk.
   *
   * @throws {DOMException} `QuotaExceededError` when the storage is full; nothing is added then
   * @throws {RunIsGone} when the run is no longer kept on this device
   */
  record: (known: Known, base: Attempt, moves: readonly Move[]) => Promise<Recording>
  /**
   * Begins a run, or goes on with one that another tab has begun in the same set meanwhile; then `missed` is all of it.
   * `replaces`: the run that this one follows, if any. Errors as with `record`.
   */
  begin: (start: StartMove, moves: readonly Move[], replaces: string | undefined) => Promise<Recording>
  /** For what is done less often: runs `work` in one transaction and waits until it is on disk. */
  within: Within
}

type Within = <Result>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<Result>) => Promise<Result>

export type RunRow = {
  id: string
  certificationId: string
  set: QuestionSet
  startedAt: number
  owner: DeviceOwner
  sent: number
  /** Counts how often moves were put between others. */
  generation: number
  conflicts: readonly string[]
  /** Opens the attempt on the server when it belongs to nobody's account. */
  secret?: string
}

/** Entries have numbers from 0, without gaps. */
export type Stores = {
  rows: () => Promise<RunRow[]>
  row: (id: string) => Promise<RunRow | undefined>
  keepRow: (row: RunRow) => void
  dropRow: (id: string) => void
  entries: (id: string, from: number) => Promise<JournalEntry[]>
  next: (id: string) => Promise<number>
  add: (id: string, number: number, entry: JournalEntry) => void
  /** Takes the entries from a number on away. */
  cut: (id: string, from: number) => void
}

export class RunIsGone extends Error {}

const databaseName = 'praxam'
/** A later version only adds to what is there, since pages of earlier releases go on with it; otherwise its stores have other names. */
const databaseVersion = 2

/**
 * The journal of one member, or of nobody.
 *
 * @throws when the browser refuses to keep anything, as in some private windows
 */
export async function openJournal(owner: DeviceOwner): Promise<Journal> {
  const { open, within } = connect()
  await open()
  return journalOn(owner, within)
}

/** `isUnresponsive`: the storage did not open this time, though it may hold runs; a browser that refuses for good holds none. */
export type PageJournal = { journal: Journal; isPersistent: boolean; isUnresponsive: boolean }

/**
 * The journal of this page: the one on disk or, where the browser does not open it, one in memory that all of the page shares.
 * `isPersistent` says which.
 */
export async function openPageJournal(owner = getPageOwner()): Promise<PageJournal> {
  try {
    await onDisk.open()
    const journal = ofPage.get(owner) ?? journalOn(owner, onDisk.within)
    ofPage.set(owner, journal)
    return { journal, isPersistent: true, isUnresponsive: false }
  } catch (error) {
    inMemory ??= withinMemory()
    return { journal: journalOn(owner, inMemory), isPersistent: false, isUnresponsive: !isRefusal(error) }
  }
}

function isRefusal(error: unknown): boolean {
  return !('indexedDB' in globalThis) || (error instanceof DOMException && error.name === 'SecurityError')
}

/**
 * The moves of every run of whoever uses this page, one list for each run, finished or not. For reading only.
 *
 * @throws when the browser refuses to keep anything
 */
export async function readAllAttempts(): Promise<Move[][]> {
  const { journal, isPersistent } = await openPageJournal()
  if (!isPersistent) throw new Error('This browser keeps nothing')
  return journal.within('readonly', async (stores) => {
    const own = (await stores.rows()).filter(({ owner }) => owner === journal.owner)
    return Promise.all(own.map(async ({ id }) => movesOf(await stores.entries(id, 0))))
  })
}

/** A browser that has not opened its storage by then will not; nobody should wait longer for a question. */
const openTimeoutMs = 4_000

function refuseAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('The storage did not open in time')), ms))
}

const onDisk = connect()
const ofPage = new Map<DeviceOwner, Journal>()
let inMemory: Within | undefined

/** The same for a browser that keeps nothing, beginning with `runs`: it lasts as long as the page. */
export function createMemoryJournal(owner: DeviceOwner, runs: readonly KeptRows[] = []): Journal {
  return journalOn(owner, withinMemory(runs))
}

function journalOn(owner: DeviceOwner, within: Within): Journal {
  return {
    owner,
    within,
    latest: (certificationId, set) =>
      within('readonly', async (stores) => {
        const row = await readLatestRow(stores, owner, certificationId, set)
        if (!row) return undefined
        const { id, generation, sent, conflicts } = row
        const moves = movesOf(await stores.entries(id, 0))
        return { id, moves, next: moves.length, generation, sent, conflicts }
      }),
    record: (known, base, moves) =>
      within('readwrite', async (stores) => {
        const row = await stores.row(known.id)
        if (!row) throw new RunIsGone(`Run ${known.id} is gone`)
        return addMoves(stores, row, known, base, moves)
      }),
    begin: (start, moves, replaces) =>
      within('readwrite', async (stores) => {
        const { certificationId, set } = start
        const other = await readLatestRow(stores, owner, certificationId, set)
        if (other && other.id !== replaces) return addMoves(stores, other, undefined, undefined, moves)
        // A clock that was set back must not hide the new run behind the old one.
        const startedAt = Math.max(start.at, (other?.startedAt ?? 0) + 1)
        const row: RunRow = { id: crypto.randomUUID(), certificationId, set, startedAt, owner, sent: 0, generation: 0, conflicts: [] }
        stores.keepRow(row)
        return addMoves(stores, row, undefined, undefined, [start, ...moves])
      }),
  }
}

export async function readLatestRow(
  { rows }: Stores,
  owner: DeviceOwner,
  certificationId: string,
  set: QuestionSet,
): Promise<RunRow | undefined> {
  return (await rows())
    .filter((row) => row.owner === owner && row.certificationId === certificationId && row.set === set)
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .at(-1)
}

async function addMoves(
  stores: Stores,
  row: RunRow,
  known: Known | undefined,
  base: Attempt | undefined,
  moves: readonly Move[],
): Promise<Recording> {
  const { id, generation, sent } = row
  const isAnew = known?.generation !== generation
  const missed = movesOf(await stores.entries(id, isAnew ? 0 : known.next))
  const theirs = missed.reduce(applyMove, isAnew ? undefined : base)
  const ours = moves.map((move): JournalEntry => ({ key: crypto.randomUUID(), move }))
  const { recorded, conflicts: lost } = mergeMoves(theirs, isAnew && base && theirs ? listAnswersSince(base, theirs) : missed, ours)
  const first = await stores.next(id)
  for (const [place, entry] of recorded.entries()) stores.add(id, first + place, entry)
  const conflicts = dropResolvedConflicts(row.conflicts, movesOf(recorded))
  if (conflicts.length < row.conflicts.length) stores.keepRow({ ...row, conflicts })
  return { id, next: first + recorded.length, generation, sent, conflicts, missed, recorded: movesOf(recorded), lost, isAnew }
}

function movesOf(entries: readonly JournalEntry[]): Move[] {
  return entries.map(({ move }) => move)
}

type Connection = { open: () => Promise<IDBDatabase>; within: Within }

/** A way to the database, which is opened when it is first used and anew when the browser has closed it. */
function connect(): Connection {
  let opened: Promise<IDBDatabase> | undefined
  const open = () => {
    if (opened) return opened
    const database = openDatabase(() => forget(opening))
    const opening = Promise.race([database, refuseAfter(openTimeoutMs)])
    opening.catch(() => {
      forget(opening)
      // One that opens too late is nobody's.
      void closeWhenOpen(database)
    })
    opened = opening
    return opening
  }
  const forget = (gone: Promise<IDBDatabase>) => {
    if (opened === gone) opened = undefined
  }
  return {
    open,
    within: async (mode, work) => {
      const used = open()
      try {
        return await inTransaction(await used, mode, work)
      } catch (error) {
        if (!isLost(error)) throw error
        // Nothing of it is on disk.
        forget(used)
        void closeWhenOpen(used)
        return inTransaction(await open(), mode, work)
      }
    },
  }
}

async function closeWhenOpen(opening: Promise<IDBDatabase>): Promise<void> {
  await opening.then(
    (database) => database.close(),
    () => undefined,
  )
}

/** Whether the browser has ended the connection: before the work, in the middle of it, or, in Safari, with its storage process. */
function isLost(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'AbortError', 'UnknownError'].includes(error.name)
}

/** `onClose`: the database is closed and has to be opened anew. */
async function openDatabase(onClose: () => void): Promise<IDBDatabase> {
  const database = await openVersion(databaseVersion).catch((error: unknown) => {
    // A page of a later release was here.
    if (error instanceof DOMException && error.name === 'VersionError') return openVersion(undefined)
    throw error
  })
  // Some browsers end the connection of a page that was long in the background.
  database.addEventListener('close', onClose)
  // A later version of the site waits for this page to let go; what is open then is opened anew.
  database.addEventListener('versionchange', () => {
    onClose()
    database.close()
  })
  return database
}

/** @throws `NotFoundError` when a version that was not asked for has not the stores we know */
async function openVersion(version: number | undefined): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, version)
  request.addEventListener('upgradeneeded', ({ oldVersion }) => {
    // It has been deleted since; a later try makes it anew.
    if (version === undefined) return request.transaction?.abort()
    const database = request.result
    // The key is the run's id and the number of the move in it.
    database.createObjectStore('entries')
    if (oldVersion === 0) database.createObjectStore('runs', { keyPath: 'id' })
    else if (request.transaction) carryOver(database, request.transaction)
  })
  const database = await settled(request)
  const { objectStoreNames: names } = database
  if (names.contains('runs') && names.contains('entries')) return database
  database.close()
  throw new DOMException(`Version ${database.version} of the journal is unknown`, 'NotFoundError')
}

/** Version 1 knew no accounts: its runs are nobody's and were counted when they were finished, and its moves had no keys. */
function carryOver(database: IDBDatabase, transaction: IDBTransaction): void {
  const [runs, moves, entries] = [transaction.objectStore('runs'), transaction.objectStore('moves'), transaction.objectStore('entries')]
  runs.deleteIndex('bySet')
  eachOf(runs, (cursor) => cursor.update({ ...(cursor.value as RunRow), owner: null, sent: 0, generation: 0, conflicts: [] }))
  eachOf(
    moves,
    ({ key, value }) => {
      const move = value as Move
      entries.add(
        { key: crypto.randomUUID(), move: move.type === 'finish' ? { ...move, isCounted: true } : move } satisfies JournalEntry,
        key,
      )
    },
    () => database.deleteObjectStore('moves'),
  )
}

function eachOf(store: IDBObjectStore, work: (cursor: IDBCursorWithValue) => void, onEnd?: () => void): void {
  const request = store.openCursor()
  request.addEventListener('success', () => {
    const cursor = request.result
    if (!cursor) return onEnd?.()
    work(cursor)
    cursor.continue()
  })
}

/** Runs `work` in one transaction and waits until it is on disk. */
async function inTransaction<Result>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const transaction = database.transaction(['runs', 'entries'], mode, { durability: 'strict' })
  const finished = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The transaction was given up')))
  })
  // Whichever fails first is the reason; the other rejection is the same failure again.
  finished.catch(() => undefined)
  try {
    const result = await work(diskStores(transaction.objectStore('runs'), transaction.objectStore('entries')))
    await finished
    return result
  } catch (error) {
    // All of it or nothing. One that failed by itself is over already.
    if (!transaction.error) transaction.abort()
    throw error
  }
}

function diskStores(runs: IDBObjectStore, entries: IDBObjectStore): Stores {
  const rangeFrom = (id: string, from: number) => IDBKeyRange.bound([id, from], [id, Infinity])
  return {
    rows: () => settled(runs.getAll()),
    row: (id) => settled(runs.get(id)),
    keepRow: (row) => void runs.put(row),
    dropRow: (id) => {
      runs.delete(id)
      entries.delete(rangeFrom(id, 0))
    },
    entries: (id, from) => settled(entries.getAll(rangeFrom(id, from))),
    // From the last key itself and not from a count, so that nothing can ever be written under a number in use.
    next: async (id) => {
      const last = await settled(entries.openKeyCursor(rangeFrom(id, 0), 'prev'))
      return last ? (last.key as [string, number])[1] + 1 : 0
    },
    add: (id, number, entry) => void entries.add(entry, [id, number]),
    cut: (id, from) => void entries.delete(rangeFrom(id, from)),
  }
}

/** All that is kept of one run. */
export type KeptRows = { row: RunRow; entries: readonly JournalEntry[] }

function withinMemory(runs: readonly KeptRows[] = []): Within {
  const kept = new Map(runs.map(({ row, entries }) => [row.id, { row, entries: [...entries] }]))
  const stores: Stores = {
    rows: async () => [...kept.values()].map(({ row }) => row),
    row: async (id) => kept.get(id)?.row,
    keepRow: (row) => void kept.set(row.id, { row, entries: kept.get(row.id)?.entries ?? [] }),
    dropRow: (id) => void kept.delete(id),
    entries: async (id, from) => kept.get(id)?.entries.slice(from) ?? [],
    next: async (id) => kept.get(id)?.entries.length ?? 0,
    add: (id, _number, entry) => void kept.get(id)?.entries.push(entry),
    cut: (id, from) => void kept.get(id)?.entries.splice(from),
  }
  // One after the other, as transactions are.
  let tasks: Promise<unknown> = Promise.resolve()
  return (_mode, work) => {
    const task = tasks.then(() => work(stores))
    tasks = task.catch(() => undefined)
    return task
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed')))
  })
}

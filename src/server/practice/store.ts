/**
 * Attempts in the database: a row of `attempts` with the folded state, and its moves in `attempt_moves`. The row and the few moves that its
 * state lacks (`folded-state.ts`) are enough to continue an attempt.
 */
import { timingSafeEqual } from 'node:crypto'
import { sql, type Insertable, type QueryCreator, type Selectable } from 'kysely'
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { listArchivedEntries } from '#server/practice/archive.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { AttemptState, PinnedQuestion, SimulationTerms } from '#server/db/attempt-tables.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { foldState, movesAfterState } from '#server/db/folded-state.ts'
import { sha256 } from '#server/platform/hash.ts'
import { insertCards } from '#server/review/index.ts'

/** Who may access an attempt: the member who owns it, or a guest with the secret of the simulation. */
export type AttemptOwner = { userId: string } | { secret: string }

export type StoredAttempt = {
  id: string
  /** `null` for a guest's simulation. */
  userId: string | null
  attempt: Attempt
  pinned: readonly PinnedQuestion[]
  /** How many moves the attempt has. */
  next: number
  changedAt: Date
  correct: number | null
  total: number | null
  simulation: SimulationTerms | null
  deadlineAt: Date | null
  /** Whether its member imported it from a file. */
  isImported: boolean
}

type StoredAttemptRow = Selectable<Tables['attempts']> & { unfolded: Move[] | null }

function selectAttempts(db: Db) {
  return db.selectFrom('attempts').selectAll('attempts').select(movesAfterState.as('unfolded'))
}

/** The attempt. `undefined` when it is missing or has another owner. */
export async function findAttempt(db: Db, id: string, owner: AttemptOwner): Promise<StoredAttempt | undefined> {
  if (!isUuid(id)) return undefined
  const row = await selectAttempts(db).where('id', '=', id).executeTakeFirst()
  return row && isOwner(row, owner) ? parseRow(row) : undefined
}

export type LockedAttempt = {
  stored: StoredAttempt
  /** Whether `owner` may access the attempt. */
  isOwner: boolean
  /** The given keys that moves of the attempt already have. A concurrent transaction may have just added others. */
  storedKeys: readonly string[]
}

/**
 * The attempt, locked until the transaction ends. If `owner` is a member, a guest's attempt is not found, and the member who owns the attempt
 * is locked too, as by `lockMember`, because moves that make answers final schedule reviews.
 */
export async function lockAttempt(
  transaction: Db,
  id: string,
  owner?: AttemptOwner,
  keys: readonly string[] = [],
): Promise<LockedAttempt | undefined> {
  const query = selectAttempts(transaction)
    .select(
      sql<string[]>`array(select key from attempt_moves where attempt_id = attempts.id and key = any(${keys}::text[]))`.as('stored_keys'),
    )
    .where('attempts.id', '=', id)
    .forUpdate('attempts')
  const isMember = owner !== undefined && 'userId' in owner
  const row = await (isMember ? query.innerJoin('users', 'users.id', 'attempts.user_id').forNoKeyUpdate('users') : query).executeTakeFirst()
  // If the query waited for the lock, its row is current, but its moves are from before the wait.
  if (row && row.unfolded_moves !== (row.unfolded?.length ?? null)) row.unfolded = await listUnfoldedMoves(transaction, id)
  return row && { stored: parseRow(row), isOwner: owner !== undefined && isOwner(row, owner), storedKeys: row.stored_keys }
}

async function listUnfoldedMoves(transaction: Db, id: string) {
  const { unfolded } = await transaction
    .selectFrom('attempts')
    .select(movesAfterState.as('unfolded'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return unfolded
}

export async function findLatestAttempt(
  db: Db,
  userId: string,
  certificationId: string,
  set: QuestionSet,
): Promise<StoredAttempt | undefined> {
  const row = await selectAttemptsOfSet(db, userId, certificationId, set).orderBy('id', 'desc').executeTakeFirst()
  return row && parseRow(row)
}

const firstUuid = '00000000-0000-0000-0000-000000000000'

/** A finished attempt of a member. `wasCountedForGuest`: the statistics counted the attempt before the member adopted it. */
export type FinishedMemberAttempt = StoredAttempt & { wasCountedForGuest: boolean }

/** The first finished attempts of members after an id, or from the start, ordered by id. */
export async function listFinishedAttempts(db: Db, after: string | null, limit: number): Promise<FinishedMemberAttempt[]> {
  const rows = await selectAttempts(db)
    .where('finished_at', 'is not', null)
    .where('user_id', 'is not', null)
    .where('id', '>', after ?? firstUuid)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...parseRow(row), wasCountedForGuest: row.was_counted_for_guest }))
}

/** A member's simulation of a certification that is not finished and whose deadline is in the future. */
export async function findSimulationInProgress(
  db: Db,
  userId: string,
  certificationId: string,
  now: Date,
): Promise<StoredAttempt | undefined> {
  const row = await selectAttemptsOfSet(db, userId, certificationId, 'simulation')
    .where('finished_at', 'is', null)
    .where('deadline_at', '>', now)
    .executeTakeFirst()
  return row && parseRow(row)
}

function selectAttemptsOfSet(db: Db, userId: string, certificationId: string, set: QuestionSet) {
  return selectAttempts(db)
    .where('user_id', '=', userId)
    .where('certification_id', '=', certificationId)
    .where('question_set', '=', set)
    .orderBy('started_at', 'desc')
    .limit(1)
}

/** The journal entries of an attempt starting at a number, in order. The caller checks who may read them. */
export async function listEntries(db: Db, attemptId: string, from: number): Promise<JournalEntry[]> {
  const rows = await db
    .selectFrom('attempt_moves')
    .select(['key', 'move', 'number'])
    .where('attempt_id', '=', attemptId)
    .where('number', '>=', from)
    .orderBy('number')
    .execute()
  const entriesOf = (moves: typeof rows) => moves.map(({ key, move }) => ({ key, move }))
  if (rows[0]?.number === from) return entriesOf(rows)
  // Read after the moves, because they leave their table when they are archived.
  const archived = await listArchivedEntries(db, attemptId)
  return [...archived.slice(from), ...entriesOf(rows.filter(({ number }) => number >= archived.length))]
}

/** The journal entries of attempts, by the id of the attempt. The caller checks who may read them. */
export async function listEntriesOf(db: Db, attemptIds: readonly string[]): Promise<ReadonlyMap<string, JournalEntry[]>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('attempt_moves')
    .select(['attempt_id', 'key', 'move', 'number'])
    .where('attempt_id', 'in', attemptIds)
    .orderBy('attempt_id')
    .orderBy('number')
    .execute()
  const entries = new Map<string, JournalEntry[]>()
  // Read after the moves, because they leave their table when they are archived.
  for (const id of attemptIds) {
    const own = rows.filter(({ attempt_id }) => attempt_id === id)
    const archived = own[0]?.number === 0 ? [] : await listArchivedEntries(db, id)
    const later = own.filter(({ number }) => number >= archived.length)
    entries.set(id, [...archived, ...later.map(({ key, move }) => ({ key, move }))])
  }
  return entries
}

export type NewAttempt = {
  id: string
  owner: AttemptOwner
  pinned: readonly PinnedQuestion[]
  attempt: Attempt
  simulation?: { terms: SimulationTerms; deadlineAt: Date } | undefined
  /** When its member imported it from a file. */
  importedAt?: Date
}

/** Inserts an attempt without moves. @returns `undefined` when the id is taken */
export async function insertAttempt(db: Db, { id, owner, pinned, attempt, simulation, importedAt }: NewAttempt, now: Date) {
  const row = await db
    .insertInto('attempts')
    .values({
      id,
      user_id: 'userId' in owner ? owner.userId : null,
      // Secrets are long and random, so a plain hash is enough.
      secret_hash: 'secret' in owner ? sha256(owner.secret) : null,
      certification_id: attempt.certificationId,
      question_set: attempt.set,
      questions: JSON.stringify(pinned),
      state: formatState(attempt),
      next: 0,
      started_at: new Date(attempt.startedAt),
      changed_at: now,
      simulation: simulation ? JSON.stringify(simulation.terms) : null,
      deadline_at: simulation?.deadlineAt ?? null,
      imported_at: importedAt ?? null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && parseRow({ ...row, unfolded: null })
}

/** The results that moves make final, see `record-results.ts`. */
export type MoveResults = {
  finalAnswers: readonly Insertable<Tables['final_answers']>[]
  cards: readonly Insertable<Tables['review_cards']>[]
  /** The result of a finished attempt. */
  result: { correct: number; total: number } | undefined
  /** The pinned questions, if corrected versions replace some of them. */
  repinned?: readonly PinnedQuestion[] | undefined
}

/**
 * Adds the moves with their results and saves the state of the attempt after them, in the caller's transaction. One statement, because most
 * of the cost of saving is per statement.
 */
export async function saveMoves(
  transaction: Db,
  stored: Pick<StoredAttempt, 'id' | 'userId' | 'next'>,
  entries: readonly JournalEntry[],
  attempt: Attempt,
  now: Date,
  { finalAnswers, cards, result, repinned }: MoveResults = { finalAnswers: [], cards: [], result: undefined },
): Promise<void> {
  const moves = entries.map(({ key, move }, index) => ({
    attempt_id: stored.id,
    number: stored.next + index,
    key,
    move: JSON.stringify(move),
    user_id: stored.userId,
    made_at: new Date(move.at),
  }))
  let statement: QueryCreator<Tables> = transaction
  if (moves.length > 0) statement = statement.with('moves', (query) => query.insertInto('attempt_moves').values(moves))
  if (finalAnswers.length > 0)
    statement = statement.with('answers', (query) =>
      query
        .insertInto('final_answers')
        .values(finalAnswers)
        .onConflict((conflict) => conflict.columns(['attempt_id', 'question_id']).doNothing()),
    )
  if (cards.length > 0) statement = statement.with('cards', (query) => insertCards(query, cards))
  await statement
    .updateTable('attempts')
    .set({
      state: formatState(attempt),
      folded_moves: null,
      unfolded_moves: null,
      next: stored.next + entries.length,
      changed_at: now,
      finished_at: attempt.finishedAt === null ? null : new Date(attempt.finishedAt),
      ...result,
      ...(repinned && { questions: JSON.stringify(repinned) }),
    })
    .where('id', '=', stored.id)
    .execute()
}

function parseRow(row: StoredAttemptRow): StoredAttempt {
  const { certification_id: certificationId, question_set: set, questions: pinned } = row
  const questionIds = pinned.map(({ id }) => id)
  return {
    id: row.id,
    userId: row.user_id,
    attempt: {
      certificationId,
      set: set as QuestionSet,
      questionIds,
      ...foldState(row.state, row.unfolded && { questionIds, moves: row.unfolded }),
    },
    pinned,
    next: row.next,
    changedAt: row.changed_at,
    correct: row.correct,
    total: row.total,
    simulation: row.simulation,
    deadlineAt: row.deadline_at,
    isImported: row.imported_at !== null,
  }
}

function formatState({ certificationId: _certification, set: _set, questionIds: _questions, ...state }: Attempt): string {
  return JSON.stringify(state satisfies AttemptState)
}

function isOwner(row: StoredAttemptRow, owner: AttemptOwner): boolean {
  if ('userId' in owner) return row.user_id === owner.userId
  const [expected, received] = [Buffer.from(row.secret_hash ?? ''), Buffer.from(sha256(owner.secret))]
  return expected.length === received.length && timingSafeEqual(expected, received)
}

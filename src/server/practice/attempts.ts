/**
 * Attempts: runs that the server keeps. The server is one more journal. Who practises sends the moves it does not have
 * yet; it folds them with the functions of `exam/attempt.ts` and answers with the moves of other places.
 *
 * A move has the key that it got where it was made, so one that is sent twice is kept once. Its time is moved by how
 * far the sender's clock is off, so a clock that is wrong changes nothing.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { mergeMoves } from '#exam/merge.ts'
import { finish, hasFinished, start } from '#exam/attempt.ts'
import type { JournalEntry, Attempt, Move, QuestionSet } from '#exam/attempt.ts'
import { consumeRateLimit } from '#server/platform/rate-limit.ts'
import type { RateLimit } from '#server/platform/rate-limit.ts'
import { pinQuestions } from '#server/practice/pinned-questions.ts'
import { isRemoved } from '#server/practice/history.ts'
import { recordFinalAnswers } from '#server/practice/record-results.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { PinnedQuestion, Db, AttemptState, SimulationTerms, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { lockMember } from '#server/review/index.ts'

/** Whose attempt it is: a member's, or that of whoever was given its secret. */
export type AttemptOwner = { userId: string } | { secret: string }

export type StoredAttempt = {
  id: string
  userId: string | null
  run: Attempt
  asked: readonly PinnedQuestion[]
  /** How many moves there are. */
  next: number
  changedAt: Date
  correct: number | null
  total: number | null
  simulation: SimulationTerms | null
  deadlineAt: Date | null
}

/** Moves from elsewhere. `base`: how many of the attempt's moves the sender knows; `sentAt`: its clock, milliseconds since 1970. */
export type MoveBatch = { id: string; owner: AttemptOwner; base: number; sentAt: number; entries: readonly JournalEntry[] }

export type AppendResult =
  | {
      ok: true
      /** How many moves there are now: those the sender knew, then `missed`, then the recorded ones. */
      next: number
      missed: JournalEntry[]
      /** Keys. */
      recorded: string[]
      /** Questions whose answer was not recorded because another place had answered them meanwhile. */
      conflicts: readonly string[]
      isFinished: boolean
    }
  | { ok: false; refusal: 'ATTEMPT_MISSING' | 'ATTEMPT_UNKNOWN_EXAM' | 'ATTEMPT_FULL' | 'TOO_MANY_ATTEMPTS' }

export const entriesMax = 500
/** Of an attempt that is under way. Those of the last batch come on top. */
export const movesMax = 5_000
export const questionsMax = 2_000

/** How long after the deadline moves still count that were made before it. */
const graceMs = 5_000
/** Moves that were kept offline for longer count as made then. */
const oldestMs = 90 * 24 * 60 * 60_000
/** New attempts of one member. */
const beginning: RateLimit = { name: 'attempts', max: 300, windowMs: 24 * 60 * 60_000 }

/**
 * Keeps the moves that the server does not have, after those it has. Moves that change nothing are left out. All of it, or
 * nothing. When the sender knows more moves than there are, as after a backup was restored, nothing is recorded and
 * `next` says from where to send again.
 */
export async function appendMoves(db: Kysely<Tables>, sent: MoveBatch, now: Date): Promise<AppendResult> {
  if (!isUuid(sent.id)) return { ok: false, refusal: 'ATTEMPT_MISSING' }
  return transact(db, async (transaction): Promise<AppendResult> => {
    const begun = await begin(transaction, sent, now)
    if (!begun.ok) return begun
    const { attempt, fresh } = begun
    if (sent.base > attempt.next)
      return { ok: true, next: attempt.next, missed: [], recorded: [], conflicts: [], isFinished: hasFinished(attempt.run) }
    const isUpToDate = fresh || sent.base === attempt.next
    const missed = isUpToDate ? [] : await readEntries(transaction, attempt.id, sent.base)
    const known = new Set(fresh ? [] : await listKnownKeys(transaction, attempt.id, sent.entries))
    // After the end one only looks around.
    const isClosed = hasFinished(attempt.run) && attempt.next + sent.entries.length > movesMaxOf(attempt)
    const ours = correctTimes(sent, fresh ? undefined : attempt, now).filter(
      ({ key, move }) => !known.has(key) && !isClosed && !isSealed(attempt, move) && known.add(key),
    )
    // What was stored of the sender's own moves comes back with the missed ones, and is no conflict.
    const own = new Set(sent.entries.map(({ key }) => key))
    const foreign = missed.filter(({ key }) => !own.has(key)).map(({ move }) => move)
    const before = fresh ? undefined : attempt.run
    const merged = mergeMoves(before, foreign, ours)
    const run = merged.attempt ?? attempt.run
    // However many there are, a run can be finished: what comes with the end is at most one batch.
    if (!hasFinished(run) && attempt.next + merged.recorded.length > movesMaxOf(attempt)) return { ok: false, refusal: 'ATTEMPT_FULL' }
    if (merged.recorded.length > 0) {
      await saveMoves(transaction, attempt, merged.recorded, run, now)
      await recordFinalAnswers(transaction, attempt, before, run, merged.recorded, now)
    }
    return {
      ok: true,
      next: attempt.next + merged.recorded.length,
      missed,
      recorded: merged.recorded.map(({ key }) => key),
      conflicts: merged.conflicts,
      isFinished: hasFinished(run),
    }
  })
}

/** A member's latest attempt of a set of practice. */
export async function findLatestAttempt(
  db: Db,
  userId: string,
  certificationId: string,
  set: QuestionSet,
): Promise<StoredAttempt | undefined> {
  const row = await db
    .selectFrom('attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('certification_id', '=', certificationId)
    .where('run_set', '=', set)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && readAttempt(row)
}

/** A member's simulation of a certification whose time goes on. */
export async function findInProgress(db: Db, userId: string, certificationId: string, now: Date): Promise<StoredAttempt | undefined> {
  const row = await db
    .selectFrom('attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('certification_id', '=', certificationId)
    .where('run_set', '=', 'simulation')
    .where('finished_at', 'is', null)
    .where('deadline_at', '>', now)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && readAttempt(row)
}

/** `undefined` when there is no such attempt, or when it is somebody else's. */
export async function findAttempt(db: Db, id: string, owner: AttemptOwner): Promise<StoredAttempt | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && isOwner(row, owner) ? readAttempt(row) : undefined
}

/** The moves of an attempt from a number on, in their order. Who may see them is for the caller to ask. */
export async function readEntries(db: Db, attemptId: string, from: number): Promise<JournalEntry[]> {
  const rows = await db
    .selectFrom('attempt_moves')
    .select(['key', 'move'])
    .where('attempt_id', '=', attemptId)
    .where('number', '>=', from)
    .orderBy('number')
    .execute()
  return rows.map(({ key, move }) => ({ key, move }))
}

/** What a new attempt begins with. A guest's has `secret`. */
export type NewAttempt = {
  id: string
  owner: AttemptOwner
  asked: readonly PinnedQuestion[]
  run: Attempt
  simulation?: { terms: SimulationTerms; deadlineAt: Date }
}

/** Writes a new attempt without moves. @returns `undefined` when there is one with this id */
export async function addAttempt(db: Db, { id, owner, asked, run, simulation }: NewAttempt, now: Date): Promise<StoredAttempt | undefined> {
  const row = await db
    .insertInto('attempts')
    .values({
      id,
      user_id: 'userId' in owner ? owner.userId : null,
      secret_hash: 'secret' in owner ? hashOf(owner.secret) : null,
      certification_id: run.certificationId,
      run_set: run.set,
      questions: JSON.stringify(asked),
      state: printState(run),
      next: 0,
      started_at: new Date(run.startedAt),
      changed_at: now,
      simulation: simulation ? JSON.stringify(simulation.terms) : null,
      deadline_at: simulation?.deadlineAt ?? null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && readAttempt(row)
}

/** Gives a new attempt its first move. Belongs into the transaction that has added it. */
export async function keepStart(transaction: Db, attempt: StoredAttempt, start: JournalEntry, now: Date): Promise<void> {
  await saveMoves(transaction, attempt, [start], attempt.run, now)
}

export type AdoptionResult = { ok: true } | { ok: false; refusal: 'ATTEMPT_MISSING' | 'SIMULATION_UNDER_WAY' }

/**
 * Makes the simulation of somebody without an account that of the member who shows its secret, which opens nothing afterwards. What
 * it has settled is kept and planned for her; it was counted when it ended. What is hers already stays so.
 */
export async function adoptAttempt(
  db: Kysely<Tables>,
  { id, secret, userId }: { id: string; secret: string; userId: string },
  now: Date,
): Promise<AdoptionResult> {
  if (!isUuid(id)) return { ok: false, refusal: 'ATTEMPT_MISSING' }
  return transact(db, async (transaction): Promise<AdoptionResult> => {
    const row = await lockAttempt(transaction, id)
    if (row?.user_id === userId) return { ok: true }
    if (!row || row.user_id !== null || !isOwner(row, { secret })) return { ok: false, refusal: 'ATTEMPT_MISSING' }
    const attempt = await endAtDeadline(transaction, readAttempt(row), now)
    const { run } = attempt
    await lockMember(transaction, userId)
    if (!hasFinished(run) && (await findInProgress(transaction, userId, run.certificationId, now)))
      return { ok: false, refusal: 'SIMULATION_UNDER_WAY' }
    await transaction.updateTable('attempts').set({ user_id: userId, secret_hash: null, changed_at: now }).where('id', '=', id).execute()
    await transaction.updateTable('attempt_moves').set({ user_id: userId }).where('attempt_id', '=', id).execute()
    if (run.finishedAt !== null) {
      const counted: JournalEntry = { key: randomUUID(), move: { type: 'finish', at: run.finishedAt, isCounted: true } }
      await recordFinalAnswers(transaction, { ...attempt, userId }, undefined, run, [counted], now)
    }
    return { ok: true }
  })
}

/**
 * Ends simulations whose time is over, as of their deadline: what was answered is graded. One attempt, those of one member, or
 * all. One that cannot be ended keeps none of the others.
 *
 * @throws the first failure, after all others have been ended
 */
export async function finishExpired(db: Kysely<Tables>, now: Date, of: { id: string } | { userId: string } | 'all' = 'all'): Promise<void> {
  if (of !== 'all' && 'id' in of && !isUuid(of.id)) return
  const expired = await db
    .selectFrom('attempts')
    .select('id')
    .where('finished_at', 'is', null)
    .where('deadline_at', '<', new Date(now.getTime() - graceMs))
    .$if(of !== 'all', (query) =>
      of === 'all' ? query : query.where('id' in of ? 'attempts.id' : 'user_id', '=', 'id' in of ? of.id : of.userId),
    )
    .orderBy('deadline_at')
    .limit(expiredMax)
    .execute()
  const failures: unknown[] = []
  for (const { id } of expired) {
    try {
      await transact(db, async (transaction) => {
        const row = await lockAttempt(transaction, id)
        if (row) await endAtDeadline(transaction, readAttempt(row), now)
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const expiredMax = 500

type Begun = { ok: true; attempt: StoredAttempt; fresh: boolean } | Extract<AppendResult, { ok: false }>

/** The attempt, locked for the transaction; a member's new one is made of its first move. */
async function begin(transaction: Db, { id, owner, base, entries, sentAt }: MoveBatch, now: Date): Promise<Begun> {
  const row = await lockAttempt(transaction, id)
  if (row) {
    if (!isOwner(row, owner)) return { ok: false, refusal: 'ATTEMPT_MISSING' }
    return { ok: true, attempt: await endAtDeadline(transaction, readAttempt(row), now), fresh: false }
  }
  const first = entries[0] && correctTime(entries[0].move, now.getTime() - sentAt, now)
  if (base !== 0 || first?.type !== 'start' || !('userId' in owner)) return { ok: false, refusal: 'ATTEMPT_MISSING' }
  if (await isRemoved(transaction, id)) return { ok: false, refusal: 'ATTEMPT_MISSING' }
  const { certificationId, set, questionIds } = first
  // A simulation is begun by the server.
  const isKnown = set !== 'simulation' && (await isCertification(transaction, certificationId))
  const asked = isKnown ? await pinQuestions(transaction, certificationId, questionIds) : []
  if (!asked.some(({ version }) => version !== null)) return { ok: false, refusal: 'ATTEMPT_UNKNOWN_EXAM' }
  if (!(await consumeRateLimit(transaction, beginning, owner.userId, now))) return { ok: false, refusal: 'TOO_MANY_ATTEMPTS' }
  const added = await addAttempt(transaction, { id, owner, asked, run: start(certificationId, set, questionIds, first.at) }, now)
  if (added) return { ok: true, attempt: added, fresh: true }
  // Somebody was faster by a moment.
  const other = await lockAttempt(transaction, id)
  return other && isOwner(other, owner)
    ? { ok: true, attempt: readAttempt(other), fresh: false }
    : { ok: false, refusal: 'ATTEMPT_MISSING' }
}

function lockAttempt(transaction: Db, id: string): Promise<AttemptRow | undefined> {
  return transaction.selectFrom('attempts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

async function isCertification(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('certifications').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Which of these are stored already. */
async function listKnownKeys(db: Db, attemptId: string, entries: readonly JournalEntry[]): Promise<string[]> {
  if (entries.length === 0) return []
  const rows = await db
    .selectFrom('attempt_moves')
    .select('key')
    .where('attempt_id', '=', attemptId)
    .where(
      'key',
      'in',
      entries.map(({ key }) => key),
    )
    .execute()
  return rows.map(({ key }) => key)
}

/** Until it is submitted a simulation shows no key, so there is nothing to reveal or to hide. */
function isSealed({ simulation }: StoredAttempt, { type }: Move): boolean {
  return simulation !== null && (type === 'reveal' || type === 'hide')
}

/** A simulation is over within hours, and anybody can begin one. Whoever leafs through it with a held key needs many all the same. */
function movesMaxOf({ simulation, asked }: StoredAttempt): number {
  return simulation ? Math.min(movesMax, 1_000 + 20 * asked.length) : movesMax
}

function correctTimes({ entries, sentAt }: MoveBatch, attempt: StoredAttempt | undefined, now: Date): JournalEntry[] {
  return entries.map(({ key, move }) => ({ key, move: correctTime(move, now.getTime() - sentAt, now, attempt) }))
}

/** The move at the time it was made by our clock: never in the future, not endlessly long ago, and within its attempt. */
function correctTime(move: Move, offMs: number, now: Date, attempt?: StoredAttempt): Move {
  const earliest = attempt?.run.startedAt ?? now.getTime() - oldestMs
  const latest = Math.min(now.getTime(), attempt?.deadlineAt?.getTime() ?? Infinity)
  return { ...move, at: Math.max(earliest, Math.min(latest, Math.round(move.at + offMs))) }
}

/** Adds the moves and keeps the run that they make. One statement: most of a saving is what the database does about each. */
async function saveMoves(
  transaction: Db,
  attempt: StoredAttempt,
  entries: readonly JournalEntry[],
  run: Attempt,
  now: Date,
): Promise<void> {
  const moves = entries.map(({ key, move }, place) => ({
    attempt_id: attempt.id,
    number: attempt.next + place,
    key,
    move: JSON.stringify(move),
    user_id: attempt.userId,
    made_at: new Date(move.at),
  }))
  const finished = run.finishedAt === null ? null : new Date(run.finishedAt)
  await transaction
    .with('moves', (query) => query.insertInto('attempt_moves').values(moves))
    .updateTable('attempts')
    .set({ state: printState(run), next: attempt.next + entries.length, changed_at: now, finished_at: finished })
    .where('id', '=', attempt.id)
    .execute()
}

/** The attempt as it is after its deadline, if that is over. Belongs into the transaction that has locked it. */
async function endAtDeadline(transaction: Db, attempt: StoredAttempt, now: Date): Promise<StoredAttempt> {
  const { deadlineAt, run } = attempt
  if (!deadlineAt || hasFinished(run) || now.getTime() <= deadlineAt.getTime() + graceMs) return attempt
  const at = deadlineAt.getTime()
  const entry: JournalEntry = { key: randomUUID(), move: { type: 'finish', at } }
  const ended = finish(run, at)
  await saveMoves(transaction, attempt, [entry], ended, now)
  const settled = await recordFinalAnswers(transaction, attempt, run, ended, [entry], now)
  return { ...attempt, ...settled, run: ended, next: attempt.next + 1, changedAt: now }
}

type AttemptRow = Selectable<Tables['attempts']>

function readAttempt(row: AttemptRow): StoredAttempt {
  const asked = row.questions
  const { certification_id, run_set, state } = row
  return {
    id: row.id,
    userId: row.user_id,
    run: { certificationId: certification_id, set: run_set as QuestionSet, questionIds: asked.map(({ id }) => id), ...state },
    asked,
    next: row.next,
    changedAt: row.changed_at,
    correct: row.correct,
    total: row.total,
    simulation: row.simulation,
    deadlineAt: row.deadline_at,
  }
}

function printState({ current, answers, revealed, shown, flagged, startedAt, finishedAt }: Attempt): string {
  return JSON.stringify({ current, answers, revealed, shown, flagged, startedAt, finishedAt } satisfies AttemptState)
}

function isOwner({ user_id, secret_hash }: Pick<AttemptRow, 'user_id' | 'secret_hash'>, owner: AttemptOwner): boolean {
  if ('userId' in owner) return user_id === owner.userId
  const [expected, given] = [Buffer.from(secret_hash ?? ''), Buffer.from(hashOf(owner.secret))]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** Secrets are long and random, so a plain hash is enough. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/**
 * Appends moves from devices to an attempt. The server folds them with the functions of `exam/moves.ts` and returns the
 * moves that the device does not have yet.
 *
 * A journal entry has an idempotency key, so an entry that is sent twice is stored once. The server corrects the time of a move
 * by the error of the sender's clock. A new answer or flag is outdated and ignored if a later one for the
 * same question in the sender's list is already stored.
 */
import { dayMs } from '#exam/duration.ts'
import type { Kysely } from 'kysely'
import { hasFinished, start } from '#exam/attempt.ts'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { simulationMovesMax, offlineMoveAgeMaxMs, practiceMovesMax } from '#exam/contract.ts'
import type { MoveBatchRequest, MoveBatchResponse } from '#exam/contract.ts'
import { mergeMoves } from '#exam/merge.ts'
import { consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import { listArchivedEntries } from '#server/practice/archive.ts'
import { correctTime, type MoveTimes } from '#server/practice/correct-time.ts'
import { finishAtDeadline } from '#server/practice/deadline.ts'
import { completeFinish } from '#server/practice/finish-move.ts'
import { wasAttemptRemoved } from '#server/practice/history.ts'
import { pinQuestions } from '#server/practice/pinned-questions.ts'
import { saveQuickly } from '#server/practice/quick-save.ts'
import { recordMoves } from '#server/practice/record-results.ts'
import { insertAttempt, listEntries, lockAttempt, type AttemptOwner, type StoredAttempt } from '#server/practice/store.ts'
import type { RecentSession } from '#server/accounts/index.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { lockMember } from '#server/review/index.ts'

/** `session`: the session of the owner, if it has not been checked yet. */
export type MoveBatch = MoveBatchRequest & { id: string; owner: AttemptOwner; session?: RecentSession | undefined }

type AppendRefusal = {
  ok: false
  refusal: 'ATTEMPT_MISSING' | 'ATTEMPT_UNKNOWN_EXAM' | 'ATTEMPT_FULL' | 'SIGNED_OUT' | 'TOO_MANY_ATTEMPTS'
}
export type AppendResult = ({ ok: true } & MoveBatchResponse) | AppendRefusal

/** Limit for new attempts of one member. */
const newAttemptsLimit: RateLimit = { name: 'attempts', max: 300, windowMs: dayMs }

/**
 * Appends the moves that the attempt does not have, all or none. Moves that change nothing are ignored. The first batch of a
 * member's practice attempt creates it.
 *
 * When `base` exceeds the number of stored moves, for example after a backup was restored, nothing is recorded. `next` then tells the sender which
 * move to start from.
 */
export async function appendMoves(db: Kysely<Tables>, batch: MoveBatch, now: Date): Promise<AppendResult> {
  if (!isUuid(batch.id)) return { ok: false, refusal: 'ATTEMPT_MISSING' }
  const { base, entries, owner } = batch
  if ('userId' in owner && (await saveQuickly(db, { ...batch, userId: owner.userId }, now))) {
    const recorded = entries.map(({ key }) => key)
    return { ok: true, next: base + entries.length, missed: [], recorded, conflicts: [], finished: false, now: now.getTime() }
  }
  if (batch.session && !(await batch.session.isValid())) return { ok: false, refusal: 'SIGNED_OUT' }
  return appendInTransaction(db, batch, now)
}

/** Saves any moves. Takes longer than {@link saveQuickly}, because it reads the attempt. */
export function appendInTransaction(db: Kysely<Tables>, batch: MoveBatch, now: Date): Promise<AppendResult> {
  return transact(db, async (transaction): Promise<AppendResult> => {
    const opened = await lockOrCreate(transaction, batch, now)
    if (!opened.ok) return opened
    const { stored, isNew } = opened
    if (batch.base > stored.next) {
      const finished = hasFinished(stored.attempt)
      return { ok: true, next: stored.next, missed: [], recorded: [], conflicts: [], finished, now: now.getTime() }
    }
    const missed = batch.base === stored.next ? [] : await listEntries(transaction, stored.id, batch.base)
    const candidates = await selectNewEntries(transaction, batch, opened, now)
    // Moves of this sender that the server already has are among the missed ones. They are not conflicts.
    const sentKeys = new Set(batch.entries.map(({ key }) => key))
    const foreign = missed.filter(({ key }) => !sentKeys.has(key)).map(({ move }) => move)
    const before = isNew ? undefined : stored.attempt
    const { recorded, conflicts, attempt = stored.attempt } = mergeMoves(before, foreign, candidates)
    // The batch that finishes the attempt may exceed the limit, so every attempt can be finished.
    if (!hasFinished(attempt) && stored.next + recorded.length > movesMaxOf(stored)) return { ok: false, refusal: 'ATTEMPT_FULL' }
    if (recorded.length > 0) await recordMoves(transaction, stored, before, attempt, recorded, now)
    return {
      ok: true,
      next: stored.next + recorded.length,
      missed,
      recorded: recorded.map(({ key }) => key),
      conflicts,
      finished: hasFinished(attempt),
      now: now.getTime(),
    }
  })
}

type OpenedAttempt = { ok: true; stored: StoredAttempt; isNew: boolean; storedKeys: readonly string[] }

/** Locks the attempt for the transaction, or creates a member's attempt from the first move. */
async function lockOrCreate(transaction: Db, batch: MoveBatch, now: Date): Promise<OpenedAttempt | AppendRefusal> {
  const { id, owner, base, entries, sentAt } = batch
  const keys = entries.map(({ key }) => key)
  const locked = await lockAttempt(transaction, id, owner, keys)
  if (locked) {
    if (!locked.isOwner) return { ok: false, refusal: 'ATTEMPT_MISSING' }
    return { ok: true, ...locked, stored: await finishAtDeadline(transaction, locked.stored, now), isNew: false }
  }
  const first = entries[0] && correctTime(entries[0].move, now.getTime() - sentAt, timesOf(undefined, now))
  if (base !== 0 || first?.type !== 'start' || !('userId' in owner)) return { ok: false, refusal: 'ATTEMPT_MISSING' }
  if (await wasAttemptRemoved(transaction, id)) return { ok: false, refusal: 'ATTEMPT_MISSING' }
  const { certificationId, set, questionIds, seed } = first
  // Only the server starts simulations.
  const isAllowed = set !== 'simulation' && (await isCertification(transaction, certificationId))
  const pinned = isAllowed ? await pinQuestions(transaction, certificationId, questionIds) : []
  if (!pinned.some(({ version }) => version !== null)) return { ok: false, refusal: 'ATTEMPT_UNKNOWN_EXAM' }
  if (!(await consumeRateLimit(transaction, newAttemptsLimit, owner.userId, now))) return { ok: false, refusal: 'TOO_MANY_ATTEMPTS' }
  const attempt = start(certificationId, set, questionIds, first.at, { seed })
  const stored = await insertAttempt(transaction, { id, owner, pinned, attempt }, now)
  if (stored) {
    await lockMember(transaction, owner.userId)
    return { ok: true, stored, isNew: true, storedKeys: [] }
  }
  // A concurrent request inserted it first.
  const other = await lockAttempt(transaction, id, owner, keys)
  return other?.isOwner ? { ok: true, ...other, isNew: false } : { ok: false, refusal: 'ATTEMPT_MISSING' }
}

async function isCertification(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('certifications').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The entries of the batch that may still be recorded, each key once, with corrected times. A finish move gets the unscored questions. */
async function selectNewEntries(
  transaction: Db,
  { entries, sentAt }: MoveBatch,
  { stored, isNew, storedKeys }: OpenedAttempt,
  now: Date,
): Promise<JournalEntry[]> {
  // A finished attempt accepts only navigation, up to its limit of moves.
  if (hasFinished(stored.attempt) && stored.next + entries.length > movesMaxOf(stored)) return []
  // The moves of a finished attempt may be archived.
  const archived = hasFinished(stored.attempt) ? await listArchivedEntries(transaction, stored.id) : []
  const seenKeys = new Set([...storedKeys, ...archived.map(({ key }) => key)])
  const offsetMs = now.getTime() - sentAt
  const times = timesOf(isNew ? undefined : stored, now)
  const outdatedKeys = listOutdatedKeys(entries, seenKeys)
  return entries.flatMap(({ key, move }) => {
    if (seenKeys.has(key) || outdatedKeys.has(key) || isForbidden(stored, move)) return []
    seenKeys.add(key)
    const corrected = correctTime(move, offsetMs, times)
    return [{ key, move: corrected.type === 'finish' ? completeFinish(stored, corrected) : corrected }]
  })
}

/** Answers and flags that the sender later replaced with a move that is already stored. */
function listOutdatedKeys(entries: readonly JournalEntry[], storedKeys: ReadonlySet<string>): ReadonlySet<string> {
  const replaced = new Set<string>()
  const outdated = new Set<string>()
  for (const { key, move } of entries.toReversed()) {
    const subject = replaceableOf(move)
    if (subject === undefined) continue
    if (storedKeys.has(key)) replaced.add(subject)
    else if (replaced.has(subject)) outdated.add(key)
  }
  return outdated
}

/** What a move sets and a later move can replace: the answer or the flag of a question. `undefined` for other moves. */
function replaceableOf(move: Move): string | undefined {
  if (move.type === 'answer') return `answer ${move.questionId}`
  return move.type === 'flag' || move.type === 'unflag' ? `flag ${move.questionId}` : undefined
}

/** A simulation never reveals answer keys before it is submitted. */
function isForbidden({ simulation }: StoredAttempt, { type }: Move): boolean {
  return simulation !== null && (type === 'reveal' || type === 'hide')
}

/** Simulations take a few hours, and guests can start them, so their limit is lower. */
function movesMaxOf({ simulation, pinned }: StoredAttempt): number {
  return simulation ? simulationMovesMax(pinned.length) : practiceMovesMax(pinned.length)
}

/**
 * The limits for the times of moves: from the start of the attempt, or for a new attempt `offlineMoveAgeMaxMs` ago, until now or the deadline,
 * whichever is earlier.
 */
function timesOf(stored: StoredAttempt | undefined, now: Date): MoveTimes {
  return {
    earliest: stored?.attempt.startedAt ?? now.getTime() - offlineMoveAgeMaxMs,
    latest: Math.min(now.getTime(), stored?.deadlineAt?.getTime() ?? Infinity),
  }
}

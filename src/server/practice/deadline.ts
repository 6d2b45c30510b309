/** Deadlines of simulations. The server finishes a simulation whose time is up, as of its deadline. */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { hasFinished } from '#exam/attempt.ts'
import { applyMove } from '#exam/moves.ts'
import { completeFinish } from '#server/practice/finish-move.ts'
import { recordMoves } from '#server/practice/record-results.ts'
import { lockAttempt, type StoredAttempt } from '#server/practice/store.ts'
import { forEachLocked, type FindNextRow } from '#server/db/for-each-locked.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { lockMember } from '#server/review/index.ts'

/** How long after the deadline the server still accepts moves that were made before it. */
const graceMs = 5_000
/** Attempts per run of the job. The next run, a minute later, continues. */
const expiredMax = 2_000

type ExpiredAttempt = { id: string; deadline_at: Date | null }

/**
 * Finishes up to `expiredMax` simulations whose deadline and grace period have passed, and grades the answers recorded by then. Concurrent
 * processes finish different simulations. A failure does not stop the rest.
 *
 * @throws the first failure, after the other simulations were finished
 */
export async function finishAllExpired(db: Kysely<Tables>, now: Date): Promise<void> {
  const findNext: FindNextRow<ExpiredAttempt> = (transaction, last) =>
    selectExpired(transaction, now)
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(deadline_at, id) > (${last?.deadline_at ?? null}::timestamptz, ${last?.id ?? null}::uuid)`),
      )
      .orderBy('deadline_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
  await forEachLocked(db, findNext, (transaction, { id }) => finishLocked(transaction, id, now), { rowsMax: expiredMax })
}

/** Finishes one simulation, or all of one member's, if the deadline and the grace period have passed. Waits for concurrent calls. */
export async function finishExpired(db: Kysely<Tables>, now: Date, of: { id: string } | { userId: string }): Promise<void> {
  if ('id' in of && !isUuid(of.id)) return
  const expired = await selectExpired(db, now)
    .where('id' in of ? 'attempts.id' : 'user_id', '=', 'id' in of ? of.id : of.userId)
    .execute()
  for (const { id } of expired) await transact(db, (transaction) => finishLocked(transaction, id, now))
}

function selectExpired(db: Db, now: Date) {
  return db
    .selectFrom('attempts')
    .select(['id', 'deadline_at'])
    .where('finished_at', 'is', null)
    .where('deadline_at', '<', new Date(now.getTime() - graceMs))
}

async function finishLocked(transaction: Db, id: string, now: Date): Promise<void> {
  const locked = await lockAttempt(transaction, id)
  if (locked) await finishAtDeadline(transaction, locked.stored, now)
}

/** Finishes the attempt if its deadline and the grace period have passed. The caller's transaction must have locked the attempt. */
export async function finishAtDeadline(transaction: Db, stored: StoredAttempt, now: Date): Promise<StoredAttempt> {
  const { deadlineAt, attempt } = stored
  if (!deadlineAt || hasFinished(attempt) || now.getTime() <= deadlineAt.getTime() + graceMs) return stored
  const move = completeFinish(stored, { type: 'finish', at: deadlineAt.getTime() })
  const finished = applyMove(attempt, move) ?? attempt
  if (stored.userId !== null) await lockMember(transaction, stored.userId)
  const result = await recordMoves(transaction, stored, attempt, finished, [{ key: randomUUID(), move }], now)
  return { ...stored, ...result, attempt: finished, next: stored.next + 1, changedAt: now }
}

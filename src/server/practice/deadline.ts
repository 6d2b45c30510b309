/** Deadlines of simulations. The server finishes a simulation whose time is over, as of its deadline. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { finish, hasFinished, type JournalEntry } from '#exam/attempt.ts'
import { recordMoves } from '#server/practice/record-results.ts'
import { lockAttempt, type StoredAttempt } from '#server/practice/store.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { lockMember } from '#server/review/index.ts'

/** How long after the deadline the server still accepts moves that were made before it. */
const graceMs = 5_000
const expiredMax = 500

/**
 * Finishes simulations whose deadline has passed and grades the answers recorded by then: one attempt, those of one member, or
 * all. A failure does not stop the others.
 *
 * @throws the first failure, after all other attempts were finished
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
        const locked = await lockAttempt(transaction, id)
        if (locked) await finishAtDeadline(transaction, locked.stored, now)
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Finishes the attempt if its deadline has passed. The caller's transaction must have locked the attempt. */
export async function finishAtDeadline(transaction: Db, stored: StoredAttempt, now: Date): Promise<StoredAttempt> {
  const { deadlineAt, attempt } = stored
  if (!deadlineAt || hasFinished(attempt) || now.getTime() <= deadlineAt.getTime() + graceMs) return stored
  const at = deadlineAt.getTime()
  const entry: JournalEntry = { key: randomUUID(), move: { type: 'finish', at } }
  const finished = finish(attempt, at)
  if (stored.userId !== null) await lockMember(transaction, stored.userId)
  const result = await recordMoves(transaction, stored, attempt, finished, [entry], now)
  return { ...stored, ...result, attempt: finished, next: stored.next + 1, changedAt: now }
}

/** Moves a guest's simulation into the account of the member who presents its secret. */
import type { Kysely } from 'kysely'
import { hasFinished } from '#exam/attempt.ts'
import { finishAtDeadline } from '#server/practice/deadline.ts'
import { recordMoves } from '#server/practice/record-results.ts'
import { findSimulationInProgress, lockAttempt } from '#server/practice/store.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { lockMember } from '#server/review/index.ts'

export type AdoptionResult = { ok: true } | { ok: false; refusal: 'ATTEMPT_MISSING' | 'SIMULATION_UNDER_WAY' }

/**
 * Moves a guest's simulation into the member's account and invalidates its secret. If the simulation is finished, stores its final answers
 * and schedules their reviews; the statistics of the questions have already counted them. Does nothing if the member already owns the
 * simulation.
 */
export async function adoptAttempt(
  db: Kysely<Tables>,
  { id, secret, userId }: { id: string; secret: string; userId: string },
  now: Date,
): Promise<AdoptionResult> {
  if (!isUuid(id)) return { ok: false, refusal: 'ATTEMPT_MISSING' }
  return transact(db, async (transaction): Promise<AdoptionResult> => {
    const locked = await lockAttempt(transaction, id, { secret })
    if (locked?.stored.userId === userId) return { ok: true }
    if (!locked?.isOwner || locked.stored.userId !== null) return { ok: false, refusal: 'ATTEMPT_MISSING' }
    const stored = await finishAtDeadline(transaction, locked.stored, now)
    const { attempt } = stored
    await lockMember(transaction, userId)
    if (!hasFinished(attempt) && (await findSimulationInProgress(transaction, userId, attempt.certificationId, now)))
      return { ok: false, refusal: 'SIMULATION_UNDER_WAY' }
    await transaction
      .updateTable('attempts')
      .set({ user_id: userId, secret_hash: null, changed_at: now, was_counted_for_guest: hasFinished(attempt) })
      .where('id', '=', id)
      .execute()
    await transaction.updateTable('attempt_moves').set({ user_id: userId }).where('attempt_id', '=', id).execute()
    if (hasFinished(attempt)) await recordMoves(transaction, { ...stored, userId }, undefined, attempt, [], now, true)
    return { ok: true }
  })
}

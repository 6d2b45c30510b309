/** The notices of members whose answer got a different grade: one per correction, until the member dismisses it. */
import { sql, type Kysely } from 'kysely'
import { toLocalMoment } from '#exam/planning/local-day.ts'
import type { CorrectionNotice } from '#exam/results/correction.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { readSettings } from '#server/settings/index.ts'

const noticesMax = 5

/** The member's latest notices that are not dismissed, latest first. */
export async function listCorrectionNotices(db: Db, userId: string): Promise<CorrectionNotice[]> {
  const rows = await db
    .selectFrom('correction_notices as notice')
    .innerJoin('rescores', 'rescores.challenge_id', 'notice.challenge_id')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('rescored_attempts')
          .innerJoin('attempts', 'attempts.id', 'rescored_attempts.attempt_id')
          .select(sql<number>`count(*)::int`.as('attempts'))
          .select(
            sql<string>`(array_agg(rescored_attempts.attempt_id order by attempts.started_at desc, attempts.id desc))[1]`.as('attempt_id'),
          )
          .whereRef('rescored_attempts.user_id', '=', 'notice.user_id')
          .whereRef('rescored_attempts.challenge_id', '=', 'notice.challenge_id')
          .whereRef('was_correct', '<>', 'is_correct')
          .as('changed'),
      (join) => join.onTrue(),
    )
    .select(['notice.challenge_id as challengeId', 'notice.created_at', 'rescores.certification_id as certificationId'])
    .select(['rescores.public_reason as publicReason', 'changed.attempts', 'changed.attempt_id as attemptId'])
    .where('notice.user_id', '=', userId)
    .where('notice.dismissed_at', 'is', null)
    // The member may have deleted the attempts.
    .where('changed.attempts', '>', 0)
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.challenge_id')
    .limit(noticesMax)
    .execute()
  if (rows.length === 0) return []
  const { timeZone } = await readSettings(db, userId)
  return rows.map(({ created_at, ...notice }) => ({ ...notice, correctedOn: toLocalMoment(created_at.getTime(), timeZone).day }))
}

/** Does nothing when the member has no such notice. */
export async function dismissCorrectionNotice(db: Kysely<Tables>, userId: string, challengeId: string, now: Date): Promise<void> {
  if (!isUuid(challengeId)) return
  await db
    .updateTable('correction_notices')
    .set({ dismissed_at: now })
    .where('user_id', '=', userId)
    .where('challenge_id', '=', challengeId)
    .where('dismissed_at', 'is', null)
    .execute()
}

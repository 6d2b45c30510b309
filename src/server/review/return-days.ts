/** Finds when reviewed questions come back. */
import { toLocalTime } from '#exam/planning/local-day.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db } from '#server/db/tables.ts'
import { dueAt, selectCards } from '#server/review/cards.ts'
import { readReviewMember } from '#server/review/review-member.ts'

/** A question and the day on which it is due, or today if it is overdue: ISO text in the member's time zone. */
type QuestionReturn = { questionId: string; dueOn: string }

/** The questions of one of the member's attempts with a scheduled review, soonest first. Empty for another user's attempt. */
export async function listReturns(db: Db, userId: string, attemptId: string, now: Date): Promise<QuestionReturn[]> {
  if (!isUuid(attemptId)) return []
  const attempt = await db
    .selectFrom('attempts')
    .select(['certification_id', 'questions'])
    .where('id', '=', attemptId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const ids = attempt?.questions.map(({ id }) => id).filter(isUuid) ?? []
  if (!attempt || ids.length === 0) return []
  const member = await readReviewMember(db, userId, attempt.certification_id, now)
  const rows = await selectCards(db, userId, member)
    .select(['card.question_id as questionId', dueAt.as('dueAt')])
    .where('card.question_id', 'in', ids)
    .orderBy(dueAt)
    .orderBy('card.question_id')
    .execute()
  return rows.map(({ questionId, dueAt: at }) => ({
    questionId,
    dueOn: toLocalTime(Math.max(at.getTime(), now.getTime()), member.timeZone).day,
  }))
}

/** The questions that are due in a member's daily review. */
import { sql } from 'kysely'
import { addDays, daysBetween, toLocalTime } from '#exam/planning/local-day.ts'
import { isLastRound, planExamReview } from '#server/review/exam-plan.ts'
import { dueAt, selectCards } from '#server/review/cards.ts'
import { readMemories } from '#server/review/read-memories.ts'
import { readReviewMember, startOfDay, type ReviewMember } from '#server/review/review-member.ts'
import type { Db } from '#server/db/tables.ts'

/** Due questions of one certification. Days are ISO text in the member's time zone. */
export type DueReviews = {
  /** With an upcoming exam date, in the order of the exam plan. Otherwise, most overdue first, then weakest memory first. At most `leftToday`. */
  questionIds: string[]
  /**
   * Number of due questions, including those beyond the daily limit. In the last round before an exam, the number that the limit allows.
   */
  dueCount: number
  /** How many questions are left of the daily limit, across all certifications. */
  leftToday: number
  /** The next day on which another question becomes due; `null` when there is none. */
  nextDueOn: string | null
}

/** `oldestDueOn`: the due day of the question that has been due longest; `null` when nothing is due. */
export type ReviewCounts = {
  leftToday: number
  certifications: { id: string; dueCount: number; oldestDueOn: string | null; nextDueOn: string | null }[]
}

/** The published questions that the member can review now. */
export async function listDue(db: Db, userId: string, certificationId: string, now: Date): Promise<DueReviews> {
  const member = await readReviewMember(db, userId, certificationId, now)
  const leftToday = await countLeftToday(db, userId, member)
  const counts = await countCards(db, userId, { member, leftToday }, now, certificationId)
  const { dueCount, nextDueOn } = counts[0] ?? { dueCount: 0, nextDueOn: null }
  if (dueCount > 0 && member.lastDay !== undefined) {
    const { dailyQuestions, today, lastDay } = member
    const cards = await readMemories(db, userId, certificationId, member, now)
    return {
      questionIds: planExamReview(cards, leftToday, { daysLeft: daysBetween(today, lastDay) + 1, dailyQuestions }),
      dueCount,
      leftToday,
      nextDueOn,
    }
  }
  const due = await selectCards(db, userId, member)
    .select('card.question_id')
    .where('card.certification_id', '=', certificationId)
    .where(dueAt, '<=', now)
    .orderBy(dueAt)
    .orderBy(sql`(card.card ->> 'stability')::float8`)
    .orderBy('card.question_id')
    .limit(leftToday)
    .execute()
  return { questionIds: due.map(({ question_id }) => question_id), dueCount, leftToday, nextDueOn }
}

/** Counts of due questions for every certification with scheduled reviews, ordered by certification id. */
export async function countReviews(db: Db, userId: string, now: Date): Promise<ReviewCounts> {
  const member = await readReviewMember(db, userId, undefined, now)
  const leftToday = await countLeftToday(db, userId, member)
  return { leftToday, certifications: await countCards(db, userId, { member, leftToday }, now) }
}

async function countCards(
  db: Db,
  userId: string,
  { member, leftToday }: { member: ReviewMember; leftToday: number },
  now: Date,
  certificationId?: string,
): Promise<ReviewCounts['certifications']> {
  const { today, dailyQuestions, timeZone } = member
  const rows = await selectCards(db, userId, member)
    .leftJoin('exam_dates as coming', (join) =>
      join
        .onRef('coming.user_id', '=', 'card.user_id')
        .onRef('coming.certification_id', '=', 'card.certification_id')
        .on('coming.exam_on', '>', today),
    )
    .select([
      'card.certification_id as id',
      'coming.exam_on as examOn',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(*) filter (where left(card.card ->> 'last_review', 10) < ${today})::int`.as('openCount'),
      sql<number>`count(*) filter (where ${dueAt} <= ${now})::int`.as('dueCount'),
      sql<Date | null>`min(${dueAt})`.as('oldestDueAt'),
      sql<Date | null>`min(${dueAt}) filter (where ${dueAt} > ${now})`.as('nextDueAt'),
    ])
    .$if(certificationId !== undefined, (query) => query.where('card.certification_id', '=', certificationId ?? ''))
    .groupBy(['card.certification_id', 'coming.exam_on'])
    .orderBy('card.certification_id')
    .execute()
  const dayOf = (at: Date | null) => at && toLocalTime(at.getTime(), timeZone).day
  return rows.map(({ id, examOn, count, openCount, dueCount, oldestDueAt, nextDueAt }) => {
    const daysLeft = examOn === null ? Infinity : daysBetween(today, examOn)
    if (isLastRound(count, { daysLeft, dailyQuestions })) {
      const planned = Math.min(openCount, leftToday)
      return {
        id,
        dueCount: planned,
        oldestDueOn: planned === 0 ? null : today,
        nextDueOn: daysLeft > 1 ? addDays(today, 1) : dayOf(nextDueAt),
      }
    }
    return { id, dueCount, oldestDueOn: dueCount === 0 ? null : dayOf(oldestDueAt), nextDueOn: dayOf(nextDueAt) }
  })
}

/** The daily limit minus the answers that became final today in reviews of any certification. */
async function countLeftToday(db: Db, userId: string, member: ReviewMember): Promise<number> {
  const { count } = await db
    .selectFrom('final_answers as answer')
    .innerJoin('attempts', 'attempts.id', 'answer.attempt_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('answer.user_id', '=', userId)
    .where('answer.finalized_at', '>=', startOfDay(member.today, member))
    .where('attempts.question_set', '=', 'review')
    .executeTakeFirstOrThrow()
  return Math.max(0, member.dailyQuestions - count)
}

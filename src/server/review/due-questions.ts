/** The questions that are due for a member's daily review. */
import { sql } from 'kysely'
import { toLocalTime } from '#exam/local-day.ts'
import { readReviewMember, startOfDay, type ReviewMember } from '#server/review/review-member.ts'
import type { Db } from '#server/db/tables.ts'

/** Due questions of one certification. Days are ISO text in the member's time zone. */
export type DueReviews = {
  /** Most overdue first; of the same day, the weakest memory first. At most `leftToday`. */
  questionIds: string[]
  /** All due questions, including those beyond the daily limit. */
  dueCount: number
  /** How many questions are left of the daily limit, across all certifications. */
  leftToday: number
  /** The next day with a question that is not due yet; `null` when there is none. */
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
  const counts = await countCards(db, userId, member, now, certificationId)
  const { dueCount, nextDueOn } = counts[0] ?? { dueCount: 0, nextDueOn: null }
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
  return { leftToday: await countLeftToday(db, userId, member), certifications: await countCards(db, userId, member, now) }
}

/** Cards of published questions. `past` is the exam date, if the exam is today or over. */
export function selectCards(db: Db, userId: string, { today }: ReviewMember) {
  return db
    .selectFrom('review_cards as card')
    .innerJoin('question_entries as entry', (join) =>
      join
        .onRef('entry.question_id', '=', 'card.question_id')
        .onRef('entry.exam_id', '=', 'card.certification_id')
        .on('entry.state', '=', 'published'),
    )
    .leftJoin('exam_dates as past', (join) =>
      join
        .onRef('past.user_id', '=', 'card.user_id')
        .onRef('past.certification_id', '=', 'card.certification_id')
        .on('past.exam_on', '<=', today),
    )
    .where('card.user_id', '=', userId)
}

/** When a card is due. From the day of the exam on, the exam date no longer limits it. */
export const dueAt = sql<Date>`case when past.exam_on is null then card.due_at else (card.card ->> 'plainDueAt')::timestamptz end`

async function countCards(
  db: Db,
  userId: string,
  member: ReviewMember,
  now: Date,
  certificationId?: string,
): Promise<ReviewCounts['certifications']> {
  const rows = await selectCards(db, userId, member)
    .select([
      'card.certification_id as id',
      sql<number>`count(*) filter (where ${dueAt} <= ${now})::int`.as('dueCount'),
      sql<Date | null>`min(${dueAt})`.as('oldestDueAt'),
      sql<Date | null>`min(${dueAt}) filter (where ${dueAt} > ${now})`.as('nextDueAt'),
    ])
    .$if(certificationId !== undefined, (query) => query.where('card.certification_id', '=', certificationId ?? ''))
    .groupBy('card.certification_id')
    .orderBy('card.certification_id')
    .execute()
  const dayOf = (at: Date | null) => at && toLocalTime(at.getTime(), member.timeZone).day
  return rows.map(({ id, dueCount, oldestDueAt, nextDueAt }) => ({
    id,
    dueCount,
    oldestDueOn: dueCount === 0 ? null : dayOf(oldestDueAt),
    nextDueOn: dayOf(nextDueAt),
  }))
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

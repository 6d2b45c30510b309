/** The query for a member's cards. */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { ReviewMember } from '#server/review/review-member.ts'

/** Cards of published questions. `past` is the row of the exam date if that date is today or earlier. */
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

/** When a card is due. From the day of the exam on, the exam date no longer affects when it is due. */
export const dueAt = sql<Date>`case when past.exam_on is null then card.due_at else (card.card ->> 'plainDueAt')::timestamptz end`

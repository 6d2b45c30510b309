/** Reads the member's memory of each question of a certification, for the exam plan. */
import { sql } from 'kysely'
import { midWeight } from '#exam/certification.ts'
import { daysBetween } from '#exam/planning/local-day.ts'
import type { Db } from '#server/db/tables.ts'
import { selectCards } from '#server/review/cards.ts'
import type { ReviewMemory } from '#server/review/exam-plan.ts'
import type { ReviewMember } from '#server/review/review-member.ts'

/** A skill area's weight is divided among the questions in it that the member has answered. Without an outline, all questions weigh the same. */
export async function readMemories(
  db: Db,
  userId: string,
  certificationId: string,
  member: ReviewMember,
  now: Date,
): Promise<ReviewMemory[]> {
  const areas = await db
    .selectFrom('skill_areas')
    .select(['name', 'weight_min as weightMin', 'weight_max as weightMax'])
    .where('certification_id', '=', certificationId)
    .execute()
  const rows = await selectCards(db, userId, member)
    .select([
      'card.question_id as questionId',
      'entry.skill_area as area',
      sql<number>`(card.card ->> 'stability')::float8`.as('stability'),
      sql<number>`(card.card ->> 'difficulty')::float8`.as('difficulty'),
      sql<string>`left(card.card ->> 'last_review', 10)`.as('lastDay'),
      sql<boolean>`(card.card ->> 'plainDueAt')::timestamptz <= ${now}`.as('isDue'),
    ])
    .where('card.certification_id', '=', certificationId)
    .execute()
  const weights = new Map(areas.map((area) => [area.name, midWeight(area)]))
  const sizes = new Map<string, number>()
  for (const { area } of rows) sizes.set(area, (sizes.get(area) ?? 0) + 1)
  return rows.map(({ area, lastDay, ...memory }) => ({
    ...memory,
    daysSince: Math.max(0, daysBetween(lastDay, member.today)),
    weight: areas.length === 0 ? 1 : (weights.get(area) ?? 0) / (sizes.get(area) ?? 1),
  }))
}

/** Counts how many of a member's answers became final on each recent day. */
import { sql } from 'kysely'
import { dayMs } from '#exam/duration.ts'
import { listDailyActivity, quarterHourMs } from '#exam/progress.ts'
import type { Db } from '#server/db/tables.ts'

/** The last `dayCount` days in a time zone, oldest first. At most the twelve weeks of `exam/progress.ts`. */
export async function listDailyAnswers(
  db: Db,
  userId: string,
  { timeZone, dayCount }: { timeZone: string; dayCount: number },
  now: Date,
): Promise<{ day: string; answers: number }[]> {
  // One extra day, because the first day may start earlier in another time zone.
  const from = new Date(now.getTime() - (dayCount + 1) * dayMs)
  const quarters = await countAnswersByQuarter(db, userId, from)
  const days = listDailyActivity(
    quarters.map((quarter) => ({ ...quarter, activeMs: 0 })),
    timeZone,
    now.getTime(),
  )
  return days.slice(-dayCount).map(({ day, answers }) => ({ day, answers }))
}

/** How many answers became final in each quarter of an hour since `from`. `quarter` is the number of quarter hours since 1970. */
export function countAnswersByQuarter(db: Db, userId: string, from: Date): Promise<{ quarter: number; answers: number }[]> {
  return db
    .selectFrom('final_answers')
    .select([quarterHourOf('finalized_at').as('quarter'), sql<number>`count(*)::int`.as('answers')])
    .where('user_id', '=', userId)
    .where('finalized_at', '>=', from)
    .groupBy('quarter')
    .execute()
}

export function quarterHourOf(column: 'made_at' | 'finalized_at') {
  return sql<number>`floor(extract(epoch from ${sql.ref(column)})::float8 / ${sql.lit(quarterHourMs / 1000)})::int`
}

/** Counts of what is limited, such as tries to sign in, in the database, so that every process and every restart knows of them. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

export type RateLimit = { name: string; max: number; windowMs: number }

/**
 * Takes one of the tries that a subject has in the current window; `false` when none is left. Safe to call from
 * several processes at once: counting and deciding are one statement.
 */
export async function consumeRateLimit(db: Db, { name, max, windowMs }: RateLimit, subject: string, now: Date): Promise<boolean> {
  const windowEnd = new Date(now.getTime() + windowMs)
  const isOver = sql`limit_counts.window_ends_at <= ${now}`
  const { count } = await db
    .insertInto('limit_counts')
    .values({ key: `${name}:${subject}`, count: 1, window_ends_at: windowEnd })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else limit_counts.count + 1 end`,
        window_ends_at: sql<Date>`case when ${isOver} then ${windowEnd} else limit_counts.window_ends_at end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count <= max
}

/** Gives a try back that turned out to be a good one. */
export async function refundRateLimit(db: Db, { name }: RateLimit, subject: string): Promise<void> {
  await db
    .updateTable('limit_counts')
    .set({ count: sql<number>`greatest(limit_counts.count - 1, 0)` })
    .where('key', '=', `${name}:${subject}`)
    .execute()
}

/** Forgets windows that are over. */
export async function removeExpiredRateLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('limit_counts').where('window_ends_at', '<=', now).execute()
}

/** Stands for an address without naming it: addresses of people without an account are nobody's to keep. */
export function pseudonymOf(address: string, secretKey: string): string {
  return createHmac('sha256', secretKey).update(address.trim().toLowerCase()).digest('base64url')
}

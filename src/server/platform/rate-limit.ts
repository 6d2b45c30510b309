/** Rate limits: counters in the database, shared by all processes, and counters in memory for frequent requests. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** At most `max` requests per subject in each window. */
export type RateLimit = { name: string; max: number; windowMs: number }

/** Counts requests per subject in each window. */
export type RequestCounter = Omit<RateLimit, 'max'>

/** Counts a request of the subject. `false` when it exceeds the limit. One statement, so concurrent processes are safe. */
export async function consumeRateLimit(db: Db, { max, ...counter }: RateLimit, subject: string, now: Date): Promise<boolean> {
  return (await countRequest(db, counter, subject, now)) <= max
}

/** Counts a request of the subject and returns how many there are in the window, including this one. */
export async function countRequest(db: Db, { name, windowMs }: RequestCounter, subject: string, now: Date): Promise<number> {
  const windowEnd = new Date(now.getTime() + windowMs)
  const hasExpired = sql`rate_limit_counts.window_ends_at <= ${now}`
  const { count } = await db
    .insertInto('rate_limit_counts')
    .values({ key: `${name}:${subject}`, count: 1, window_ends_at: windowEnd })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${hasExpired} then 1 else rate_limit_counts.count + 1 end`,
        window_ends_at: sql<Date>`case when ${hasExpired} then ${windowEnd} else rate_limit_counts.window_ends_at end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

/** How many requests of the subject were counted in the current window. */
export async function readRequestCount(db: Db, { name }: Pick<RequestCounter, 'name'>, subject: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('rate_limit_counts')
    .select('count')
    .where('key', '=', `${name}:${subject}`)
    .where('window_ends_at', '>', now)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Refunds one request of the subject, for example after a successful sign-in. */
export async function refundRateLimit(db: Db, { name }: RequestCounter, subject: string): Promise<void> {
  await db
    .updateTable('rate_limit_counts')
    .set({ count: sql<number>`greatest(rate_limit_counts.count - 1, 0)` })
    .where('key', '=', `${name}:${subject}`)
    .execute()
}

/** When the latest window of the subject ends or ended. `undefined` if no window is stored. */
export async function findWindowEnd(db: Db, { name }: RequestCounter, subject: string): Promise<Date | undefined> {
  const row = await db.selectFrom('rate_limit_counts').select('window_ends_at').where('key', '=', `${name}:${subject}`).executeTakeFirst()
  return row?.window_ends_at
}

/** Deletes the counters of expired windows. */
export async function removeExpiredRateLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limit_counts').where('window_ends_at', '<=', now).execute()
}

/** A keyed hash of an address, so that the counters do not store addresses of people without an account. */
export function pseudonymOf(address: string, secretKey: string): string {
  return createHmac('sha256', secretKey).update(address.trim().toLowerCase()).digest('base64url')
}

/** Counts a request. Returns the milliseconds until the subject may continue, or 0 if the request is allowed. `nowMs`: a monotonic clock. */
export type RateLimiter = (subject: string, nowMs: number) => number

/**
 * A limiter that counts in memory, for requests so frequent that counting in the database would cost as much as the request. Each process
 * counts on its own. The window is the same for all subjects.
 */
export function createRateLimiter({ max, windowMs }: Omit<RateLimit, 'name'>): RateLimiter {
  const counts = new Map<string, number>()
  let windowEndsAt = -Infinity
  return (subject, nowMs) => {
    if (nowMs >= windowEndsAt) {
      counts.clear()
      windowEndsAt = nowMs + windowMs
    }
    const count = (counts.get(subject) ?? 0) + 1
    counts.set(subject, count)
    return count > max ? windowEndsAt - nowMs : 0
  }
}

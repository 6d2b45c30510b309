/** Deletes expired sessions, tokens, and rate limit counters, and known devices without a sign-in for a year. */
import { dayMs } from '#exam/duration.ts'
import type { Kysely } from 'kysely'
import { removeExpiredRateLimits } from '#server/platform/rate-limit.ts'
import type { Tables } from '#server/db/tables.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'

const deviceDays = 365

export const accountMaintenance: MaintenanceTask[] = [
  { name: 'delete-expired-sessions', cron: '0 * * * *', run: (db) => deleteExpired(db, new Date()) },
]

export async function deleteExpired(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('verifications').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('rate_limits')
    .where('last_request', '<', now.getTime() - dayMs)
    .execute()
  await db
    .deleteFrom('known_devices')
    .where('seen_at', '<', new Date(now.getTime() - deviceDays * dayMs))
    .execute()
  await removeExpiredRateLimits(db, now)
}

/**
 * Tells members when an exam they practise is retired. What each certification was when it was last looked at is kept, so
 * that a retirement is news once, whether an administrator or a content file brought it; and who was told is kept, so that
 * nobody hears of it twice.
 */
import { dayMs } from '#exam/duration.ts'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { isApproximate } from '#exam/certification.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { Upkeep } from '#server/platform/jobs.ts'
import { retirementMail } from '#server/reminders/reminder-messages.ts'
import type { ReminderServices } from '#server/reminders/reminders.ts'
import { unsubscribeUrl } from '#server/reminders/unsubscribe.ts'
import { findCertification } from '#server/catalogue/index.ts'
import type { CatalogueEntry } from '#server/catalogue/index.ts'

/** Whoever has not practised for longer is not told. */
const practisedDays = 180
const batch = 100

export function retirementUpkeep(parts: Omit<ReminderServices, 'jobs'>): Upkeep {
  return { name: 'retirements', everyMinutes: 60, run: (db, jobs) => announceRetirements(db, { ...parts, jobs }, new Date()) }
}

/** Of a certification that was never looked at, what it is now is no news. */
export async function announceRetirements(db: Kysely<Tables>, parts: ReminderServices, now: Date): Promise<void> {
  for (const { id, status, announced } of await listChanges(db)) {
    if (status === 'retired' && announced !== null) await announce(db, parts, id, now)
    await db
      .insertInto('announced_statuses')
      .values({ certification_id: id, status })
      .onConflict((conflict) => conflict.column('certification_id').doUpdateSet({ status }))
      .execute()
  }
}

async function listChanges(db: Db) {
  const rows = await db
    .selectFrom('certifications')
    .leftJoin('announced_statuses', 'certification_id', 'certifications.id')
    .select(['certifications.id', 'certifications.status', 'announced_statuses.status as announced'])
    .orderBy('certifications.id')
    .execute()
  return rows.filter(({ status, announced }) => status !== announced)
}

async function announce(db: Kysely<Tables>, parts: ReminderServices, id: string, now: Date): Promise<void> {
  const entry = await findCertification(db, id)
  if (!entry) return
  const since = new Date(now.getTime() - practisedDays * dayMs)
  for (let found = await listUntold(db, id, since); found.length > 0; found = await listUntold(db, id, since)) {
    for (const member of found) {
      const told = await db
        .insertInto('announced_retirements')
        .values({ user_id: member.id, certification_id: id })
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .executeTakeFirst()
      // Of several processes, one writes the row and the message.
      if (told) await parts.jobs.sendMail(messageTo(member, entry, parts))
    }
  }
}

/** Members who have answered something of it since, want to be told, and have not been. */
async function listUntold(db: Db, certificationId: string, since: Date): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('user_profiles')
    .innerJoin('users', 'users.id', 'user_profiles.id')
    .select(['users.id', 'users.email'])
    .where('email_notifications', '=', true)
    .where('email_verified', '=', true)
    .where('disabled_at', 'is', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('attempts')
          .select('attempts.id')
          .whereRef('attempts.user_id', '=', 'users.id')
          .where('attempts.certification_id', '=', certificationId)
          .where('attempts.changed_at', '>=', since)
          .where(sql<boolean>`attempts.state -> 'answers' <> '{}'::jsonb`),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('announced_retirements')
            .select('announced_retirements.user_id')
            .whereRef('announced_retirements.user_id', '=', 'users.id')
            .where('announced_retirements.certification_id', '=', certificationId),
        ),
      ),
    )
    .orderBy('users.id')
    .limit(batch)
    .execute()
}

function messageTo(member: { id: string; email: string }, entry: CatalogueEntry, { origin, tokens }: Omit<ReminderServices, 'jobs'>) {
  const { id, name, retiredOn, successor } = entry
  return retirementMail({
    address: member.email,
    origin,
    unsubscribe: unsubscribeUrl(origin, tokens, { userId: member.id, kind: 'emailNotifications' }),
    certificationId: id,
    name,
    retiredOn,
    isApproximate: isApproximate(entry, 'retiredOn'),
    successor,
  })
}

/**
 * Notifies members when an exam they practice is retired. The last announced status of each certification is stored, so a retirement is
 * announced once, whether it came from an administrator or a content file. The notified members are stored, so each gets only one message per exam.
 */
import { dayMs } from '#exam/duration.ts'
import type { Kysely } from 'kysely'
import { isApproximate } from '#exam/certification.ts'
import { forEachLocked } from '#server/db/for-each-locked.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import { retirementMail } from '#server/reminders/reminder-messages.ts'
import { selectNextRecipient, writeTo, type ReminderRecipient, type ReminderServices } from '#server/reminders/recipients.ts'
import { findCertification } from '#server/catalogue/index.ts'
import { hasAnswer } from '#server/db/folded-state.ts'

/** Members who have not practiced for longer than this are not notified. */
const practicedDays = 180

export function retirementMaintenance(services: Omit<ReminderServices, 'jobs'>): MaintenanceTask {
  return { name: 'announce-retirements', cron: '0 * * * *', run: (db, jobs) => announceRetirements(db, { ...services, jobs }, new Date()) }
}

/** Announces certifications that became retired. On first sight of a certification, its status is recorded without notifying members. */
export async function announceRetirements(db: Kysely<Tables>, services: ReminderServices, now: Date): Promise<void> {
  for (const { id, status, announced } of await listChanges(db)) {
    if (status === 'retired' && announced !== null) await announce(db, services, id, now)
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

async function announce(db: Kysely<Tables>, services: ReminderServices, id: string, now: Date): Promise<void> {
  const entry = await findCertification(db, id)
  if (!entry) return
  const { name, retiredOn, successor } = entry
  const about = { certificationId: id, name, retiredOn, successor, isApproximate: isApproximate(entry, 'retiredOn') }
  const since = new Date(now.getTime() - practicedDays * dayMs)
  await forEachLocked(
    db,
    (transaction, last: ReminderRecipient | undefined) => findNextRecipient(transaction, id, since, last),
    async (transaction, member) => {
      await transaction.insertInto('announced_retirements').values({ user_id: member.id, certification_id: id }).execute()
      const message = writeTo(member, services, 'emailNotifications', (letter) => retirementMail({ ...letter, ...about }))
      await services.jobs.sendMail(message, transaction)
    },
  )
}

/** The next member with notifications enabled who has practiced the certification since `since` and was not notified yet. */
async function findNextRecipient(transaction: Db, certificationId: string, since: Date, last: ReminderRecipient | undefined) {
  return selectNextRecipient(transaction, 'email_notifications', last)
    .where((row) =>
      row.exists(
        row
          .selectFrom('attempts')
          .select('attempts.id')
          .whereRef('attempts.user_id', '=', 'users.id')
          .where('attempts.certification_id', '=', certificationId)
          .where('attempts.changed_at', '>=', since)
          .where(hasAnswer),
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
    .executeTakeFirst()
}

/**
 * Reminders 180, 90, and 30 days before the day on which a certification expires, in the morning of the member's time zone. If the certification
 * can no longer be renewed, the message says so. A missed reminder is sent late; of several missed ones, only the latest is sent.
 */
import type { Kysely } from 'kysely'
import { isApproximate, isRenewable } from '#exam/certification.ts'
import { addDays, daysBetween, parseTimeZone, toInstant, toLocalTime } from '#exam/planning/local-day.ts'
import { findDueReminder, renewalReminderDays } from '#exam/planning/renewal.ts'
import { findCertification } from '#server/catalogue/index.ts'
import { forEachLocked } from '#server/db/for-each-locked.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import { writeTo, type ReminderRecipient, type ReminderServices } from '#server/reminders/recipients.ts'
import { renewalMail } from '#server/reminders/renewal-mail.ts'

const sentFromHour = 8

type RenewalRow = ReminderRecipient & { certificationId: string; endsOn: string; remindedDays: number | null; timeZone: string | null }

export function renewalMaintenance(services: Omit<ReminderServices, 'jobs'>): MaintenanceTask {
  return {
    name: 'send-renewal-reminders',
    cron: '10 * * * *',
    run: (db, jobs, signal) => sendRenewalReminders(db, { ...services, jobs }, new Date(), signal),
  }
}

export async function sendRenewalReminders(db: Kysely<Tables>, services: ReminderServices, now: Date, signal?: AbortSignal): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  await forEachLocked(
    db,
    (transaction, last: RenewalRow | undefined) => findNextRow(transaction, today, last),
    async (transaction, row) => {
      const timeZone = parseTimeZone(row.timeZone ?? '') ?? 'UTC'
      const { day, hour } = toLocalTime(now.getTime(), timeZone)
      const daysLeft = daysBetween(day, row.endsOn)
      const due = findDueReminder(daysLeft, row.remindedDays)
      const certification = await findCertification(transaction, row.certificationId)
      if (hour < sentFromHour || due === undefined || !certification) return
      await transaction
        .updateTable('renewal_dates')
        .set({ reminded_days: due })
        .where('user_id', '=', row.id)
        .where('certification_id', '=', row.certificationId)
        .execute()
      const about = {
        certificationId: certification.id,
        name: certification.name,
        endsOn: row.endsOn,
        daysLeft,
        isRenewable: isRenewable(certification),
        successor: certification.successor,
        isSuccessorOurs: isApproximate(certification, 'successor'),
        goodUntil: new Date(toInstant(addDays(day, 1), 0, timeZone)),
      }
      const message = writeTo(row, services, 'renewalReminders', (letter) => renewalMail({ ...letter, ...about }))
      await services.jobs.sendMail(message, transaction)
    },
    { signal },
  )
}

/** The next row whose reminder may be due. Includes reminders that are due within a day, because the day differs between time zones. */
async function findNextRow(transaction: Db, today: string, last: RenewalRow | undefined): Promise<RenewalRow | undefined> {
  return transaction
    .selectFrom('renewal_dates as dates')
    .innerJoin('users', 'users.id', 'dates.user_id')
    .leftJoin('user_profiles', 'user_profiles.id', 'dates.user_id')
    .select([
      'users.id',
      'users.email',
      'dates.certification_id as certificationId',
      'dates.ends_on as endsOn',
      'dates.reminded_days as remindedDays',
      'user_profiles.time_zone as timeZone',
      'user_profiles.language',
    ])
    .where('dates.reminds', '=', true)
    .where('dates.ends_on', '>=', addDays(today, -1))
    .where((row) =>
      row.or(
        renewalReminderDays.map((days) =>
          row.and([
            row('dates.ends_on', '<=', addDays(today, days + 1)),
            row.or([row('dates.reminded_days', 'is', null), row('dates.reminded_days', '>', days)]),
          ]),
        ),
      ),
    )
    .where('users.email_verified', '=', true)
    .where('users.disabled_at', 'is', null)
    .$if(last !== undefined, (rows) =>
      rows.where((row) =>
        row.or([
          row('dates.user_id', '>', last?.id ?? ''),
          row.and([row('dates.user_id', '=', last?.id ?? ''), row('dates.certification_id', '>', last?.certificationId ?? '')]),
        ]),
      ),
    )
    .orderBy('dates.user_id')
    .orderBy('dates.certification_id')
    .limit(1)
    .forUpdate('dates')
    .skipLocked()
    .executeTakeFirst()
}

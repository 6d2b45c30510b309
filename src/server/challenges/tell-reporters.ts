/**
 * Mail about decided challenges. A decision marks the reports to answer. This job queues each message in the transaction that removes the
 * mark, so each message is queued exactly once, even if a process fails.
 */
import { sql, type Kysely } from 'kysely'
import { decisionMail } from '#server/challenges/decision-mail.ts'
import { forEachLocked } from '#server/db/for-each-locked.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import { writeTo, type ReminderServices } from '#server/reminders/index.ts'

export function challengeMaintenance(services: Omit<ReminderServices, 'jobs'>): MaintenanceTask {
  return {
    name: 'tell-reporters',
    cron: '* * * * *',
    run: (db, jobs, signal) => tellReporters(db, { ...services, jobs }, signal),
  }
}

/** Mails the people whose reports were decided. Members get mail only if they turned on notifications and confirmed their address. */
export async function tellReporters(db: Kysely<Tables>, services: ReminderServices, signal?: AbortSignal): Promise<void> {
  await forEachLocked(
    db,
    findNextReport,
    async (transaction, report) => {
      await transaction.updateTable('challenge_reports').set({ is_reply_due: false }).where('report_id', '=', report.id).execute()
      const mail = await writeMail(transaction, report, services)
      if (mail) await services.jobs.sendMail(mail, transaction)
    },
    { signal },
  )
}

type DueReport = NonNullable<Awaited<ReturnType<typeof findNextReport>>>

/** A challenge that has been reopened is left out: its next decision is mailed. */
async function findNextReport(transaction: Db, last: { id: string } | undefined) {
  return transaction
    .selectFrom('challenge_reports')
    .innerJoin('challenges', 'challenges.id', 'challenge_reports.challenge_id')
    .innerJoin('question_reports', 'question_reports.id', 'challenge_reports.report_id')
    .select(['question_reports.id', 'question_reports.user_id', 'question_reports.email', 'question_reports.created_at'])
    .select(['challenges.state', 'challenges.certification_id', 'challenges.public_reason', 'challenges.correction'])
    .where(sql<boolean>`challenge_reports.is_reply_due`)
    .where('challenges.state', 'in', ['confirmed', 'rejected'])
    .$if(last !== undefined, (query) => query.where('challenge_reports.report_id', '>', last?.id ?? ''))
    .orderBy('challenge_reports.report_id')
    .limit(1)
    .forUpdate('challenge_reports')
    .skipLocked()
    .executeTakeFirst()
}

async function writeMail(transaction: Db, report: DueReport, services: ReminderServices) {
  const about = {
    certificationId: report.certification_id,
    sentAt: report.created_at,
    correction: report.state === 'confirmed' ? report.correction : null,
    publicReason: report.public_reason ?? '',
  }
  if (report.user_id === null)
    return report.email === null ? undefined : decisionMail({ address: report.email, origin: services.origin, ...about })
  const member = await transaction
    .selectFrom('users')
    .innerJoin('user_profiles', 'user_profiles.id', 'users.id')
    .select(['users.id', 'users.email', 'user_profiles.language'])
    .where('users.id', '=', report.user_id)
    .where('email_notifications', '=', true)
    .where('email_verified', '=', true)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return member && writeTo(member, services, 'emailNotifications', (letter) => decisionMail({ ...letter, ...about }))
}

/**
 * Mail that members subscribe to: reminders on chosen days, and a summary of each week with practice. `exam/reminders.ts` decides when
 * it is due in the member's time zone.
 *
 * Several processes may check at the same time: each locks the members it writes to. See `recipients.ts`.
 */
import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import { addDays, daysBetween, toInstant, parseTimeZone } from '#exam/planning/local-day.ts'
import { reminderTime, summaryTime, type ReminderHour } from '#exam/reminders.ts'
import { forEachLocked, type FindNextRow } from '#server/db/for-each-locked.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import {
  selectNextRecipient,
  writeTo,
  type ReminderRecipient,
  type ReminderServices,
  type SwitchColumn,
} from '#server/reminders/recipients.ts'
import type { DueCount } from '#server/reminders/optional-mail.ts'
import { studyReminderMail, weeklySummaryMail } from '#server/reminders/reminder-messages.ts'
import { findLastPracticed } from '#server/practice/index.ts'
import { readActiveMs } from '#server/progress/index.ts'
import { countReviews } from '#server/review/index.ts'

export function reminderMaintenance(services: Omit<ReminderServices, 'jobs'>): MaintenanceTask[] {
  // In every time zone, full hours start at multiples of five minutes in UTC.
  return [
    {
      name: 'send-study-reminders',
      cron: '*/5 * * * *',
      run: (db, jobs, signal) => sendReminders(db, { ...services, jobs }, new Date(), signal),
    },
    {
      name: 'send-weekly-summaries',
      cron: '*/5 * * * *',
      run: (db, jobs, signal) => sendSummaries(db, { ...services, jobs }, new Date(), signal),
    },
  ]
}

/** Sends due reminders to members who have not practiced that day. */
export async function sendReminders(db: Kysely<Tables>, services: ReminderServices, now: Date, signal?: AbortSignal): Promise<void> {
  for (const name of await listTimeZones(db, 'study_reminders')) {
    const timeZone = parseTimeZone(name) ?? 'UTC'
    const { day, weekday, hours } = reminderTime(now.getTime(), timeZone)
    const today = { from: new Date(toInstant(day, 0, timeZone)), to: new Date(toInstant(addDays(day, 1), 0, timeZone)) }
    for (const hour of hours) {
      const findNext: FindNextRow<ReminderRecipient> = (transaction, last) =>
        selectNextRecipient(transaction, 'study_reminders', last)
          .where('time_zone', '=', name)
          .where((row) => isScheduledFor(row, hour))
          .where(sql<boolean>`reminder_days @> ${JSON.stringify([weekday])}::jsonb`)
          .where(isBefore('reminded_on', day))
          .where((row) => row.not(hasPracticed(row, today.from, today.to)))
          .executeTakeFirst()
      const remind = async (transaction: Db, member: ReminderRecipient) => {
        await markSent(transaction, member.id, 'reminded_on', day)
        const about = {
          due: await countDue(transaction, member.id, now),
          exams: await listUpcomingExams(transaction, member.id, day),
          lastPracticed: await findLastPracticed(transaction, member.id),
          goodUntil: today.to,
        }
        const message = writeTo(member, services, 'studyReminders', (letter) => studyReminderMail({ ...letter, ...about }))
        await services.jobs.sendMail(message, transaction)
      }
      await forEachLocked(db, findNext, remind, { signal })
    }
  }
}

/** Sends the weekly summary on Mondays to members who practiced in the week before. */
export async function sendSummaries(db: Kysely<Tables>, services: ReminderServices, now: Date, signal?: AbortSignal): Promise<void> {
  for (const name of await listTimeZones(db, 'email_notifications')) {
    const timeZone = parseTimeZone(name) ?? 'UTC'
    const due = summaryTime(now.getTime(), timeZone)
    if (!due) continue
    const { day } = due
    const week = { from: new Date(due.from), to: new Date(due.to) }
    const tomorrow = new Date(toInstant(addDays(day, 1), 0, timeZone))
    const findNext: FindNextRow<ReminderRecipient> = (transaction, last) =>
      selectNextRecipient(transaction, 'email_notifications', last)
        .where('time_zone', '=', name)
        .where(isBefore('summarized_on', day))
        .where((row) => hasPracticed(row, week.from, week.to))
        .executeTakeFirst()
    const summarize = async (transaction: Db, member: ReminderRecipient) => {
      await markSent(transaction, member.id, 'summarized_on', day)
      const about = {
        from: addDays(day, -7),
        to: addDays(day, -1),
        activeMs: await readActiveMs(transaction, member.id, { from: week.from, before: week.to }),
        ...(await countAnswers(transaction, member.id, week.from, week.to)),
        due: await countDue(transaction, member.id, now),
        goodUntil: tomorrow,
      }
      const message = writeTo(member, services, 'emailNotifications', (letter) => weeklySummaryMail({ ...letter, ...about }))
      await services.jobs.sendMail(message, transaction)
    }
    await forEachLocked(db, findNext, summarize, { signal })
  }
}

type SentDayColumn = 'reminded_on' | 'summarized_on'

/** The time zones in use. Reads one index entry for each zone, not one for each member. */
async function listTimeZones(db: Db, name: SwitchColumn): Promise<string[]> {
  const first = sql`select time_zone from user_profiles where ${sql.ref(name)}`
  const { rows } = await sql<{ time_zone: string }>`
    with recursive zones as (
      (${first} order by time_zone limit 1)
      union all
      select (${first} and time_zone > zones.time_zone order by time_zone limit 1) from zones where zones.time_zone is not null
    )
    select time_zone from zones where time_zone is not null`.execute(db)
  return rows.map((row) => row.time_zone)
}

async function markSent(transaction: Db, userId: string, mark: SentDayColumn, day: string): Promise<void> {
  await transaction
    .updateTable('user_profiles')
    .set({ [mark]: day })
    .where('id', '=', userId)
    .execute()
}

function isBefore(mark: SentDayColumn, day: string) {
  return sql<boolean>`(${sql.ref(mark)} is null or ${sql.ref(mark)} < ${day})`
}

function isScheduledFor(row: ExpressionBuilder<Tables, 'user_profiles'>, { hour, setBefore }: ReminderHour) {
  const isInTime = row.or([row('reminders_set_at', 'is', null), row('reminders_set_at', '<', new Date(setBefore))])
  return row.and([row('reminder_hour', '=', hour), isInTime])
}

function hasPracticed(row: ExpressionBuilder<Tables, 'user_profiles'>, from: Date, to: Date) {
  return row.exists(
    row
      .selectFrom('attempt_moves')
      .select('attempt_moves.user_id')
      .whereRef('attempt_moves.user_id', '=', 'user_profiles.id')
      .where('made_at', '>=', from)
      .where('made_at', '<', to),
  )
}

/** Due questions by certification, up to the daily limit in total. */
async function countDue(db: Db, userId: string, now: Date): Promise<DueCount[]> {
  const { leftToday, certifications } = await countReviews(db, userId, now)
  let left = leftToday
  const counts = certifications.map(({ id, dueCount }) => {
    const count = Math.min(dueCount, left)
    left -= count
    return { certificationId: id, count }
  })
  return counts.filter(({ count }) => count > 0)
}

async function listUpcomingExams(db: Db, userId: string, today: string) {
  const rows = await db
    .selectFrom('exam_dates')
    .select(['certification_id', 'exam_on'])
    .where('user_id', '=', userId)
    .where('exam_on', '>=', today)
    .orderBy('exam_on')
    .orderBy('certification_id')
    .execute()
  return rows.map(({ certification_id, exam_on }) => ({ certificationId: certification_id, daysLeft: daysBetween(today, exam_on) }))
}

async function countAnswers(db: Db, userId: string, from: Date, to: Date): Promise<{ answered: number; correct: number }> {
  return db
    .selectFrom('final_answers')
    .select([sql<number>`count(*)::int`.as('answered'), sql<number>`(count(*) filter (where is_correct))::int`.as('correct')])
    .where('user_id', '=', userId)
    .where('finalized_at', '>=', from)
    .where('finalized_at', '<', to)
    .executeTakeFirstOrThrow()
}

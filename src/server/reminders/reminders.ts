/**
 * Mail that members subscribe to: reminders on chosen days, and a summary of each week with practice. `exam/reminders.ts` decides when
 * it is due in the member's time zone.
 *
 * Every process checks every few minutes. Before a process queues a message, it atomically marks the day in the member's row, so a
 * message is never sent twice. If the process then crashes, that message is not sent.
 */
import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import { addDays, daysBetween, toInstant, parseTimeZone } from '#exam/local-day.ts'
import { reminderTime, summaryTime, type ReminderHour } from '#exam/reminders.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { Jobs, MaintenanceTask } from '#server/platform/jobs.ts'
import { studyReminderMail, weeklySummaryMail, type DueCount } from '#server/reminders/reminder-messages.ts'
import { unsubscribeUrl, type MailSubscription, type UnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { findLastPracticed } from '#server/practice/index.ts'
import { readActiveMs } from '#server/progress/index.ts'
import { countReviews } from '#server/review/index.ts'

/** `origin` is the address of the site without a trailing slash. */
export type ReminderServices = { origin: string; tokens: Pick<UnsubscribeTokens, 'make'>; jobs: Pick<Jobs, 'sendMail'> }

export function reminderMaintenance(services: Omit<ReminderServices, 'jobs'>): MaintenanceTask[] {
  // In every time zone, full hours are at multiples of five minutes.
  return [
    { name: 'send-study-reminders', cron: '*/5 * * * *', run: (db, jobs) => sendReminders(db, { ...services, jobs }, new Date()) },
    { name: 'send-weekly-summaries', cron: '*/5 * * * *', run: (db, jobs) => sendSummaries(db, { ...services, jobs }, new Date()) },
  ]
}

/** Members per query. */
const batchSize = 100

type ReminderRecipient = { id: string; email: string }

/** What every message to a member has in common. */
export function letterTo({ id, email }: ReminderRecipient, { origin, tokens }: ReminderServices, kind: MailSubscription['kind']) {
  return { address: email, origin, unsubscribe: unsubscribeUrl(origin, tokens, { userId: id, kind }) }
}

/** Sends the reminders that are due to members who have not practiced that day. */
export async function sendReminders(db: Kysely<Tables>, services: ReminderServices, now: Date): Promise<void> {
  for (const name of await listTimeZones(db, 'study_reminders')) {
    const timeZone = parseTimeZone(name) ?? 'UTC'
    const { day, weekday, hours } = reminderTime(now.getTime(), timeZone)
    if (hours.length === 0) continue
    const today = { from: new Date(toInstant(day, 0, timeZone)), to: new Date(toInstant(addDays(day, 1), 0, timeZone)) }
    const find = () =>
      selectRecipients(db, 'study_reminders')
        .where('time_zone', '=', name)
        .where((row) => row.or(hours.map((hour) => isScheduledFor(row, hour))))
        .where(sql<boolean>`reminder_days @> ${JSON.stringify([weekday])}::jsonb`)
        .where(isBefore('reminded_on', day))
        .where((row) => row.not(hasPracticed(row, today.from, today.to)))
        .execute()
    await forEachRecipient(find, async (member) => {
      if (!(await claim(db, member.id, 'study_reminders', 'reminded_on', day))) return
      const message = studyReminderMail({
        ...letterTo(member, services, 'studyReminders'),
        due: await countDue(db, member.id, now),
        exams: await listUpcomingExams(db, member.id, day),
        lastPracticed: await findLastPracticed(db, member.id),
        goodUntil: today.to,
      })
      await services.jobs.sendMail(message)
    })
  }
}

/** On Mondays, sends a summary of the week before to members who practiced in it. */
export async function sendSummaries(db: Kysely<Tables>, services: ReminderServices, now: Date): Promise<void> {
  for (const name of await listTimeZones(db, 'email_notifications')) {
    const timeZone = parseTimeZone(name) ?? 'UTC'
    const due = summaryTime(now.getTime(), timeZone)
    if (!due) continue
    const { day } = due
    const week = { from: new Date(due.from), to: new Date(due.to) }
    const tomorrow = new Date(toInstant(addDays(day, 1), 0, timeZone))
    const find = () =>
      selectRecipients(db, 'email_notifications')
        .where('time_zone', '=', name)
        .where(isBefore('summarized_on', day))
        .where((row) => hasPracticed(row, week.from, week.to))
        .execute()
    await forEachRecipient(find, async (member) => {
      if (!(await claim(db, member.id, 'email_notifications', 'summarized_on', day))) return
      const message = weeklySummaryMail({
        ...letterTo(member, services, 'emailNotifications'),
        from: addDays(day, -7),
        to: addDays(day, -1),
        activeMs: await readActiveMs(db, member.id, { from: week.from, before: week.to }),
        ...(await countAnswers(db, member.id, week.from, week.to)),
        due: await countDue(db, member.id, now),
        goodUntil: tomorrow,
      })
      await services.jobs.sendMail(message)
    })
  }
}

type SwitchColumn = 'study_reminders' | 'email_notifications'
type SentDayColumn = 'reminded_on' | 'summarized_on'

async function listTimeZones(db: Db, name: SwitchColumn): Promise<string[]> {
  const rows = await db.selectFrom('user_profiles').select('time_zone').distinct().where(name, '=', true).execute()
  return rows.map((row) => row.time_zone)
}

/** A batch of members with this mail enabled and a verified address. */
export function selectRecipients(db: Db, name: SwitchColumn) {
  return db
    .selectFrom('user_profiles')
    .innerJoin('users', 'users.id', 'user_profiles.id')
    .select(['users.id', 'users.email'])
    .where(`user_profiles.${name}`, '=', true)
    .where('users.email_verified', '=', true)
    .where('users.disabled_at', 'is', null)
    .orderBy('users.id')
    .limit(batchSize)
}

/** Calls `work` for each member. Handled members are not found again, so each query returns the remaining ones. */
export async function forEachRecipient(
  find: () => Promise<ReminderRecipient[]>,
  work: (member: ReminderRecipient) => Promise<void>,
): Promise<void> {
  for (let found = await find(); found.length > 0; found = found.length < batchSize ? [] : await find()) {
    for (const member of found) await work(member)
  }
}

/** Atomically marks the day as sent. `true` for exactly one of several concurrent processes. */
async function claim(db: Db, userId: string, name: SwitchColumn, mark: SentDayColumn, day: string): Promise<boolean> {
  const marked = await db
    .updateTable('user_profiles')
    .set({ [mark]: day })
    .where('id', '=', userId)
    .where(name, '=', true)
    .where(isBefore(mark, day))
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
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

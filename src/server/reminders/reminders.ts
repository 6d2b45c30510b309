/**
 * Mail that members asked for: a reminder on the days they chose, and a summary of each week they practised in. Both go
 * by the clock where the member is; when exactly is in `exam/reminders.ts`.
 *
 * Each process looks every few minutes. Before a message is queued, its day is written to the member's row by a statement
 * that one process alone can win, so nobody is told twice; a process that dies in the moment between tells nobody that day.
 */
import { sql } from 'kysely'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { addDays, daysBetween, toInstant, parseTimeZone } from '#exam/local-day.ts'
import { reminderTime, summaryTime } from '#exam/reminders.ts'
import type { ReminderHour } from '#exam/reminders.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { Jobs, Upkeep } from '#server/platform/jobs.ts'
import { studyReminderMail, weeklySummaryMail } from '#server/reminders/reminder-messages.ts'
import type { DueCount } from '#server/reminders/reminder-messages.ts'
import { unsubscribeUrl } from '#server/reminders/unsubscribe.ts'
import type { UnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { readActiveMs } from '#server/progress/index.ts'
import { countReviews } from '#server/review/index.ts'

/** What it takes to write to members. `origin` is where people reach the site, without a slash at the end. */
export type ReminderServices = { origin: string; tokens: Pick<UnsubscribeTokens, 'make'>; jobs: Pick<Jobs, 'sendMail'> }

export function reminderUpkeep(parts: Omit<ReminderServices, 'jobs'>): Upkeep[] {
  // Full hours of every time zone lie on these minutes.
  return [
    { name: 'reminders', everyMinutes: 5, run: (db, jobs) => sendReminders(db, { ...parts, jobs }, new Date()) },
    { name: 'summaries', everyMinutes: 5, run: (db, jobs) => sendSummaries(db, { ...parts, jobs }, new Date()) },
  ]
}

/** Members looked at together. */
const batch = 100

type ReminderRecipient = { id: string; email: string }

/** Sends the reminders whose hour it is, or was a short while ago, to those who have not practised on that day. */
export async function sendReminders(db: Kysely<Tables>, parts: ReminderServices, now: Date): Promise<void> {
  for (const name of await listTimeZones(db, 'study_reminders')) {
    const timeZone = parseTimeZone(name) ?? 'UTC'
    const { day, weekday, hours } = reminderTime(now.getTime(), timeZone)
    if (hours.length === 0) continue
    const today = { from: new Date(toInstant(day, 0, timeZone)), to: new Date(toInstant(addDays(day, 1), 0, timeZone)) }
    const find = () =>
      membersIn(db, name, 'study_reminders')
        .where((row) => row.or(hours.map((hour) => isSetFor(row, hour))))
        .where(sql<boolean>`reminder_days @> ${JSON.stringify([weekday])}::jsonb`)
        .where(isBefore('reminded_on', day))
        .where((row) => row.not(hasPractised(row, today.from, today.to)))
        .execute()
    await forEachMember(find, async (member) => {
      if (!(await claim(db, member.id, 'study_reminders', 'reminded_on', day))) return
      const message = studyReminderMail({
        address: member.email,
        origin: parts.origin,
        unsubscribe: unsubscribeUrl(parts.origin, parts.tokens, { userId: member.id, kind: 'studyReminders' }),
        due: await countDue(db, member.id, now),
        exams: await listExamsAhead(db, member.id, day),
        lastPracticed: await findLastPractised(db, member.id),
        goodUntil: today.to,
      })
      await parts.jobs.sendMail(message)
    })
  }
}

/** On Mondays, sends those who practised in the week before what they did. */
export async function sendSummaries(db: Kysely<Tables>, parts: ReminderServices, now: Date): Promise<void> {
  for (const name of await listTimeZones(db, 'email_notifications')) {
    const timeZone = parseTimeZone(name) ?? 'UTC'
    const due = summaryTime(now.getTime(), timeZone)
    if (!due) continue
    const { day } = due
    const week = { from: new Date(due.from), to: new Date(due.to) }
    const tomorrow = new Date(toInstant(addDays(day, 1), 0, timeZone))
    const find = () =>
      membersIn(db, name, 'email_notifications')
        .where(isBefore('summarized_on', day))
        .where((row) => hasPractised(row, week.from, week.to))
        .execute()
    await forEachMember(find, async (member) => {
      if (!(await claim(db, member.id, 'email_notifications', 'summarized_on', day))) return
      const message = weeklySummaryMail({
        address: member.email,
        origin: parts.origin,
        unsubscribe: unsubscribeUrl(parts.origin, parts.tokens, { userId: member.id, kind: 'emailNotifications' }),
        from: addDays(day, -7),
        to: addDays(day, -1),
        activeMs: await readActiveMs(db, member.id, { from: week.from, before: week.to }),
        ...(await countAnswers(db, member.id, week.from, week.to)),
        due: await countDue(db, member.id, now),
        goodUntil: tomorrow,
      })
      await parts.jobs.sendMail(message)
    })
  }
}

type SwitchColumn = 'study_reminders' | 'email_notifications'
type SentDayColumn = 'reminded_on' | 'summarized_on'

async function listTimeZones(db: Db, name: SwitchColumn): Promise<string[]> {
  const rows = await db.selectFrom('user_profiles').select('time_zone').distinct().where(name, '=', true).execute()
  return rows.map((row) => row.time_zone)
}

/** Those who asked for it and whose address is known to be theirs, a batch at a time. */
function membersIn(db: Db, timeZone: string, name: SwitchColumn) {
  return db
    .selectFrom('user_profiles')
    .innerJoin('users', 'users.id', 'user_profiles.id')
    .select(['users.id', 'users.email'])
    .where(`user_profiles.${name}`, '=', true)
    .where('users.email_verified', '=', true)
    .where('users.disabled_at', 'is', null)
    .where('user_profiles.time_zone', '=', timeZone)
    .orderBy('users.id')
    .limit(batch)
}

/** Whoever was written to is not found again, so the first batch is always one of those that are left. */
async function forEachMember(find: () => Promise<ReminderRecipient[]>, work: (member: ReminderRecipient) => Promise<void>): Promise<void> {
  for (let found = await find(); found.length > 0; found = found.length < batch ? [] : await find()) {
    for (const member of found) await work(member)
  }
}

/** Whether it is ours to write to the member for this day: of several who ask at once, one is told so. */
async function claim(db: Db, userId: string, name: SwitchColumn, mark: SentDayColumn, day: string): Promise<boolean> {
  const won = await db
    .updateTable('user_profiles')
    .set({ [mark]: day })
    .where('id', '=', userId)
    .where(name, '=', true)
    .where(isBefore(mark, day))
    .returning('id')
    .executeTakeFirst()
  return won !== undefined
}

function isBefore(mark: SentDayColumn, day: string) {
  return sql<boolean>`(${sql.ref(mark)} is null or ${sql.ref(mark)} < ${day})`
}

function isSetFor(row: ExpressionBuilder<Tables, 'user_profiles'>, { hour, setBefore }: ReminderHour) {
  const isInTime = row.or([row('reminders_set_at', 'is', null), row('reminders_set_at', '<', new Date(setBefore))])
  return row.and([row('reminder_hour', '=', hour), isInTime])
}

function hasPractised(row: ExpressionBuilder<Tables, 'user_profiles'>, from: Date, to: Date) {
  return row.exists(
    row
      .selectFrom('attempt_moves')
      .select('attempt_moves.user_id')
      .whereRef('attempt_moves.user_id', '=', 'user_profiles.id')
      .where('made_at', '>=', from)
      .where('made_at', '<', to),
  )
}

/** What is due today, no more than the daily number, in the order of the certifications. */
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

async function listExamsAhead(db: Db, userId: string, today: string) {
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

async function findLastPractised(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('attempts')
    .select('certification_id')
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.certification_id
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

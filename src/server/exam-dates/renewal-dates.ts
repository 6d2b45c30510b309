/** The days on which members' certifications expire, one per certification, with reminders before them. */
import { renewalDaysAheadMax } from '#exam/planning/days-ahead.ts'
import type { Kysely } from 'kysely'
import { isRenewable } from '#exam/certification.ts'
import { daysBetween, parseDay } from '#exam/planning/local-day.ts'
import { findPassedReminder } from '#exam/planning/renewal.ts'
import { findCertification } from '#server/catalogue/index.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { findDayProblem, type DateProblems } from '#server/exam-dates/day-problem.ts'
import { findLocalToday } from '#server/exam-dates/exam-dates.ts'

/** `daysLeft` in the member's time zone; negative once the certification has expired. */
export type RenewalDate = { certificationId: string; name: string; day: string; daysLeft: number; reminds: boolean }

/** Codes of the messages in `web/text/en/renewal-dates.ts`. */
export type RenewalDateProblems = DateProblems<'EXAM_UNKNOWN' | 'NEVER_EXPIRES' | 'NOT_RENEWABLE'>

/** A member's renewal dates, the earliest first. */
export async function listRenewalDates(db: Db, userId: string, now: Date): Promise<RenewalDate[]> {
  const today = await findLocalToday(db, userId, now)
  const rows = await db
    .selectFrom('renewal_dates')
    .leftJoin('certifications', 'certifications.id', 'renewal_dates.certification_id')
    .select(['certification_id', 'ends_on', 'reminds', 'certifications.name'])
    .where('user_id', '=', userId)
    .orderBy('ends_on')
    .orderBy('certification_id')
    .execute()
  return rows.map(({ certification_id, ends_on, reminds, name }) => ({
    certificationId: certification_id,
    name: name ?? '',
    day: ends_on,
    daysLeft: daysBetween(today, ends_on),
    reminds,
  }))
}

/** Saves or replaces the day on which a certification expires. @returns the problems by field; if there are any, nothing is saved */
export async function saveRenewalDate(
  db: Kysely<Tables>,
  userId: string,
  { certification: id, day: text, reminds }: { certification: string; day: string; reminds: boolean },
  now: Date,
): Promise<RenewalDateProblems | undefined> {
  return transact(db, async (transaction) => {
    const certification = await findCertification(transaction, id)
    const day = parseDay(text.trim())
    const today = await findLocalToday(transaction, userId, now)
    const dayProblem = findDayProblem(day, today, renewalDaysAheadMax)
    const problems: RenewalDateProblems = {
      ...(!certification && { certification: 'EXAM_UNKNOWN' }),
      ...(certification && !isRenewable(certification) && { certification: whyNotRenewable(certification) }),
      ...(dayProblem && { day: dayProblem }),
    }
    if (day === undefined || Object.keys(problems).length > 0) return problems
    const values = { ends_on: day, reminds, reminded_days: findPassedReminder(daysBetween(today, day)) ?? null }
    await transaction
      .insertInto('renewal_dates')
      .values({ user_id: userId, certification_id: id, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'certification_id']).doUpdateSet(values))
      .execute()
    return undefined
  })
}

/** Adds dates for certifications for which the member has none. Reminders whose day has passed are not sent. */
export async function addRenewalDates(
  db: Db,
  userId: string,
  dates: readonly Pick<RenewalDate, 'certificationId' | 'day' | 'reminds'>[],
  now: Date,
): Promise<void> {
  if (dates.length === 0) return
  const today = await findLocalToday(db, userId, now)
  await db
    .insertInto('renewal_dates')
    .values(
      dates.map(({ certificationId, day, reminds }) => ({
        user_id: userId,
        certification_id: certificationId,
        ends_on: day,
        reminds,
        reminded_days: findPassedReminder(daysBetween(today, day)) ?? null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'certification_id']).doNothing())
    .execute()
}

export async function removeRenewalDate(db: Db, userId: string, certificationId: string): Promise<void> {
  await db.deleteFrom('renewal_dates').where('user_id', '=', userId).where('certification_id', '=', certificationId).execute()
}

/** Turns off the reminders for all renewal dates. Keeps the dates. */
export async function stopRenewalReminders(db: Db, userId: string): Promise<void> {
  await db.updateTable('renewal_dates').set({ reminds: false }).where('user_id', '=', userId).execute()
}

function whyNotRenewable({ type }: { type: string }): 'NEVER_EXPIRES' | 'NOT_RENEWABLE' {
  return type === 'Fundamentals' ? 'NEVER_EXPIRES' : 'NOT_RENEWABLE'
}

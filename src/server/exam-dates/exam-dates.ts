/** Exam dates of members, one per certification. Reviews are due before the exam, so each change reschedules them. */
import { examDaysAheadMax } from '#exam/planning/days-ahead.ts'
import { daysBetween, parseDay, toInstant, toLocalTime } from '#exam/planning/local-day.ts'
import type { Kysely } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { findDayProblem, type DateProblems } from '#server/exam-dates/day-problem.ts'
import { recordReportedResult } from '#server/readiness/index.ts'
import { reschedule } from '#server/review/index.ts'
import { readSettings } from '#server/settings/index.ts'

/** How an exam went: passed, not passed yet, or not taken. */
export const examOutcomes = ['passed', 'not_yet', 'not_taken'] as const
export type ExamOutcome = (typeof examOutcomes)[number]

/**
 * `daysLeft` in the member's time zone: 0 today, negative once the exam is over. `outcome` is `null` until the member says how the exam
 * went.
 */
export type ExamDate = { certificationId: string; name: string; day: string; daysLeft: number; outcome: ExamOutcome | null }

/** Codes of the messages in `web/text/en/exam-dates.ts`. */
export type ExamDateProblems = DateProblems<'EXAM_UNKNOWN' | 'EXAM_RETIRED'>

/** The current day in the member's time zone. */
export async function findLocalToday(db: Db, userId: string, now: Date): Promise<string> {
  const { timeZone } = await readSettings(db, userId)
  return toLocalTime(now.getTime(), timeZone).day
}

/** A member's exam dates, the next one first. Past dates come last. */
export async function listExamDates(db: Db, userId: string, now: Date): Promise<ExamDate[]> {
  const today = await findLocalToday(db, userId, now)
  const rows = await db
    .selectFrom('exam_dates')
    .leftJoin('certifications', 'certifications.id', 'exam_dates.certification_id')
    .select(['certification_id', 'exam_on', 'outcome', 'certifications.name'])
    .where('user_id', '=', userId)
    .orderBy('exam_on')
    .orderBy('certification_id')
    .execute()
  const dates = rows.map(({ certification_id, exam_on, outcome, name }): ExamDate => ({
    certificationId: certification_id,
    name: name ?? '',
    day: exam_on,
    daysLeft: daysBetween(today, exam_on),
    outcome: examOutcomes.find((one) => one === outcome) ?? null,
  }))
  return [...dates.filter(({ daysLeft }) => daysLeft >= 0), ...dates.filter(({ daysLeft }) => daysLeft < 0)]
}

/** Saves or replaces the date of an exam. @returns the problems by field; if there are any, nothing is saved */
export async function saveExamDate(
  db: Kysely<Tables>,
  userId: string,
  { certification, day: text }: { certification: string; day: string },
  now: Date,
): Promise<ExamDateProblems | undefined> {
  return transact(db, async (transaction) => {
    const row = await transaction.selectFrom('certifications').select('status').where('id', '=', certification).executeTakeFirst()
    const day = parseDay(text.trim())
    const dayProblem = findDayProblem(day, await findLocalToday(transaction, userId, now), examDaysAheadMax)
    const problems: ExamDateProblems = {
      ...(!row && { certification: 'EXAM_UNKNOWN' }),
      ...(row && row.status !== 'active' && { certification: 'EXAM_RETIRED' }),
      ...(dayProblem && { day: dayProblem }),
    }
    if (day === undefined || Object.keys(problems).length > 0) return problems
    await transaction
      .insertInto('exam_dates')
      .values({ user_id: userId, certification_id: certification, exam_on: day })
      .onConflict((conflict) => conflict.columns(['user_id', 'certification_id']).doUpdateSet({ exam_on: day, outcome: null }))
      .execute()
    await reschedule(transaction, userId, certification, now)
    return undefined
  })
}

export async function removeExamDate(db: Kysely<Tables>, userId: string, certificationId: string, now: Date): Promise<void> {
  await transact(db, async (transaction) => {
    await transaction.deleteFrom('exam_dates').where('user_id', '=', userId).where('certification_id', '=', certificationId).execute()
    await reschedule(transaction, userId, certificationId, now)
  })
}

/** The certification that a member without an exam date is preparing for; empty if not sure yet, `null` if not stated or after passing. */
export async function findPreparation(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('user_profiles').select('preparing_for').where('id', '=', userId).executeTakeFirst()
  return row?.preparing_for ?? null
}

/** Saves which certification the member is preparing for; empty if not sure yet. @returns a problem if the certification cannot be taken */
export async function savePreparation(db: Db, userId: string, certificationId: string): Promise<ExamDateProblems | undefined> {
  if (certificationId !== '') {
    const row = await db.selectFrom('certifications').select('status').where('id', '=', certificationId).executeTakeFirst()
    if (!row) return { certification: 'EXAM_UNKNOWN' }
    if (row.status !== 'active') return { certification: 'EXAM_RETIRED' }
  }
  await setPreparation(db, userId, certificationId)
  return undefined
}

/**
 * Saves how a past exam went. If the member has not passed, they prepare for the exam again.
 *
 * @returns whether the member had a past date for this exam
 */
export async function saveExamOutcome(
  db: Kysely<Tables>,
  userId: string,
  certificationId: string,
  outcome: ExamOutcome,
  now: Date,
): Promise<boolean> {
  return transact(db, async (transaction) => {
    const { timeZone } = await readSettings(transaction, userId)
    const date = await transaction
      .updateTable('exam_dates')
      .set({ outcome })
      .where('user_id', '=', userId)
      .where('certification_id', '=', certificationId)
      .where('exam_on', '<', toLocalTime(now.getTime(), timeZone).day)
      .returning('exam_on as examOn')
      .executeTakeFirst()
    if (!date) return false
    const examDay = new Date(toInstant(date.examOn, 0, timeZone))
    await recordReportedResult(transaction, userId, { certificationId, outcome, examDay, ...date }, now)
    const before = await findPreparation(transaction, userId)
    if (outcome !== 'passed') await setPreparation(transaction, userId, certificationId)
    else if (before === certificationId) await setPreparation(transaction, userId, null)
    return true
  })
}

async function setPreparation(db: Db, userId: string, preparingFor: string | null): Promise<void> {
  await db
    .insertInto('user_profiles')
    .values({ id: userId, preparing_for: preparingFor })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ preparing_for: preparingFor }))
    .execute()
}

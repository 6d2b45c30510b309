/** The settings of a member that affect daily reviews. */
import { addDays, parseTimeZone, toInstant, toLocalTime } from '#exam/planning/local-day.ts'
import { defaultSettings } from '#exam/planning/settings.ts'
import type { Db } from '#server/db/tables.ts'

export type ReviewMember = {
  timeZone: string
  /** The current day in the member's time zone. */
  today: string
  dailyQuestions: number
  /** The day before the exam. `undefined` from the day of the exam on, or if no date is set. */
  lastDay: string | undefined
}

/**
 * Serializes transactions that schedule reviews of a member, or that create something a member may have only once. Otherwise, two attempts
 * with final answers to the same question would not see each other's answers.
 */
export async function lockMember(transaction: Db, userId: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Without a certification, `lastDay` is `undefined`. */
export async function readReviewMember(db: Db, userId: string, certificationId: string | undefined, now: Date): Promise<ReviewMember> {
  return toReviewMember(await selectMemberSettings(db, userId, certificationId).executeTakeFirst(), now)
}

/** Selects the columns that {@link toReviewMember} needs. */
export function selectMemberSettings(db: Db, userId: string, certificationId: string | undefined) {
  return selectSettings(db, certificationId).where('users.id', '=', userId)
}

/** The same columns in a query for all members. The caller filters it. */
export function selectSettings(db: Db, certificationId: string | undefined) {
  return db
    .selectFrom('users')
    .leftJoin('user_profiles as profile', 'profile.id', 'users.id')
    .leftJoin('exam_dates as exam', (join) =>
      join.onRef('exam.user_id', '=', 'users.id').on('exam.certification_id', '=', certificationId ?? ''),
    )
    .select(['profile.time_zone', 'profile.daily_questions', 'exam.exam_on'])
}

type MemberSettings = { time_zone: string | null; daily_questions: number | null; exam_on: string | null }

export function toReviewMember(row: MemberSettings | undefined, now: Date): ReviewMember {
  const timeZone = parseTimeZone(row?.time_zone ?? '') ?? defaultSettings.timeZone
  const today = toLocalTime(now.getTime(), timeZone).day
  const examOn = row?.exam_on ?? ''
  return {
    timeZone,
    today,
    dailyQuestions: row?.daily_questions ?? defaultSettings.dailyQuestions,
    lastDay: examOn > today ? addDays(examOn, -1) : undefined,
  }
}

export function startOfDay(day: string, { timeZone }: ReviewMember): Date {
  return new Date(toInstant(day, 0, timeZone))
}

/**
 * What a member sees first: the next exam, due questions, the attempt to resume, the weakest area, and the daily goal. Every query
 * reads a bounded number of rows: recent rows, or one row per question in the bank.
 */
import type { Family } from '#exam/certification.ts'
import { daysBetween } from '#exam/planning/local-day.ts'
import { findWeakestArea, listAreaProgress, type AreaProgress } from '#exam/progress.ts'
import type { OpenAttempt } from '#exam/planning/resume.ts'
import type { Readiness } from '#exam/readiness/readiness.ts'
import type { DailyGoal } from '#exam/planning/settings.ts'
import { findCertification, listCertifications } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'
import { findPreparation, listExamDates, type ExamDate } from '#server/exam-dates/index.ts'
import { findLastPracticed, listOpenAttempts } from '#server/practice/index.ts'
import { countAreas, listDailyAnswers } from '#server/progress/index.ts'
import { readReadiness } from '#server/readiness/index.ts'
import { countReviews } from '#server/review/index.ts'
import { readSettings } from '#server/settings/index.ts'

/** An exam of the member and their progress in it. `day` and `daysLeft` are `null` without an upcoming date. */
export type TodayExam = {
  id: string
  name: string
  family: Family
  day: string | null
  daysLeft: number | null
  bankSize: number
  areas: AreaProgress[]
  /** Number of questions with a final answer. */
  seen: number
  /** Number of questions whose latest answer is incorrect. */
  mistakes: number
  weakest: { number: number; area: AreaProgress } | null
}

export type TodaySummary = {
  /** The current day in the member's time zone. */
  today: string
  /** The exam that the page is about; `null` when the member has none yet. */
  exam: TodayExam | null
  /** The member's readiness for `exam`. */
  readiness: Readiness | null
  /** At most eight exams: first `exam`, then others that the member has a date for, prepares for, or has practiced. */
  exams: TodayExam[]
  /** The latest past exam without a saved outcome. */
  pending: Pick<ExamDate, 'certificationId' | 'day'> | null
  /** Whether to ask what the member is preparing for: there is no upcoming date and no `pending` exam, and they have not answered yet. */
  asksForExam: boolean
  /** The exam that the member prepares for without a date; empty for "not sure yet", `null` until the member has answered. */
  preparingFor: string | null
  /** The exams that can be taken. */
  choices: { id: string; name: string }[]
  goal: { perDay: DailyGoal | null; answered: number }
  /** Due questions within the daily limit, by certification. `waitingDays`: how long the oldest has been due. */
  due: { certificationId: string; count: number; waitingDays: number }[]
  /** The attempts to resume, most recently changed first. */
  unfinished: OpenAttempt[]
  /** The days of the last four weeks, today last. */
  days: { day: string; answers: number }[]
}

const dayCount = 28
const examsMax = 8

export async function readToday(db: Db, userId: string, now: Date): Promise<TodaySummary> {
  const { timeZone, dailyGoal } = await readSettings(db, userId)
  const days = await listDailyAnswers(db, userId, { timeZone, dayCount }, now)
  const today = days.at(-1)?.day ?? ''
  const dates = await listExamDates(db, userId, now)
  const upcoming = dates.filter(({ daysLeft }) => daysLeft >= 0)
  const preparingFor = await findPreparation(db, userId)
  const counts = await countAreas(db, userId)
  const unfinished = await listOpenAttempts(db, userId, now)
  const exams: TodayExam[] = []
  for (const id of listExamIds(upcoming, preparingFor, await findLastPracticed(db, userId), counts)) {
    const exam = await describeExam(db, id, counts, upcoming)
    if (exam) exams.push(exam)
  }
  const catalog = await listCertifications(db)
  const pending = dates.filter(({ daysLeft, outcome }) => daysLeft < 0 && outcome === null).at(-1)
  return {
    today,
    exam: exams[0] ?? null,
    readiness: exams[0] ? await readTodayReadiness(db, userId, exams[0].id, now) : null,
    exams,
    pending: pending ? { certificationId: pending.certificationId, day: pending.day } : null,
    asksForExam: upcoming.length === 0 && preparingFor === null && !pending,
    preparingFor,
    choices: catalog.filter(({ status }) => status === 'active').map(({ id, name }) => ({ id, name })),
    goal: { perDay: dailyGoal, answered: days.at(-1)?.answers ?? 0 },
    due: await listDue(db, userId, { today, firstId: exams[0]?.id }, now),
    unfinished,
    days,
  }
}

/** At most `examsMax` ids: exams with upcoming dates, the exam the member prepares for, the last practiced one, then the most answered ones. */
function listExamIds(
  upcoming: readonly ExamDate[],
  preparingFor: string | null,
  lastPracticed: string | undefined,
  counts: readonly { certificationId: string; seen: number }[],
): string[] {
  const seen = new Map<string, number>()
  for (const area of counts) seen.set(area.certificationId, (seen.get(area.certificationId) ?? 0) + area.seen)
  const practiced = [...seen].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1)).map(([id]) => id)
  const ids = [...upcoming.map(({ certificationId }) => certificationId), preparingFor ?? '', lastPracticed ?? '', ...practiced]
  return [...new Set(ids.filter(Boolean))].slice(0, examsMax)
}

async function describeExam(
  db: Db,
  id: string,
  counts: Awaited<ReturnType<typeof countAreas>>,
  upcoming: readonly ExamDate[],
): Promise<TodayExam | undefined> {
  const entry = await findCertification(db, id)
  if (!entry) return undefined
  const own = counts.filter(({ certificationId }) => certificationId === id)
  const areas = listAreaProgress(entry.skillAreas, entry.areaSizes, own)
  const date = upcoming.find(({ certificationId }) => certificationId === id)
  return {
    id,
    name: entry.name,
    family: entry.family,
    day: date?.day ?? null,
    daysLeft: date?.daysLeft ?? null,
    bankSize: entry.bankSize,
    areas,
    seen: own.reduce((sum, area) => sum + area.seen, 0),
    mistakes: own.reduce((sum, area) => sum + area.seen - area.correct, 0),
    weakest: findWeakestArea(areas) ?? null,
  }
}

async function readTodayReadiness(db: Db, userId: string, certificationId: string, now: Date): Promise<Readiness | null> {
  const entry = await findCertification(db, certificationId)
  return entry ? readReadiness(db, userId, entry, now) : null
}

/** The certifications share the daily limit. The certification `firstId` comes first. */
async function listDue(
  db: Db,
  userId: string,
  { today, firstId }: { today: string; firstId: string | undefined },
  now: Date,
): Promise<TodaySummary['due']> {
  const { leftToday, certifications } = await countReviews(db, userId, now)
  let left = leftToday
  return certifications
    .toSorted((a, b) => Number(b.id === firstId) - Number(a.id === firstId))
    .map(({ id, dueCount, oldestDueOn }) => {
      const count = Math.min(dueCount, left)
      left -= count
      return { certificationId: id, count, waitingDays: oldestDueOn === null ? 0 : daysBetween(oldestDueOn, today) }
    })
    .filter(({ count }) => count > 0)
}

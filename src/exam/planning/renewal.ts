/**
 * Renewal practice: open-book questions on what is new since a certification was earned. Only the objectives of today's outline are known,
 * not those of earlier outlines. Whether a question counts as new depends on the date of its documentation page and, if known, on the date
 * when its objective was added.
 *
 * Months are in ISO format, `2026-03`.
 */
import type { SkillArea } from '#exam/certification.ts'
import { drawQuestions } from '#exam/planning/draw-questions.ts'
import { parseDay } from '#exam/planning/local-day.ts'
import type { IndexedQuestion } from '#exam/question-chunks.ts'
import { shuffle } from '#exam/random.ts'

export const renewalQuestionCount = 30
/** Time limit of the official renewal assessment. Renewal practice only shows it and does not enforce it. */
export const renewalMinutes = 120

/**
 * Reminders are sent this many days before a certification expires. The certification can be renewed from the day of the first reminder.
 */
export const renewalReminderDays = [180, 90, 30] as const

/** Earlier months are treated as typos, because role-based certifications did not exist yet. */
const firstMonth = '2010-01'

export type MonthProblem = 'MONTH_UNREADABLE' | 'MONTH_FUTURE' | 'MONTH_EARLY'

/** Parses the month in which a certification was earned. `today` is the current day. */
export function parseEarnedMonth(text: string, today: string): { ok: true; month: string } | { ok: false; problem: MonthProblem } {
  const month = text.trim()
  if (!/^\d{4}-\d\d$/.test(month) || parseDay(`${month}-01`) === undefined) return { ok: false, problem: 'MONTH_UNREADABLE' }
  if (month > monthOf(today)) return { ok: false, problem: 'MONTH_FUTURE' }
  return month < firstMonth ? { ok: false, problem: 'MONTH_EARLY' } : { ok: true, month }
}

/** `2026-03-11` → `2026-03` */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** Whether a question is about something newer than the month. False if `newIn` is unknown. */
export function isNewSince({ newIn }: Pick<IndexedQuestion, 'newIn'>, month: string): boolean {
  return newIn !== undefined && newIn > month
}

/**
 * Draws up to 30 questions. Questions that are new since the month come first, drawn by the weights of the skill areas. The newest of the
 * other questions fill the rest. `random` returns numbers from 0 (inclusive) to 1 (exclusive).
 */
export function drawRenewal<Drawn extends Pick<IndexedQuestion, 'id' | 'skillArea' | 'caseStudyId' | 'newIn'>>(
  questions: readonly Drawn[],
  areas: readonly Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>[],
  earnedIn: string,
  random: () => number,
): Drawn[] {
  const isNew = (question: Drawn) => isNewSince(question, earnedIn)
  const drawn = drawQuestions(questions.filter(isNew), areas, renewalQuestionCount, random)
  const missing = renewalQuestionCount - drawn.length
  // Sorting is stable, so questions of the same month stay in random order.
  const others = shuffle(
    questions.filter((question) => !isNew(question)),
    random,
  ).toSorted((a, b) => (b.newIn ?? '').localeCompare(a.newIn ?? ''))
  return [...drawn, ...others.slice(0, missing)]
}

/** The months of the newest questions, newest first: one entry for each question, for as many questions as renewal practice draws. */
export function listNewestMonths(questions: readonly Pick<IndexedQuestion, 'newIn'>[]): string[] {
  return questions
    .flatMap(({ newIn }) => newIn ?? [])
    .toSorted()
    .toReversed()
    .slice(0, renewalQuestionCount)
}

/** The last reminder whose day is over: 90 when 89 days are left; `undefined` until the day of the first reminder is over. */
export function findPassedReminder(daysLeft: number): number | undefined {
  return renewalReminderDays.findLast((days) => daysLeft < days)
}

/** The last reminder whose day has come. `undefined` if it was sent or if the certification has expired. `reminded`: the last reminder sent. */
export function findDueReminder(daysLeft: number, reminded: number | null): number | undefined {
  const due = daysLeft < 0 ? undefined : renewalReminderDays.findLast((days) => daysLeft <= days)
  return due !== undefined && (reminded === null || due < reminded) ? due : undefined
}

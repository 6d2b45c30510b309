/** Progress: what settled answers and finished runs say of somebody's practice, and when they do not say enough. */
import type { SkillArea } from '#exam/certification.ts'
import { scorePercent } from '#exam/grading.ts'
import { addDays, toLocalTime } from '#exam/local-day.ts'

/**
 * Fewest answers from which a share is shown. Below, one answer more or less would move it by more than twenty points;
 * screens give the figures alone and say that it is not enough yet. Several areas of the banks have hardly more questions.
 */
export const minShareAnswers = 5

/** Right answers of so many; `percent` is whole, and `null` where there are too few to say. */
export type AnswerShare = { readonly correct: number; readonly total: number; readonly percent: number | null }

export function computeShare(correct: number, total: number): AnswerShare {
  return { correct, total, percent: total < minShareAnswers ? null : scorePercent(correct, total) }
}

/** How many answers the trend compares with as many before. */
export const trendAnswerCount = 100

/** The latest answers and those before, from a list with the latest first in which `true` is right. */
export function computeTrend(verdicts: readonly boolean[]): { latest: AnswerShare; before: AnswerShare } {
  const shareFrom = (from: number) => {
    const part = verdicts.slice(from, from + trendAnswerCount)
    return computeShare(part.filter(Boolean).length, part.length)
  }
  return { latest: shareFrom(0), before: shareFrom(trendAnswerCount) }
}

/** Questions of an area that have a settled answer, and those whose latest one is right. */
export type AreaAnswerCount = { readonly skillArea: string; readonly seen: number; readonly correct: number }

/** An area of the outline with how much of its questions somebody has seen; `size`: questions that the bank has. */
export type AreaProgress = Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'> & { readonly size: number; readonly share: AnswerShare }

/** The areas in the order of the outline. Counts of areas that it does not have are left out. */
export function listAreaProgress(
  skillAreas: readonly Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>[],
  sizes: readonly number[],
  counts: readonly AreaAnswerCount[],
): AreaProgress[] {
  return skillAreas.map(({ name, weightMin, weightMax }, i) => {
    const own = counts.find(({ skillArea }) => skillArea === name)
    return { name, weightMin, weightMax, size: sizes[i] ?? 0, share: computeShare(own?.correct ?? 0, own?.seen ?? 0) }
  })
}

/** Twelve weeks. */
export const activityDayCount = 84

/** Zones differ by whole quarters of an hour, so what was counted by quarters can be put together to days of any zone. */
export const quarterHourMs = 15 * 60_000

/** What was done within a quarter of an hour; `quarter` counts from 1970. */
export type QuarterHourActivity = { readonly quarter: number; readonly activeMs: number; readonly answers: number }

/** Time spent practising on a day, and answers that were settled on it. */
export type DailyActivity = { readonly day: string; readonly activeMs: number; readonly answers: number }

/** The last twelve weeks where somebody is, the oldest day first, today last; days without practice are there, too. */
export function listDailyActivity(quarters: readonly QuarterHourActivity[], timeZone: string, now: number): DailyActivity[] {
  const byDay = new Map<string, { activeMs: number; answers: number }>()
  for (const { quarter, activeMs, answers } of quarters) {
    const { day } = toLocalTime(quarter * quarterHourMs, timeZone)
    const before = byDay.get(day) ?? { activeMs: 0, answers: 0 }
    byDay.set(day, { activeMs: before.activeMs + activeMs, answers: before.answers + answers })
  }
  const today = toLocalTime(now, timeZone).day
  return Array.from({ length: activityDayCount }, (_, i) => {
    const day = addDays(today, i + 1 - activityDayCount)
    return { day, activeMs: 0, answers: 0, ...byDay.get(day) }
  })
}

/** Progress by skill area, the trend, and daily activity. */
import { computeShare, type AnswerShare } from '#exam/answer-share.ts'
import { minuteMs } from '#exam/duration.ts'
import { midWeight, type SkillArea } from '#exam/certification.ts'
import { addDays, toLocalTime } from '#exam/planning/local-day.ts'

/** The trend compares this many of the latest answers with as many before them. */
export const trendAnswerCount = 100

/** Shares of the latest answers and of the answers before them. `correctness`: whether each answer was correct, latest first. */
export function computeTrend(correctness: readonly boolean[]): { latest: AnswerShare; before: AnswerShare } {
  const shareFrom = (from: number) => {
    const section = correctness.slice(from, from + trendAnswerCount)
    return computeShare(section.filter(Boolean).length, section.length)
  }
  return { latest: shareFrom(0), before: shareFrom(trendAnswerCount) }
}

/** Questions of a skill area with a final answer (`seen`), and those whose latest final answer is correct. */
export type AreaAnswerCount = { readonly skillArea: string; readonly seen: number; readonly correct: number }

/** A skill area of the outline with the candidate's answers; `size`: how many questions the bank has. */
export type AreaProgress = Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'> & { readonly size: number; readonly share: AnswerShare }

/** The areas in the order of the outline. Counts of other areas are ignored. `sizes`: questions in the bank by area position. */
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

/**
 * The area with the lowest share of correct answers; in a tie, the area with the larger weight. `undefined` if no area has enough answers and a
 * mistake.
 */
export function findWeakestArea(areas: readonly AreaProgress[]): { readonly number: number; readonly area: AreaProgress } | undefined {
  return areas
    .map((area, i) => ({ number: i + 1, area }))
    .filter(({ area: { share } }) => share.percent !== null && share.percent < 100)
    .toSorted((a, b) => (a.area.share.percent ?? 0) - (b.area.share.percent ?? 0) || midWeight(b.area) - midWeight(a.area))[0]
}

/** Twelve weeks. */
export const activityDayCount = 84

/** UTC offsets are multiples of a quarter hour, so quarter hours can be summed into days in any time zone. */
export const quarterHourMs = 15 * minuteMs

/** Activity within a quarter hour; `quarter` is the number of quarter hours since 1970. */
export type QuarterHourActivity = { readonly quarter: number; readonly activeMs: number; readonly answers: number }

/** Study time on a day, and how many answers became final on that day. */
export type DailyActivity = { readonly day: string; readonly activeMs: number; readonly answers: number }

/** Every day of the last twelve weeks in a time zone, oldest first, including days without practice. */
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

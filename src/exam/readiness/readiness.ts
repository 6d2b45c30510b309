/**
 * Readiness: the range of scores that a candidate is likely to get on an exam with questions like ours. With too few answers there is no
 * range, and the result says what is missing. The model is described in docs/decisions/0067-readiness.md.
 */
import { apportion } from '#exam/planning/draw-questions.ts'
import { dayMs } from '#exam/duration.ts'
import { passMarkPercent } from '#exam/grading.ts'
import { estimateAbilities, itemInformation, type AbilityEstimate, type ItemParameters, type Observation } from '#exam/readiness/ability.ts'
import { cholesky, invert } from '#exam/readiness/matrix.ts'
import {
  createScoreCurve,
  distributeAreaShare,
  distributeScores,
  quantile,
  shareBelow,
  type ExamShare,
  type ScoreDistribution,
} from '#exam/readiness/score-distribution.ts'

/** A candidate's first answer to a question in the last 60 days. `area`: name of the skill area. `answeredAt`: ms since 1970. */
export type FirstAnswer = ItemParameters & {
  readonly area: string
  readonly isCorrect: boolean
  readonly isGuess: boolean
  readonly answeredAt: number
}

/** A skill area of the exam. `weight`: its share of the exam, in any unit. */
export type ReadinessArea = { readonly name: string; readonly weight: number }

/** A range in whole percent, 0–100, that contains nine of ten scores. `expected` is the average score. */
export type ScoreRange = { readonly low: number; readonly expected: number; readonly high: number }

export type AreaReadiness = {
  readonly name: string
  readonly answers: number
  /** The share of correct answers over all questions of the area; `null` with fewer than `minAreaAnswers` answers. */
  readonly range: ScoreRange | null
}

/** Whether the range is entirely above or below the pass mark, or contains it. */
export type PassMarkRelation = 'above' | 'around' | 'below'

export type Readiness =
  | { readonly state: 'not-enough'; readonly answers: number; readonly missing: readonly { area: string; answers: number }[] }
  | { readonly state: 'out-of-date'; readonly answers: 0; readonly lastAnsweredAt: number }
  | {
      readonly state: 'estimated'
      readonly answers: number
      readonly range: ScoreRange
      readonly relation: PassMarkRelation
      /** The probability of reaching the pass mark, from 0 to 1. */
      readonly passProbability: number
      readonly areas: readonly AreaReadiness[]
      /** The skill area where more answers would narrow the range most, and by how many points; `null` if ten answers narrow it by less than one. */
      readonly narrowing: { readonly area: string; readonly answers: number; readonly points: number } | null
    }

/** Answers that are older than this do not count. */
export const readinessWindowMs = 60 * dayMs
/** An answer of this age counts half as much as a new one. */
const halfLifeMs = 90 * dayMs
export const minAnswers = 30
/** Minimum number of answers in each skill area for the range of the exam. */
export const minAnswersPerArea = 5
/** Minimum number of answers in a skill area for its own range. */
export const minAreaAnswers = 10
/** Exams have 40 to 60 questions. */
const examQuestionCount = 50
const narrowingAnswers = 10
const rangeShare = 0.9
/** A result is rounded to whole percent, so 69.5 reaches the pass mark. */
const passMark = (passMarkPercent - 0.5) / 100

/**
 * Estimates the score of an exam with questions like the answered ones. `areas`: the skill areas that have questions in the bank.
 * `lastAnsweredAt`: time of the latest answer, however old, in ms since 1970; `null` if there is none.
 */
export function estimateReadiness(
  answers: readonly FirstAnswer[],
  areas: readonly ReadinessArea[],
  lastAnsweredAt: number | null,
  now: number,
): Readiness {
  const positions = new Map(areas.map(({ name }, i) => [name, i]))
  const observations = answers.flatMap((answer): Observation[] => {
    const area = positions.get(answer.area)
    const age = Math.max(0, now - answer.answeredAt)
    return area === undefined || age > readinessWindowMs
      ? []
      : [{ ...answer, area, age: age / readinessWindowMs, weight: 2 ** (-age / halfLifeMs) }]
  })
  if (observations.length === 0 && lastAnsweredAt !== null && now - lastAnsweredAt > readinessWindowMs)
    return { state: 'out-of-date', answers: 0, lastAnsweredAt }
  const counts = areas.map((_, i) => observations.filter(({ area }) => area === i).length)
  const missing = listMissing(areas, counts)
  if (areas.length === 0 || missing.length > 0) return { state: 'not-enough', answers: observations.length, missing }
  const estimate = estimateAbilities(observations, areas.length)
  const shares = toShares(areas, observations)
  const distribution = distributeScores(estimate, shares, examQuestionCount)
  const range = toRange(distribution)
  return {
    state: 'estimated',
    answers: observations.length,
    range,
    relation: range.low >= passMarkPercent ? 'above' : range.high < passMarkPercent ? 'below' : 'around',
    passProbability: 1 - shareBelow(distribution, passMark),
    areas: shares.map(({ name, curve }, i) => ({
      name,
      answers: counts[i] ?? 0,
      range: (counts[i] ?? 0) < minAreaAnswers ? null : toRange(distributeAreaShare(estimate, i, curve)),
    })),
    narrowing: findNarrowing(estimate, shares, distribution),
  }
}

/** How many more answers each skill area needs. What is missing from the minimum for the exam is divided among the areas by weight. */
function listMissing(areas: readonly ReadinessArea[], counts: readonly number[]): { area: string; answers: number }[] {
  const needed = counts.map((count) => Math.max(0, minAnswersPerArea - count))
  const total = counts.reduce((sum, count, i) => sum + count + (needed[i] ?? 0), 0)
  const more = apportion(
    Math.max(0, minAnswers - total),
    areas.map(({ weight }) => weight),
    areas.map(() => minAnswers),
  )
  return areas.flatMap(({ name }, i) => {
    const answers = (needed[i] ?? 0) + (more[i] ?? 0)
    return answers > 0 ? [{ area: name, answers }] : []
  })
}

type Share = ExamShare & { readonly name: string; readonly items: readonly ItemParameters[] }

function toShares(areas: readonly ReadinessArea[], observations: readonly Observation[]): Share[] {
  const total = areas.reduce((sum, { weight }) => sum + weight, 0)
  return areas.map(({ name, weight }, i) => {
    const items = observations.filter(({ area }) => area === i)
    return { name, share: weight / total, items, curve: createScoreCurve(items) }
  })
}

function toRange(distribution: ScoreDistribution): ScoreRange {
  const tail = (1 - rangeShare) / 2
  const mean = distribution.reduce((sum, part) => sum + part.mean, 0) / distribution.length
  const expected = Math.round(mean * 100)
  // Rounded inward, because a score equal to either end counts as inside the range.
  return {
    low: Math.min(expected, Math.ceil(quantile(distribution, tail) * 100)),
    expected,
    high: Math.max(expected, Math.floor(quantile(distribution, 1 - tail) * 100)),
  }
}

function findNarrowing(
  estimate: AbilityEstimate,
  shares: readonly Share[],
  distribution: ScoreDistribution,
): { area: string; answers: number; points: number } | null {
  const before = width(distribution)
  const options = shares.map(({ name, items }, i) => {
    const narrowed = distributeScores(withMoreAnswers(estimate, i, items), shares, examQuestionCount)
    return { area: name, answers: narrowingAnswers, points: Math.round(before - width(narrowed)) }
  })
  const best = options.toSorted((a, b) => b.points - a.points)[0]
  return best && best.points > 0 ? best : null
}

/** The estimate after more answers, if these only confirm the current one. */
function withMoreAnswers(estimate: AbilityEstimate, area: number, items: readonly ItemParameters[]): AbilityEstimate {
  const { abilities, spread } = estimate
  const covariance = spread.map((row) => spread.map((other) => row.reduce((sum, entry, k) => sum + entry * (other[k] ?? 0), 0)))
  const precision = invert(covariance)
  const information = items.reduce((sum, item) => sum + itemInformation(abilities[area] ?? 0, item), 0) / items.length
  const row = precision[area]
  if (row) row[area] = (row[area] ?? 0) + narrowingAnswers * information
  return { abilities, spread: cholesky(invert(precision)) }
}

/** Width of the range, in points. */
function width(distribution: ScoreDistribution): number {
  const tail = (1 - rangeShare) / 2
  return (quantile(distribution, 1 - tail) - quantile(distribution, tail)) * 100
}

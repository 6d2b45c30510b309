/** The distribution of a candidate's exam score, which depends on the uncertain abilities and on which questions are drawn. */
import { correctProbability, type AbilityEstimate, type ItemParameters } from '#exam/readiness/ability.ts'
import { normal, normalShareBelow } from '#exam/readiness/normal.ts'
import { seededRandom } from '#exam/random.ts'

/** The average probability of a correct answer as a function of the ability. */
export type ScoreCurve = (ability: number) => number

/** A skill area of an exam: its share of the questions, from 0 to 1, and the curve of the questions it draws from. */
export type ExamShare = { readonly share: number; readonly curve: ScoreCurve }

/** Normal distributions with equal weights. Means and deviations are shares of the points, from 0 to 1. */
export type ScoreDistribution = readonly { readonly mean: number; readonly deviation: number }[]

const draws = 200

/** The distribution of the score of an exam with `questionCount` questions. The same arguments always give the same result. */
export function distributeScores(estimate: AbilityEstimate, areas: readonly ExamShare[], questionCount: number): ScoreDistribution {
  return drawAbilities(estimate).map((abilities) => {
    let mean = 0
    let variance = 0
    for (const [i, { share, curve }] of areas.entries()) {
      const correct = curve(abilities[i] ?? 0)
      mean += share * correct
      variance += (share * correct * (1 - correct)) / questionCount
    }
    return { mean, deviation: Math.sqrt(variance) }
  })
}

/** The distribution of the candidate's share of correct answers over all questions of one skill area. */
export function distributeAreaShare(estimate: AbilityEstimate, area: number, curve: ScoreCurve): ScoreDistribution {
  return drawAbilities(estimate).map((abilities) => ({ mean: curve(abilities[area] ?? 0), deviation: 0 }))
}

/** The quantile: the score below which this share of the distribution is, both from 0 to 1. */
export function quantile(distribution: ScoreDistribution, share: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 16; step += 1) {
    const middle = (low + high) / 2
    if (shareBelow(distribution, middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The share of the distribution below a score, from 0 to 1. */
export function shareBelow(distribution: ScoreDistribution, score: number): number {
  const sum = distribution.reduce((total, { mean, deviation }) => total + normalShareBelow(score, mean, deviation), 0)
  return sum / distribution.length
}

const scale = { from: -6, to: 6, step: 0.25 }

/** Interpolated, because a bank can have thousands of questions. */
export function createScoreCurve(items: readonly ItemParameters[]): ScoreCurve {
  const points = Array.from({ length: (scale.to - scale.from) / scale.step + 1 }, (_, i) => {
    const ability = scale.from + i * scale.step
    return items.reduce((sum, item) => sum + correctProbability(ability, item), 0) / items.length
  })
  return (ability) => {
    const place = Math.min(points.length - 1.001, Math.max(0, (ability - scale.from) / scale.step))
    const before = Math.floor(place)
    const one = points[before] ?? 0
    return one + (place - before) * ((points[before + 1] ?? one) - one)
  }
}

function drawAbilities({ abilities, spread }: AbilityEstimate): number[][] {
  const random = seededRandom('readiness')
  return Array.from({ length: draws }, () => {
    const deviates = abilities.map(() => normal(random))
    return abilities.map((ability, i) => ability + deviates.reduce((sum, deviate, k) => sum + deviate * (spread[i]?.[k] ?? 0), 0))
  })
}

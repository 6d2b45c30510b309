/**
 * Estimates a candidate's ability in each skill area from first answers: the most likely value, and how uncertain it is.
 *
 * An item response model: a candidate with ability `a` knows the answer to a question of difficulty `d` with probability 1 / (1 + e^(d - a)).
 * A candidate who does not know it guesses, and is correct with the question's chance. Abilities and difficulties are on the logit scale.
 * Candidates improve as they practice, so the model assumes a lower ability at the time of earlier answers. See docs/decisions/0067-readiness.md.
 */
import { cholesky, invert, multiply } from '#exam/readiness/matrix.ts'

/** Difficulty on the logit scale. `chance`: the probability of guessing correctly, from 0 to 1. */
export type ItemParameters = { readonly difficulty: number; readonly chance: number }

/** A candidate's first answer to a question. `area`: index of its skill area. `weight`: how much the answer counts, from 0 to 1. */
export type Observation = ItemParameters & {
  readonly area: number
  /** Age of the answer: 0 is now, and 1 is the period in which the ability grows by `prior.growth`. */
  readonly age: number
  readonly isCorrect: boolean
  /** Whether the candidate marked the answer as a guess. Whether such an answer is correct says little about the ability. */
  readonly isGuess: boolean
  readonly weight: number
}

/** Today's ability in each skill area, and the matrix `spread`, where spread × spreadᵀ is the covariance of the abilities. */
export type AbilityEstimate = { readonly abilities: readonly number[]; readonly spread: readonly (readonly number[])[] }

/**
 * Assumptions before the first answer: the average ability, how much it varies between candidates and between the areas of one candidate,
 * and how much a candidate improves by practicing.
 */
export const prior = { mean: 0.5, candidateDeviation: 1.2, areaDeviation: 0.6, growth: 0.4, growthDeviation: 0.4 }

/** Candidates mark a known answer as a guess at this fraction of the rate for unknown answers. */
const markedThoughKnown = 0.1

const steps = 40
const tolerance = 1e-6

/** Finds the abilities with the highest posterior density by Fisher scoring, and approximates the density there by a normal distribution. */
export function estimateAbilities(observations: readonly Observation[], areaCount: number): AbilityEstimate {
  // The last value is the growth.
  const means = [...Array.from({ length: areaCount }, () => prior.mean), prior.growth]
  const priorPrecision = invert(priorCovariance(areaCount))
  const markRate = estimateMarkRate(observations)
  const describe = (values: readonly number[]) => describePosterior({ observations, markRate, means, priorPrecision }, values)
  let values = means
  for (let step = 0; step < steps; step += 1) {
    const { gradient, precision } = describe(values)
    const change = multiply(invert(precision), gradient)
    // A full step can overshoot while the values are far from the maximum.
    const scale = Math.min(1, 1 / Math.max(...change.map(Math.abs), tolerance))
    values = values.map((value, i) => value + scale * (change[i] ?? 0))
    if (change.every((part) => Math.abs(part) < tolerance)) break
  }
  const spread = cholesky(invert(describe(values).precision))
  return { abilities: values.slice(0, areaCount), spread: spread.slice(0, areaCount).map((row) => row.slice(0, areaCount)) }
}

/** The probability that the candidate knows the answer, from 0 to 1. */
export function knowProbability(ability: number, { difficulty }: Pick<ItemParameters, 'difficulty'>): number {
  return 1 / (1 + Math.exp(difficulty - ability))
}

/** The probability of a correct answer, from 0 to 1. */
export function correctProbability(ability: number, item: ItemParameters): number {
  return item.chance + (1 - item.chance) * knowProbability(ability, item)
}

/** The Fisher information of one more answer: how much it would narrow the estimate of the ability. */
export function itemInformation(ability: number, item: ItemParameters): number {
  const known = knowProbability(ability, item)
  const slope = (1 - item.chance) * known * (1 - known)
  const correct = correctProbability(ability, item)
  return (slope * slope) / (correct * (1 - correct))
}

function priorCovariance(areaCount: number): number[][] {
  const { candidateDeviation, areaDeviation, growthDeviation } = prior
  return Array.from({ length: areaCount + 1 }, (_, row) =>
    Array.from({ length: areaCount + 1 }, (_, column) => {
      if (row === areaCount || column === areaCount) return row === column ? growthDeviation ** 2 : 0
      return candidateDeviation ** 2 + (row === column ? areaDeviation ** 2 : 0)
    }),
  )
}

/** The share of unknown answers that the candidate marks as a guess, from 0 to 1. */
function estimateMarkRate(observations: readonly Observation[]): number {
  const marked = observations.filter(({ isGuess }) => isGuess).length
  const unmarked = observations.filter(({ isGuess, isCorrect }) => !isGuess && !isCorrect)
  const unknown = unmarked.reduce((sum, { chance }) => sum + 1 / (1 - chance), 0)
  return marked === 0 ? 0 : Math.min(0.95, marked / (marked + unknown))
}

type Evidence = {
  observations: readonly Observation[]
  markRate: number
  means: readonly number[]
  priorPrecision: readonly (readonly number[])[]
}

function describePosterior(
  { observations, markRate, means, priorPrecision }: Evidence,
  values: readonly number[],
): { gradient: number[]; precision: number[][] } {
  const growth = values.length - 1
  const gradient = multiply(
    priorPrecision,
    values.map((value, i) => (means[i] ?? 0) - value),
  )
  const precision = priorPrecision.map((row) => [...row])
  for (const observation of observations) {
    const { area, age, weight } = observation
    const { score, information } = describeAnswer(observation, markRate, (values[area] ?? 0) - age * (values[growth] ?? 0))
    for (const [row, part] of [
      [area, 1],
      [growth, -age],
    ] as const) {
      gradient[row] = (gradient[row] ?? 0) + weight * part * score
      for (const [column, other] of [
        [area, 1],
        [growth, -age],
      ] as const) {
        const entries = precision[row]
        if (entries) entries[column] = (entries[column] ?? 0) + weight * part * other * information
      }
    }
  }
  return { gradient, precision }
}

/**
 * The slope of the log likelihood at an ability, and the expected information. An answer has one of three outcomes: marked as a guess,
 * correct, or incorrect. The probability of each is a linear function of the probability that the candidate knows the answer.
 */
function describeAnswer({ isCorrect, isGuess, ...item }: Observation, markRate: number, ability: number) {
  const { chance } = item
  const unmarked = 1 - markRate
  const marked = { base: markRate, slope: (markedThoughKnown - 1) * markRate }
  const correct = { base: chance * unmarked, slope: 1 - markedThoughKnown * markRate - chance * unmarked }
  const incorrect = { base: (1 - chance) * unmarked, slope: -(1 - chance) * unmarked }
  const known = knowProbability(ability, item)
  const change = known * (1 - known)
  const probability = ({ base, slope }: { base: number; slope: number }) => Math.max(Number.EPSILON, base + slope * known)
  const given = isGuess ? marked : isCorrect ? correct : incorrect
  const information = [marked, correct, incorrect].reduce((sum, one) => sum + (one.slope * change) ** 2 / probability(one), 0)
  return { score: (given.slope * change) / probability(given), information }
}

/**
 * Simulated learners practice for 60 days and then take an exam. The true learners differ from what the model assumes: they improve while
 * they practice, neglect some areas, make slips, mark only some of their guesses, and questions are harder or easier than stated.
 */
import { apportion } from '#exam/planning/draw-questions.ts'
import { dayMs } from '#exam/duration.ts'
import { isPassed, scorePercent } from '#exam/grading.ts'
import { seededRandom } from '#exam/random.ts'
import { normal } from '#exam/readiness/normal.ts'
import type { ItemParameters } from '#exam/readiness/ability.ts'
import type { CalibrationFigures, CalibrationRow } from '#exam/readiness/calibration.ts'
import { estimateReadiness, type FirstAnswer, type ReadinessArea, type ScoreRange } from '#exam/readiness/readiness.ts'

/** One learner: what was estimated before the exam, and the result of the exam in percent. */
export type SimulatedLearner = { answers: number; range: ScoreRange; passProbability: number; score: number }

type TrueItem = ItemParameters & { readonly trueDifficulty: number }

const now = 100 * dayMs
const practiceDays = 60
const examSize = 50
const bankSize = 220
const outlines = [
  [22.5, 32.5, 12.5, 32.5],
  [27.5, 27.5, 42.5],
  [37.5, 17.5, 12.5, 12.5, 12.5],
  [12.5, 32.5, 12.5, 12.5, 17.5, 12.5],
] as const
const chances = [0.25, 0.25, 0.25, 0.2, 0.1, 0.01, 0.02] as const
const stated = [-0.6, 0, 0, 0.6] as const

/** `undefined` if the learner has not answered enough for an estimate. */
export function simulateLearner(seed: string): SimulatedLearner | undefined {
  const random = seededRandom(seed)
  const pick = <Entry>(list: readonly Entry[]) => list[Math.floor(random() * list.length)] as Entry
  const weights = pick(outlines)
  const createItem = (): TrueItem => {
    const difficulty = pick(stated)
    return { difficulty, chance: pick(chances), trueDifficulty: difficulty + 0.6 * normal(random) }
  }
  const sizes = apportion(
    bankSize,
    weights,
    weights.map(() => bankSize),
  )
  const bank = sizes.map((size) => Array.from({ length: size }, createItem))
  const general = 0.5 + 1.1 * normal(random)
  const abilities = weights.map(() => general + 0.55 * normal(random))
  const learned = -0.1 + random()
  const slips = 0.05 * random()
  const marks = pick([0, 0.3, 0.7])
  const answerTotal = Math.round(Math.min(bankSize, 30 * 8 ** random()))
  // Some learners practice mostly what they like.
  const leaning = weights.map((weight) => weight * (0.4 + 1.2 * random()))
  const answerCounts = apportion(answerTotal, leaning, sizes)

  const answer = (item: TrueItem, ability: number) => {
    const isKnown = random() < 1 / (1 + Math.exp(item.trueDifficulty - ability))
    return { isKnown, isCorrect: isKnown ? random() >= slips : random() < item.chance }
  }
  const firstAnswers = bank.flatMap((items, area) =>
    items.slice(0, answerCounts[area]).map((item): FirstAnswer => {
      const day = practiceDays * random()
      const { isKnown, isCorrect } = answer(item, (abilities[area] ?? 0) - learned * (1 - day / practiceDays))
      const isGuess = random() < (isKnown ? marks * 0.1 : marks)
      const { difficulty, chance } = item
      return { difficulty, chance, area: String(area), isCorrect, isGuess, answeredAt: now - (practiceDays - day) * dayMs }
    }),
  )
  const areas = weights.map((weight, area): ReadinessArea => ({ name: String(area), weight }))
  const readiness = estimateReadiness(firstAnswers, areas, now, now)
  if (readiness.state !== 'estimated') return undefined

  const exam = apportion(
    examSize,
    weights,
    weights.map(() => examSize),
  )
  let correct = 0
  for (const [area, count] of exam.entries())
    for (let i = 0; i < count; i += 1) if (answer(createItem(), abilities[area] ?? 0).isCorrect) correct += 1
  const { answers, range, passProbability } = readiness
  return { answers, range, passProbability, score: scorePercent(correct, examSize) }
}

/** Simulates until there are `learners` learners with an estimate. */
export function checkReadiness(learners: number, seed: string): CalibrationFigures {
  const simulated: SimulatedLearner[] = []
  for (let i = 0; simulated.length < learners; i += 1) {
    const learner = simulateLearner(`${seed} ${i}`)
    if (learner) simulated.push(learner)
  }
  const answerGroups = [
    [30, 49],
    [50, 99],
    [100, 149],
    [150, bankSize],
  ] as const
  const chanceGroups = [0, 10, 30, 50, 70, 90].map((low, i, all) => [low, all[i + 1] ?? 100] as const)
  return {
    all: summarize([30, bankSize], simulated),
    byAnswers: answerGroups.map(([low, high]) =>
      summarize(
        [low, high],
        simulated.filter(({ answers }) => answers >= low && answers <= high),
      ),
    ),
    byChance: chanceGroups.map(([low, high]) =>
      summarize(
        [low, high],
        simulated.filter(({ passProbability: p }) => p * 100 >= low && (p * 100 < high || high === 100)),
      ),
    ),
  }
}

function summarize(group: readonly [number, number], learners: readonly SimulatedLearner[]): CalibrationRow {
  const average = (of: (learner: SimulatedLearner) => number) => learners.reduce((sum, one) => sum + of(one), 0) / (learners.length || 1)
  return {
    group,
    learners: learners.length,
    inside: average(({ range, score }) => (score >= range.low && score <= range.high ? 1 : 0)),
    width: average(({ range }) => range.high - range.low),
    expectedPasses: average(({ passProbability }) => passProbability),
    passes: average(({ score }) => (isPassed(score) ? 1 : 0)),
  }
}

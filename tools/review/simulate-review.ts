/**
 * Simulates learners who review until their exam, once with FSRS alone and once with the exam plan, with the same number of questions each day.
 * A learner's true memory differs from what FSRS estimates.
 */
import { Rating, fsrs } from 'ts-fsrs'
import { seededRandom } from '#exam/random.ts'
import { planExamReview, type ReviewMemory } from '#server/review/exam-plan.ts'

/**
 * `areaSizes`: number of answered questions by skill area. `areaWeights`: percent of the exam. `missedDays`: days without a review, counted
 * from 0.
 */
export type ReviewScenario = {
  readonly days: number
  readonly dailyQuestions: number
  readonly areaSizes: readonly number[]
  readonly areaWeights: readonly number[]
  readonly missedDays: readonly number[]
}

/**
 * `plain` and `planned`: the weighted share of the questions that a learner remembers on the day of the exam, from 0 to 1, with FSRS alone and
 * with the exam plan. `reviews`: the number of reviews with FSRS alone. All are averages per learner.
 */
export type ReviewComparison = { readonly plain: number; readonly planned: number; readonly reviews: number }

export const reviewScenarios: readonly ReviewScenario[] = [
  { days: 7, dailyQuestions: 30, areaSizes: [40, 90, 40, 48], missedDays: [] },
  { days: 14, dailyQuestions: 20, areaSizes: [30, 60, 30, 60], missedDays: [] },
  { days: 14, dailyQuestions: 20, areaSizes: [30, 60, 30, 60], missedDays: [3, 4, 5] },
  { days: 30, dailyQuestions: 10, areaSizes: [20, 20, 20, 20], missedDays: [] },
  { days: 30, dailyQuestions: 20, areaSizes: [60, 60, 60, 60], missedDays: [10, 11, 12] },
  { days: 60, dailyQuestions: 10, areaSizes: [30, 60, 30, 60], missedDays: [] },
].map((scenario) => ({ ...scenario, areaWeights: [12.5, 32.5, 17.5, 37.5] }))

/** Averages over `learners` learners, each with its own seed derived from `seed`. */
export function compareReviews(scenario: ReviewScenario, learners: number, seed: string): ReviewComparison {
  let [plain, planned, reviews] = [0, 0, 0]
  for (let learner = 0; learner < learners; learner += 1) {
    const alone = simulateLearner(scenario, `${seed} ${learner}`)
    plain += alone.recall / learners
    planned += simulateLearner(scenario, `${seed} ${learner}`, alone.counts).recall / learners
    reviews += alone.counts.reduce((sum, count) => sum + count, 0) / learners
  }
  return { plain, planned, reviews: Math.round(reviews) }
}

const memory = fsrs({ request_retention: 0.9, enable_fuzz: false })

/** Days count from 0; the exam is on day `days`. `stability` is the estimate of FSRS, `trueStability` the learner's. */
type LearnerCard = {
  id: string
  area: number
  stability: number
  trueStability: number
  difficulty: number
  lastDay: number
  dueDay: number
}

/** With `counts`, the exam plan chooses that many questions each day. Without `counts`, FSRS alone chooses. */
function simulateLearner(scenario: ReviewScenario, seed: string, counts?: readonly number[]): { recall: number; counts: number[] } {
  const { days, missedDays } = scenario
  const random = seededRandom(seed)
  const cards = listCards(scenario, random)
  const answers = seededRandom(`${seed} answers`)
  const done: number[] = []
  for (let day = 0; day < days; day += 1) {
    const chosen = missedDays.includes(day)
      ? []
      : counts
        ? chooseByPlan(cards, scenario, day, counts[day] ?? 0)
        : chooseByDueDay(cards, scenario, day)
    for (const card of chosen) answer(card, day, answers())
    done.push(chosen.length)
  }
  const weightOf = weighQuestions(scenario)
  const total = scenario.areaWeights.reduce((sum, weight) => sum + weight, 0)
  const recall = cards.reduce((sum, card) => sum + weightOf(card) * memory.forgetting_curve(days - card.lastDay, card.trueStability), 0)
  return { recall: recall / total, counts: done }
}

/** Every question was answered once in the two weeks before; 60% of the answers were correct. */
function listCards({ areaSizes }: ReviewScenario, random: () => number): LearnerCard[] {
  return areaSizes.flatMap((size, area) =>
    Array.from({ length: size }, (_, i): LearnerCard => {
      const state = memory.next_state(null, 0, random() < 0.6 ? Rating.Good : Rating.Again)
      const lastDay = -1 - Math.floor(random() * 14)
      return {
        id: `${area}-${i}`,
        area,
        stability: state.stability,
        trueStability: state.stability * Math.exp(0.5 * normal(random)),
        difficulty: state.difficulty,
        lastDay,
        dueDay: lastDay + intervalOf(state.stability),
      }
    }),
  )
}

/**
 * The rule without a plan: chooses questions that are due. Due days are moved to the day before the exam at the latest. Questions that have
 * been due the longest come first, then those with the weakest memory.
 */
function chooseByDueDay(cards: readonly LearnerCard[], { days, dailyQuestions }: ReviewScenario, day: number): LearnerCard[] {
  const dueOn = ({ dueDay, lastDay }: LearnerCard) => (dueDay > days - 1 && lastDay < days - 1 ? days - 1 : dueDay)
  return cards
    .filter((card) => dueOn(card) <= day)
    .toSorted((a, b) => dueOn(a) - dueOn(b) || a.stability - b.stability)
    .slice(0, dailyQuestions)
}

function chooseByPlan(cards: readonly LearnerCard[], scenario: ReviewScenario, day: number, count: number): LearnerCard[] {
  const weightOf = weighQuestions(scenario)
  const memories = cards.map((card): ReviewMemory => ({
    questionId: card.id,
    stability: card.stability,
    difficulty: card.difficulty,
    daysSince: day - card.lastDay,
    isDue: card.dueDay <= day,
    weight: weightOf(card),
  }))
  const chosen = new Set(planExamReview(memories, count, { daysLeft: scenario.days - day, dailyQuestions: scenario.dailyQuestions }))
  return cards.filter(({ id }) => chosen.has(id))
}

function weighQuestions({ areaSizes, areaWeights }: ReviewScenario): (card: LearnerCard) => number {
  return ({ area }) => (areaWeights[area] ?? 0) / (areaSizes[area] ?? 1)
}

function answer(card: LearnerCard, day: number, chance: number): void {
  const elapsed = day - card.lastDay
  const isRight = chance < memory.forgetting_curve(elapsed, card.trueStability)
  const grade = isRight ? Rating.Good : Rating.Again
  const state = memory.next_state({ stability: card.stability, difficulty: card.difficulty }, elapsed, grade)
  card.trueStability = memory.next_state({ stability: card.trueStability, difficulty: card.difficulty }, elapsed, grade).stability
  card.stability = state.stability
  card.difficulty = state.difficulty
  card.lastDay = day
  card.dueDay = day + (isRight ? intervalOf(state.stability) : 1)
}

function intervalOf(stability: number): number {
  return Math.max(1, Math.round(memory.next_interval(stability, 0)))
}

/** A standard normal number, by Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

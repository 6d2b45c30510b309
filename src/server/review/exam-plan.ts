/**
 * Chooses the questions of a daily review before an exam, so that the candidate remembers as much as possible on the day of the exam. Skill
 * areas count according to their weights in the outline. Decision 0055 describes the model and what it gains.
 */
import { Rating, fsrs } from 'ts-fsrs'

/** The memory of one question, as FSRS estimates it. */
export type ReviewMemory = {
  readonly questionId: string
  /** Days until the chance of remembering has fallen to 90%. */
  readonly stability: number
  /** From 1 to 10. */
  readonly difficulty: number
  /** Whole days since the latest answer. */
  readonly daysSince: number
  /** Whether FSRS would ask the question today, ignoring the exam date. */
  readonly isDue: boolean
  /** The share of the exam that this question represents, such as the weight of its skill area divided by the questions in it. */
  readonly weight: number
}

/** `daysLeft`: whole days until the exam, 1 on the day before. `dailyQuestions`: the daily limit. */
type ExamPlanOptions = { readonly daysLeft: number; readonly dailyQuestions: number }

const memory = fsrs({ request_retention: 0.9 })

/** Whether so few days are left that the candidate must use the full daily limit to see every question again before the exam. */
export function isLastRound(questionCount: number, { daysLeft, dailyQuestions }: ExamPlanOptions): boolean {
  return daysLeft <= Math.ceil(questionCount / dailyQuestions)
}

/**
 * The questions for today, at most `count`, most valuable first. Before the last round, these are due questions. In the last round, these
 * are questions that were not answered today and gain most from another review, starting with those that gain most from a review today
 * rather than later. The plan depends only on today's state, so a missed day needs no special handling.
 */
export function planExamReview(cards: readonly ReviewMemory[], count: number, options: ExamPlanOptions): string[] {
  const { daysLeft, dailyQuestions } = options
  if (!isLastRound(cards.length, options)) {
    // Each question is likely to be reviewed again around the middle of the last round.
    const laterDay = Math.floor(daysLeft - Math.min(daysLeft, cards.length / dailyQuestions) / 2)
    const due = cards.filter(({ isDue }) => isDue)
    return listBest(due, (card) => card.weight * (recall(card, [0, laterDay], daysLeft) - recall(card, [laterDay], daysLeft)), count)
  }
  const open = cards
    .filter(({ daysSince }) => daysSince > 0)
    .map((card) => {
      const gainOf = (day: number) => card.weight * (recall(card, [day], daysLeft) - recall(card, [], daysLeft))
      return { ...card, today: gainOf(0), later: Math.max(gainOf(Math.floor((daysLeft - 1) / 2)), gainOf(daysLeft - 1)) }
    })
  // The questions for which there is still time before the exam.
  const round = new Set(listBest(open, ({ today, later }) => Math.max(today, later), dailyQuestions * (daysLeft - 1) + count))
  return listBest(
    open.filter(({ questionId }) => round.has(questionId)),
    ({ today, later }) => today - later,
    count,
  )
}

/** The chance of remembering in `daysLeft` days, after reviews on these days, counted from today. Each review may succeed or fail. */
function recall(
  { stability, difficulty, daysSince }: Pick<ReviewMemory, 'stability' | 'difficulty' | 'daysSince'>,
  reviewDays: readonly number[],
  daysLeft: number,
): number {
  const [day, ...later] = reviewDays
  if (day === undefined) return memory.forgetting_curve(daysSince + daysLeft, stability)
  const success = memory.forgetting_curve(daysSince + day, stability)
  const next = (grade: Rating.Good | Rating.Again, after: number) =>
    recall({ stability: after, difficulty: memory.next_difficulty(difficulty, grade), daysSince: -day }, later, daysLeft)
  return (
    success * next(Rating.Good, memory.next_recall_stability(difficulty, stability, success, Rating.Good)) +
    (1 - success) * next(Rating.Again, memory.next_forget_stability(difficulty, stability, success))
  )
}

/** Ids of the cards with the highest values. Equal values are in the order of the ids, so that a plan is the same on every device. */
function listBest<Card extends ReviewMemory>(cards: readonly Card[], valueOf: (card: Card) => number, count: number): string[] {
  return cards
    .map((card) => ({ id: card.questionId, value: valueOf(card) }))
    .toSorted((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id)
}

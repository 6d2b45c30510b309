/**
 * Which answers of a finished attempt count in the statistics of their questions, and with which rest score. The rules, as stated on
 * screens and in the documentation:
 *
 * 1. An answer is left out if its question was on screen for less than two seconds, or for an unknown time.
 * 2. All answers of an attempt that looks like blind guessing are left out. Such an attempt has at least ten answers, and either more than
 *    half of them took less than two seconds, or their median time is under five seconds and they are correct no more often than random
 *    answers.
 * 3. All answers of an attempt are left out if fewer than six remain, because so few answers say too little about the candidate.
 */
import { listPlaces } from '#exam/answer-places.ts'
import { isCorrect } from '#exam/grading.ts'
import { isBlank, type AnswerInput } from '#exam/question.ts'
import { listStatisticsEntries, quickAnswerMs, restMax, type CountedAnswer, type StatisticsQuestion } from '#exam/statistics/item-tally.ts'

/** An attempt with fewer answers is never treated as blind guessing. */
const judgedAnswersMin = 10
const hurriedAnswerMs = 5_000
const countedAnswersMin = 6

/** An answer to a version of a question. `timeMs` is `undefined` if it was not measured. */
export type TimedAnswer<Kind extends StatisticsQuestion = StatisticsQuestion> = {
  question: Kind
  answer: AnswerInput
  isGuess: boolean
  timeMs: number | undefined
}

/** The answers of a finished attempt that count. Blank answers do not count. */
export function listCountedAnswers<Kind extends StatisticsQuestion>(
  answers: readonly TimedAnswer<Kind>[],
): (CountedAnswer & { question: Kind })[] {
  const graded = answers
    .filter(({ answer }) => !isBlank(answer))
    .map((one) => ({ ...one, timeMs: one.timeMs ?? 0, isCorrect: isCorrect(one.answer, one.question) }))
  const counted = graded.filter(({ timeMs }) => timeMs >= quickAnswerMs)
  if (counted.length < countedAnswersMin || isBlindGuessing(graded)) return []
  const correct = countCorrect(counted)
  return counted.map(({ question, answer, ...one }) => ({
    ...one,
    question,
    entries: listStatisticsEntries(answer, question),
    rest: Math.round(((correct - (one.isCorrect ? 1 : 0)) / (counted.length - 1)) * restMax),
  }))
}

type GradedAnswer = { question: StatisticsQuestion; timeMs: number; isCorrect: boolean }

function isBlindGuessing(graded: readonly GradedAnswer[]): boolean {
  if (graded.length < judgedAnswersMin) return false
  const times = graded.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b)
  if (times.filter((timeMs) => timeMs < quickAnswerMs).length > times.length / 2) return true
  const median = times[Math.floor((times.length - 1) / 2)] ?? 0
  const expected = graded.reduce((sum, { question }) => sum + chanceOf(question), 0)
  return median < hurriedAnswerMs && countCorrect(graded) <= expected
}

function countCorrect(graded: readonly { isCorrect: boolean }[]): number {
  return graded.filter(({ isCorrect: isRight }) => isRight).length
}

/** The probability that a random complete answer is correct, if each item is used at most once. */
export function chanceOf(question: StatisticsQuestion): number {
  const places = listPlaces(question)
  if (places.length > 0) return places.reduce((chance, { choices }) => chance / Math.max(1, choices.length), 1)
  const {
    type,
    options,
    pairs,
    answerKey: { length: asks },
  } = question
  const items = pairs?.right.length ?? options.length
  if (items < asks) return 0
  let arrangements = 1
  for (let i = 0; i < asks; i++) arrangements *= items - i
  const isOrdered = type === 'reorder' || type === 'drag_drop'
  let orders = 1
  for (let i = 2; i <= asks; i++) orders *= i
  return isOrdered ? 1 / arrangements : orders / arrangements
}

/**
 * The order in which practice shows the options of a question. Each attempt has a seed that fixes the order.
 *
 * Attempts store answers with the letters of the bank, so grading, statistics, and exports do not depend on the order. A screen shows the
 * results of `showQuestion` and `showAnswer`, and converts what the candidate enters with `storeAnswer`.
 */
import { citesLetters, refersToOtherOptions } from '#exam/option-references.ts'
import { orderBlanks, showBlankAnswer, shuffleBlanks, storeBlankAnswer } from '#exam/blank-order.ts'
import type { Attempt } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, positionOf, type AnswerInput, type Question } from '#exam/question.ts'
import { seededRandom, shuffle } from '#exam/random.ts'

/** For each position on screen, the position in the bank. `undefined` if the options stay in bank order. */
type OptionOrder = readonly number[] | undefined

/** The question with its options (or the choices of its blanks), their explanations, and its answer key in the order of the attempt. */
export function showQuestion(question: Question, seed: string | undefined): Question {
  if (question.completion && seed !== undefined) return shuffleBlanks(question, orderBlanks(question, seed))
  const order = orderOf(question, seed)
  if (!order) return question
  const { options, optionExplanations, answerKey } = question
  return {
    ...question,
    options: order.map((from) => options[from] ?? ''),
    optionExplanations: optionExplanations.length === 0 ? [] : order.map((from) => optionExplanations[from] ?? null),
    answerKey: toScreen(answerKey, order),
  }
}

type BankQuestions = Pick<ReadonlyMap<string, Question>, 'get'>

/**
 * Converts the answers of an attempt to the letters on screen. `questions`: with their options in bank order. Answers to questions that are not
 * in the map keep the letters of the bank.
 */
export function showAttempt(attempt: Attempt, questions: BankQuestions): Attempt {
  if (attempt.seed === undefined) return attempt
  const answers = Object.entries(attempt.answers).map(([id, answer]) => {
    const question = questions.get(id)
    return [id, question ? showAnswer(answer, question, attempt.seed) : answer] as const
  })
  return { ...attempt, answers: Object.fromEntries(answers) }
}

/** Converts a move that the candidate made on screen to the letters of the bank. */
export function storeMove(move: Move, { seed }: Attempt, questions: BankQuestions): Move {
  const question = move.type === 'answer' ? questions.get(move.questionId) : undefined
  return move.type === 'answer' && question ? { ...move, answer: storeAnswer(move.answer, question, seed) } : move
}

/** Converts an answer from the letters of the bank to those on screen. `question` is the question in the bank. */
export function showAnswer(answer: AnswerInput, question: Question, seed: string | undefined): AnswerInput {
  if (question.completion && seed !== undefined) return showBlankAnswer(answer, orderBlanks(question, seed))
  const order = orderOf(question, seed)
  return order ? toScreen(answer, order) : answer
}

/** Converts an answer from the letters on screen to those of the bank. `question` is the question in the bank. */
export function storeAnswer(answer: AnswerInput, question: Question, seed: string | undefined): AnswerInput {
  if (question.completion && seed !== undefined) return storeBlankAnswer(answer, orderBlanks(question, seed))
  const order = orderOf(question, seed)
  return order ? mapLetters(answer, (position) => order[position]) : answer
}

/**
 * Whether the options may be shuffled. They must not be if there are only two, such as Yes and No, if all of them begin with a number, or if a
 * text depends on their order (see `option-references.ts`). Steps, pairs, and blanks are ordered elsewhere.
 */
export function canShuffleOptions({ type, text, options, explanation, optionExplanations }: Question): boolean {
  if (type !== 'single_choice' && type !== 'multiple_choice') return false
  const texts = options.map(plainText)
  const isScale = texts.every((option) => /^[^\p{L}]*\d/u.test(option))
  if (texts.length < 3 || isScale || texts.some(refersToOtherOptions)) return false
  return ![text, explanation, ...options, ...optionExplanations].some((html) => html !== null && citesLetters(plainText(html)))
}

function orderOf(question: Question, seed: string | undefined): OptionOrder {
  if (seed === undefined) return undefined
  const before = orders.get(question)
  if (before?.seed === seed) return before.order
  const order = canShuffleOptions(question)
    ? shuffle(
        question.options.map((_, position) => position),
        seededRandom(`${seed} ${question.id}`),
      )
    : undefined
  orders.set(question, { seed, order })
  return order
}

/** Caches the latest order of each question, because it is needed often, and computing it reads all texts of the question. */
const orders = new WeakMap<Question, { seed: string; order: OptionOrder }>()

function toScreen(answer: AnswerInput, order: readonly number[]): AnswerInput {
  return mapLetters(answer, (position) => order.indexOf(position))
}

/** Leaves out letters that no option has. */
function mapLetters(answer: AnswerInput, map: (position: number) => number | undefined): AnswerInput {
  return answer
    .map((letter) => map(positionOf(letter)) ?? -1)
    .filter((position) => position >= 0)
    .map(letterOf)
    .toSorted()
}

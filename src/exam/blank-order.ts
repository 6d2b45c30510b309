/**
 * The order in which an attempt shows the choices of each blank of a drop-down question. The seed of the attempt determines the order.
 * Statements are never shuffled, because a statement may follow from an earlier one. Yes and No are never shuffled either.
 */
import type { Blank } from '#exam/completion.ts'
import type { AnswerInput, Question } from '#exam/question.ts'
import { seededRandom, shuffle } from '#exam/random.ts'

/** For each blank, the bank positions of its choices, in the order on screen. */
export type BlankOrders = readonly (readonly number[])[]

type BlankQuestion = Pick<Question, 'id' | 'completion'>

/** The orders for the question, which may be in bank order or in the order on screen. Empty for other question types. */
export function orderBlanks({ id, completion }: BlankQuestion, seed: string): BlankOrders {
  return (completion?.blanks ?? []).map(({ choices }, blank) => {
    const positions = choices.map((_, i) => i)
    return canShuffleChoices(choices) ? shuffle(positions, seededRandom(`${seed} ${id} ${blank}`)) : positions
  })
}

/** The question with the choices in the order on screen, and the answer key with the positions on screen. */
export function shuffleBlanks<Kind extends Pick<Question, 'completion' | 'answerKey'>>(question: Kind, orders: BlankOrders): Kind {
  const { completion, answerKey } = question
  if (!completion) return question
  const blanks = completion.blanks.map(({ label, choices }, blank): Blank => {
    return { label, choices: (orders[blank] ?? []).map((from) => choices[from] ?? '') }
  })
  return { ...question, completion: { ...completion, blanks }, answerKey: showBlankAnswer(answerKey, orders) }
}

/** Converts an answer from positions in the bank to positions on screen. */
export function showBlankAnswer(answer: AnswerInput, orders: BlankOrders): AnswerInput {
  return mapBlankAnswer(answer, (position, blank) => orders[blank]?.indexOf(position))
}

/** Converts an answer from positions on screen to positions in the bank. */
export function storeBlankAnswer(answer: AnswerInput, orders: BlankOrders): AnswerInput {
  return mapBlankAnswer(answer, (position, blank) => orders[blank]?.[position])
}

/** Choices that all start with a number have a natural order, and so do two choices, such as On and Off. */
function canShuffleChoices(choices: readonly string[]): boolean {
  return choices.length > 2 && !choices.every((choice) => /^[^\p{L}]*\d/u.test(choice))
}

/** An entry that names no choice becomes empty. */
function mapBlankAnswer(answer: AnswerInput, map: (position: number, blank: number) => number | undefined): AnswerInput {
  return answer.map((entry, blank) => {
    const position = /^\d+$/.test(entry) ? map(Number(entry), blank) : undefined
    return position === undefined || position < 0 ? '' : String(position)
  })
}

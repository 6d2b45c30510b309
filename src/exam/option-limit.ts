/** Limits the answer to a multiple-choice question to as many letters as the question asks for. */
import type { AnswerInput, Question } from '#exam/question.ts'

type GuardedQuestion = Pick<Question, 'type' | 'answerKey'>

/**
 * The letter that `next` adds although the answer already has enough letters; `undefined` when `next` is allowed. Answers that were saved
 * by earlier releases can have too many letters. Clearing one of the letters is allowed.
 */
export function findSurplusLetter(answer: AnswerInput, next: AnswerInput, { type, answerKey }: GuardedQuestion): string | undefined {
  if (type !== 'multiple_choice' || next.length <= answerKey.length) return undefined
  return next.find((letter) => !answer.includes(letter))
}

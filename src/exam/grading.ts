/** Grading: is an answer right, and what does a run score. Same question and answer, same verdict. */
import { isBlank } from '#exam/question.ts'
import type { AnswerInput, Question } from '#exam/question.ts'

/** Percentage of correct answers from which a run is passed, 0–100. Source: spec §9. */
export const passMarkPercent = 70

/**
 * Whether the answer earns the point.
 *
 * Choices and pairs are compared as sets, a reorder answer position by position.
 * A blank answer is wrong rather than an error, so a run can be finished early.
 *
 * Shapes: see `Answer`. Source: spec §5, answer correctness.
 */
export function isCorrect(answer: AnswerInput, question: Pick<Question, 'type' | 'answerKey'>): boolean {
  if (isBlank(answer)) return false
  return question.type === 'reorder' ? sameSequence(answer, question.answerKey) : sameMembers(answer, question.answerKey)
}

/**
 * Whether one entry of an answer is right by itself: a letter or a pair that the key has, a step at its place.
 * `place` counts from 0. For showing where an answer went wrong; the point is given by `isCorrect`.
 */
export function isEntryCorrect(entry: string, place: number, question: Pick<Question, 'type' | 'answerKey'>): boolean {
  return question.type === 'reorder' ? question.answerKey[place] === entry : question.answerKey.includes(entry)
}

/**
 * Score of a run in whole percent, 0–100, halves rounded up.
 *
 * @throws {RangeError} when `total` is 0: a run without questions has no score, and the screen says so instead
 */
export function scorePercent(correct: number, total: number): number {
  if (total === 0) throw new RangeError('A run without questions has no score')
  return Math.round((correct / total) * 100)
}

/** Whether a score in percent passes. Source: spec §9, pass mark. */
export function isPassed(percent: number): boolean {
  return percent >= passMarkPercent
}

function sameSequence(a: AnswerInput, b: AnswerInput): boolean {
  return a.length === b.length && a.every((entry, place) => entry === b[place])
}

function sameMembers(a: AnswerInput, b: AnswerInput): boolean {
  const members = new Set(a)
  return a.length === b.length && members.size === a.length && b.every((entry) => members.has(entry))
}

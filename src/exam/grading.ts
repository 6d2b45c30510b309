/** Grading: whether an answer is correct, and the score of an attempt. Deterministic. */
import { isBlank, isPositional, isSameSequence, type AnswerInput, type Question } from '#exam/question.ts'

/** Minimum score to pass an attempt, in percent, 0–100. Source: spec §9. */
export const passMarkPercent = 70

/**
 * Whether the answer earns the point.
 *
 * Options and pairs are compared as sets; answers to other types must match position by position. A blank answer is incorrect rather than
 * an error, so an attempt can be finished early.
 *
 * Shapes: see `AnswerInput`. Source: spec §5, answer correctness.
 */
export function isCorrect(answer: AnswerInput, question: Pick<Question, 'type' | 'answerKey'>): boolean {
  if (isBlank(answer)) return false
  return isPositional(question.type) ? isSameSequence(answer, question.answerKey) : hasSameMembers(answer, question.answerKey)
}

/**
 * Whether a single entry of an answer is correct: a letter or pair of the answer key, or the right entry for its place. `slot` counts from
 * 0. Used to show where an answer is wrong; `isCorrect` decides whether it earns the point.
 */
export function isEntryCorrect(entry: string, slot: number, question: Pick<Question, 'type' | 'answerKey'>): boolean {
  return isPositional(question.type) ? question.answerKey[slot] === entry : question.answerKey.includes(entry)
}

/** How many entries of an answer are correct, see `isEntryCorrect`. */
export function countCorrectEntries(answer: AnswerInput, question: Pick<Question, 'type' | 'answerKey'>): number {
  return answer.filter((entry, slot) => entry !== '' && isEntryCorrect(entry, slot, question)).length
}

/**
 * Score in whole percent, 0–100, halves rounded up.
 *
 * @throws {RangeError} when `total` is 0, because an attempt without questions has no score
 */
export function scorePercent(correct: number, total: number): number {
  if (total === 0) throw new RangeError('An attempt without questions has no score')
  return Math.round((correct / total) * 100)
}

/** Whether a score in percent passes. Source: spec §9, pass mark. */
export function isPassed(percent: number): boolean {
  return percent >= passMarkPercent
}

function hasSameMembers(a: AnswerInput, b: AnswerInput): boolean {
  const members = new Set(a)
  return a.length === b.length && b.every((entry) => members.has(entry))
}

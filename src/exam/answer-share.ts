/** Shares of correct answers. */
import { scorePercent } from '#exam/grading.ts'

/**
 * The fewest answers for which a percentage is shown. With fewer answers, one answer could change the percentage by more than 20 points.
 * The number is low because some skill areas have few questions.
 */
export const minShareAnswers = 5

/** Correct answers out of a total; `percent` is a whole number, or `null` with fewer than `minShareAnswers` answers. */
export type AnswerShare = { readonly correct: number; readonly total: number; readonly percent: number | null }

export function computeShare(correct: number, total: number): AnswerShare {
  return { correct, total, percent: total < minShareAnswers ? null : scorePercent(correct, total) }
}

/** Corrections of answer keys, as members see them. Days are ISO days in the member's time zone. */
import type { AnswerInput, Question } from '#exam/question.ts'

/** A correction that changed whether an answer of the member counts as correct. */
export type CorrectionNotice = {
  challengeId: string
  certificationId: string
  correctedOn: string
  publicReason: string
  /** `attempts`: how many attempts have an answer whose grade changed. `attemptId`: the latest of these attempts. */
  attempts: number
  attemptId: string
}

/** The result of an attempt before and after a correction. */
export type EarlierResult = {
  challengeId: string
  correctedOn: string
  publicReason: string
  wasCorrect: boolean
  isCorrect: boolean
  /** Number of correct answers. `null`, like `correctAfter` and `total`, if the attempt was in progress at the time. */
  correctBefore: number | null
  correctAfter: number | null
  total: number | null
  /** The question as it was, with its answer key and explanation at the time. */
  question: Question
  answer: AnswerInput
}

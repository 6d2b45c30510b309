/** A help message, and what the help may know about the question. */
import type { AnswerInput, CaseStudy, Question } from '#exam/question.ts'

/** The part of a question that a candidate sees before the answer is revealed. `entryCount`: how many entries the answer key has. */
export type UnrevealedQuestion = Omit<Question, 'answerKey' | 'explanation' | 'optionExplanations'> & { readonly entryCount: number }

/**
 * A message from the candidate. Letters are as on screen.
 *
 * `steps`: indexes of the options of a reorder question, in the order on screen; `null` for an empty place. `hintsGiven`: number of earlier
 * hints on this question.
 */
export type HelpRequest = {
  readonly message: string
  readonly caseStudy: CaseStudy | undefined
  readonly answer: AnswerInput
  readonly steps: readonly (number | null)[]
  readonly hintsGiven: number
} & ({ readonly isRevealed: false; readonly question: UnrevealedQuestion } | { readonly isRevealed: true; readonly question: Question })

/** Removes what a candidate must not see before the answer is revealed. */
export function hideAnswerKey(question: Question): UnrevealedQuestion {
  const { id, type, text, options, pairs, completion, reference, skillArea, skill, caseStudyId, answerKey } = question
  return {
    id,
    type,
    text,
    options,
    pairs,
    ...(completion && { completion }),
    reference,
    skillArea,
    skill,
    caseStudyId,
    entryCount: answerKey.length,
  }
}

/** Writes questions as items of a bank file. */
import type { Grounding } from '#exam/bank-file/question-fields.ts'
import type { BankQuestion } from '#exam/bank-file/read.ts'
import type { AnswerInput, Pairs, QuestionState, QuestionType } from '#exam/question.ts'

/** One item of a bank file. `read.ts` documents the fields. */
export type BankItem = {
  id: string
  exam_id: string
  question_type: QuestionType
  text: string
  options: readonly string[]
  correct_answer: AnswerInput
  explanation: string
  option_explanations: readonly (string | null)[]
  reference: string
  pairs: Pairs | null
  sequence: AnswerInput | null
  case_study_id: string | null
  skill_area: string
  skill: string
  difficulty: number | null
  grounding: Grounding | null
  created_at: string
  state: QuestionState
}

/** Parsing the item again returns an equal question. */
export function toBankItem(question: BankQuestion): BankItem {
  return {
    id: question.id,
    exam_id: question.examId,
    question_type: question.type,
    text: question.text,
    options: question.options,
    correct_answer: question.answerKey,
    explanation: question.explanation,
    option_explanations: question.optionExplanations,
    reference: question.reference,
    pairs: question.pairs,
    sequence: question.type === 'reorder' ? question.answerKey : null,
    case_study_id: question.caseStudyId,
    skill_area: question.skillArea,
    skill: question.skill,
    difficulty: question.difficulty,
    grounding: question.grounding,
    created_at: question.createdAt,
    state: question.state,
  }
}

/** Writes questions as items of a bank file. */
import type { BankQuestion } from '#exam/bank-file/read.ts'

/** One item of a bank file. `read.ts` documents the fields. */
export type BankItem = ReturnType<typeof toBankItem>

/** Parsing the item returns an equal question. */
export function toBankItem(question: BankQuestion) {
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
    ...(question.completion && { completion: question.completion }),
    sequence: question.type === 'reorder' ? question.answerKey : null,
    case_study_id: question.caseStudyId,
    skill_area: question.skillArea,
    skill: question.skill,
    objective: question.objective,
    difficulty: question.difficulty,
    grounding: question.grounding,
    created_at: question.createdAt,
    state: question.state,
  }
}

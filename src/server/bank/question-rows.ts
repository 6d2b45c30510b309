/** Converts questions to rows and back. */
import type { Insertable, Selectable } from 'kysely'
import { parseAnswerKey, toBankItem, type BankQuestion } from '#exam/bank-file/index.ts'
import type { Question, QuestionState, QuestionType } from '#exam/question.ts'
import type { Tables } from '#server/db/tables.ts'

/** The columns of a question without version, time, and author of the last save. */
export const questionColumns = [
  'id',
  'exam_id',
  'question_type',
  'text',
  'options',
  'correct_answer',
  'explanation',
  'option_explanations',
  'reference',
  'pairs',
  'completion',
  'sequence',
  'case_study_id',
  'skill_area',
  'skill',
  'objective',
  'difficulty',
  'grounding',
  'created_at',
  'state',
] as const

export type QuestionRow = Pick<Selectable<Tables['questions']>, (typeof questionColumns)[number]>

export function readQuestion(row: QuestionRow): Question {
  const type = row.question_type as QuestionType
  return {
    id: row.id,
    type,
    text: row.text,
    options: row.options,
    pairs: row.pairs,
    ...(row.completion && { completion: row.completion }),
    answerKey: parseAnswerKey(row.correct_answer, type),
    explanation: row.explanation,
    optionExplanations: row.option_explanations,
    reference: row.reference,
    skillArea: row.skill_area,
    skill: row.skill,
    caseStudyId: row.case_study_id,
  }
}

/** Parses a row, including the fields that only editing and bank files need. */
export function readBankQuestion(row: QuestionRow): BankQuestion {
  return {
    ...readQuestion(row),
    examId: row.exam_id,
    objective: row.objective,
    difficulty: row.difficulty,
    grounding: row.grounding,
    createdAt: row.created_at.toISOString(),
    state: row.state as QuestionState,
  }
}

export function printRow(question: BankQuestion): Insertable<Tables['questions']> {
  const { options, correct_answer, option_explanations, pairs, completion, sequence, grounding, ...values } = toBankItem(question)
  return {
    ...values,
    options: JSON.stringify(options),
    correct_answer: JSON.stringify(correct_answer),
    option_explanations: JSON.stringify(option_explanations),
    pairs: pairs && JSON.stringify(pairs),
    completion: completion ? JSON.stringify(completion) : null,
    sequence: sequence && JSON.stringify(sequence),
    grounding: grounding && JSON.stringify(grounding),
  }
}

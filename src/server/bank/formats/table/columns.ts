/**
 * Prints questions as rows of a table, for CSV and XLSX. The columns have the names of the fields of a bank file
 * (`exam/bank-file/read.ts`), and lists have a column per entry.
 *
 * | columns                                                     | content                                                              |
 * |-------------------------------------------------------------|----------------------------------------------------------------------|
 * | `option_a`, `option_b`, …                                   | the options, or the steps of a reorder question                      |
 * | `reason_a`, `reason_b`, …                                   | the explanation of each option                                       |
 * | `prompt_1`, …, `item_1`, …                                  | the sides of a drag-and-drop question                                |
 * | `completion`                                                | JSON                                                                 |
 * | `correct_answer`                                            | `A, C`; option indexes `2, 0, 1`; pairs of indexes `0=1, 1=0`        |
 * | `case_study_title`, `case_study_content`                    | only in the first row of each `case_study_id`                        |
 * | `grounding`                                                 | JSON                                                                 |
 *
 * Texts are HTML. All exams have the same columns; each list has as many columns as its longest value in the file has entries.
 */
import { toBankItem } from '#exam/bank-file/index.ts'
import { letterOf } from '#exam/question.ts'
import type { ExportedQuestion, ListLengths } from '#server/bank/export/source.ts'

type Column = { readonly name: string; readonly read: (exported: ExportedQuestion) => string | number | null | undefined }

export type QuestionTable = { readonly header: readonly string[]; readonly printRow: (exported: ExportedQuestion) => string[] }

export function createTable(lengths: ListLengths): QuestionTable {
  const columns = listColumns(lengths)
  return {
    header: columns.map(({ name }) => name),
    printRow: (exported) => columns.map(({ read }) => String(read(exported) ?? '')),
  }
}

function listColumns({ options, prompts, items, reasons }: ListLengths): Column[] {
  const field = (
    name: 'id' | 'exam_id' | 'question_type' | 'text' | 'explanation' | 'reference' | 'skill_area' | 'skill' | 'objective',
  ) => ({
    name,
    read: ({ question }: ExportedQuestion) => toBankItem(question)[name],
  })
  const list = (length: number, column: (i: number) => Column) => Array.from({ length }, (_, i) => column(i))
  const lower = (i: number) => letterOf(i).toLowerCase()
  return [
    field('id'),
    field('exam_id'),
    field('question_type'),
    field('text'),
    ...list(options, (i) => ({ name: `option_${lower(i)}`, read: ({ question }) => question.options[i] })),
    ...list(prompts, (i) => ({ name: `prompt_${i + 1}`, read: ({ question }) => question.pairs?.left[i] })),
    ...list(items, (i) => ({ name: `item_${i + 1}`, read: ({ question }) => question.pairs?.right[i] })),
    { name: 'completion', read: ({ question }) => question.completion && JSON.stringify(question.completion) },
    // A comma and a space, because spreadsheets read "2,0" as a number.
    { name: 'correct_answer', read: ({ question }) => question.answerKey.join(', ') },
    field('explanation'),
    ...list(reasons, (i) => ({ name: `reason_${lower(i)}`, read: ({ question }) => question.optionExplanations[i] })),
    field('reference'),
    field('skill_area'),
    field('skill'),
    field('objective'),
    { name: 'difficulty', read: ({ question }) => question.difficulty },
    { name: 'case_study_id', read: ({ question }) => question.caseStudyId },
    { name: 'case_study_title', read: ({ caseStudy, isFirst }) => (isFirst ? caseStudy?.title : '') },
    { name: 'case_study_content', read: ({ caseStudy, isFirst }) => (isFirst ? caseStudy?.content : '') },
    { name: 'grounding', read: ({ question }) => question.grounding && JSON.stringify(question.grounding) },
    { name: 'created_at', read: ({ question }) => question.createdAt },
    { name: 'state', read: ({ question }) => question.state },
  ]
}

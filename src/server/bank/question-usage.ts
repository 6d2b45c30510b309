/** Finds the questions that use a case study or a certification, drafts included. A record in use cannot be deleted. */
import { plainText, shorten } from '#exam/plain-text.ts'
import type { Db } from '#server/db/tables.ts'

/** `words` is the start of the question's text without markup. */
export type UsingQuestion = { id: string; exam_id: string; words: string }
/** The number of all questions that use the record, and the first twenty in display order. */
export type QuestionUses = { total: number; questions: UsingQuestion[] }

const namedMax = 20
const wordsMax = 119

/** `column` is the column of the questions that contains `id`. */
export async function findQuestionUses(db: Db, column: 'case_study_id' | 'exam_id', id: string): Promise<QuestionUses> {
  const { total } = await db
    .selectFrom('questions')
    .select((questions) => questions.fn.countAll<number>().as('total'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow()
  const first = await db
    .selectFrom('questions')
    .select(['id', 'exam_id', 'text'])
    .where(column, '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(namedMax)
    .execute()
  return {
    total,
    questions: first.map(({ id, exam_id, text }) => ({ id, exam_id, words: shorten(plainText(text), wordsMax) })),
  }
}

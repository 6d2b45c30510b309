/** Writes questions and case studies. */
import { sql } from 'kysely'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { CaseStudy } from '#exam/question.ts'
import { insertedValues } from '#server/db/inserted-values.ts'
import type { Db } from '#server/db/tables.ts'
import { storeImageUses } from '#server/bank/images/image-usage.ts'
import { htmlOf } from '#server/bank/question-html.ts'
import { printRow, questionColumns } from '#server/bank/question-rows.ts'
import { searchTextOf } from '#server/bank/search-text.ts'
import { contentFiles, type Author } from '#server/catalogue/index.ts'
import { rateNewQuestions, rateQuestions, type FreshnessCause } from '#server/freshness/index.ts'

const writtenColumns = [...questionColumns.filter((column) => column !== 'id'), 'updated_at', 'updated_by'] as const
const entryColumns = ['exam_id', 'created_at', 'question_type', 'skill_area', 'state', 'updated_at', 'search_text'] as const

type SaveOptions = {
  /** An existing id is a database error (23505). */
  areNew?: boolean
  /** The caller fills in the search texts after the transaction; see `search-text.ts`. */
  isSearchFilledLater?: boolean
}

/** Inserts or replaces questions. Their HTML must already be sanitized. Replacing increments the version. */
export async function saveQuestions(
  db: Db,
  questions: readonly BankQuestion[],
  { by, at }: Author = contentFiles,
  { areNew = false, isSearchFilledLater = false }: SaveOptions = {},
): Promise<void> {
  if (questions.length === 0) return
  const kept = await listKeptVersions(
    db,
    questions.map(({ id }) => id),
  )
  await db
    .insertInto('questions')
    .values(
      questions.map((question) => ({ ...printRow(question), updated_at: at, updated_by: by, version: (kept.get(question.id) ?? 0) + 1 })),
    )
    .$if(!areNew, (insert) =>
      insert.onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ ...insertedValues(writtenColumns), version: sql<number>`questions.version + 1` }),
      ),
    )
    .execute()
  if (!areNew) await deleteBuckets(db, questions)
  await saveEntries(db, questions, { areNew, isSearchFilledLater })
  await storeImageUses(
    db,
    'question',
    questions.map((question) => ({ id: question.id, html: htmlOf(question) })),
  )
  await rateSavedQuestions(db, questions, { by, at }, areNew)
}

/** The next import of a small file calculates the buckets of the new words, see `import/question-buckets.ts`. */
async function deleteBuckets(db: Db, questions: readonly BankQuestion[]): Promise<void> {
  const ids = questions.map(({ id }) => id)
  await db.deleteFrom('question_buckets').where('question_id', 'in', ids).execute()
}

/** Copies what the list of questions shows from the saved questions, and adds the texts that a search matches. */
async function saveEntries(db: Db, questions: readonly BankQuestion[], { areNew, isSearchFilledLater }: SaveOptions): Promise<void> {
  const ids = questions.map(({ id }) => id)
  const searchTexts = questions.map((question) => (isSearchFilledLater ? '' : searchTextOf(question)))
  await db
    .insertInto('question_entries')
    .columns(['question_id', ...entryColumns])
    .expression(
      db
        .selectFrom('questions')
        .innerJoin(
          sql<{ id: string; search_text: string }>`unnest(${ids}::uuid[], ${searchTexts}::text[])`.as<'saved'>(
            sql`saved (id, search_text)`,
          ),
          'saved.id',
          'questions.id',
        )
        .select(['questions.id', 'exam_id', 'created_at', 'question_type', 'skill_area', 'state', 'updated_at', 'search_text']),
    )
    .$if(!areNew, (insert) => insert.onConflict((conflict) => conflict.column('question_id').doUpdateSet(insertedValues(entryColumns))))
    .execute()
}

/** Stores whether saved questions agree with their outlines and pages. */
async function rateSavedQuestions(db: Db, questions: readonly BankQuestion[], { by, at }: Author, areNew: boolean): Promise<void> {
  const cause: FreshnessCause = { setBy: 'content', actorId: by, at: at ?? new Date(), isNews: () => true }
  if (areNew)
    return rateNewQuestions(
      db,
      questions.map(({ id, examId, objective, grounding, state, createdAt }) => {
        return { id, exam_id: examId, objective, grounding, state, created_at: new Date(createdAt) }
      }),
      cause,
    )
  const ids = questions.map(({ id }) => id)
  return rateQuestions(db, ids, cause, { isPublic: false })
}

/** Versions of a deleted question are kept, so a restored question continues their numbering. */
async function listKeptVersions(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('question_versions')
    .select(['question_id', sql<number>`max(version)`.as('version')])
    .where('question_id', 'in', ids)
    .groupBy('question_id')
    .execute()
  return new Map(rows.map(({ question_id, version }) => [question_id, version]))
}

/**
 * Inserts or replaces a case study. Its HTML must already be sanitized. With `isNew`, an existing id is a database error (23505).
 */
export async function saveCaseStudy(
  db: Db,
  { id, title, content }: CaseStudy,
  { at }: Author = contentFiles,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  const values = { title, content, updated_at: at }
  await db
    .insertInto('case_studies')
    .values({ id, ...values })
    .$if(!isNew, (insert) =>
      insert.onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, version: sql<number>`case_studies.version + 1` })),
    )
    .execute()
  await storeImageUses(db, 'case_study', [{ id, html: [content] }])
}

/** Deletes loaded questions of a certification that are not in `ids`. */
export async function removeLoadedQuestionsExcept(db: Db, certificationId: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('questions')
    .where('exam_id', '=', certificationId)
    .where('updated_at', 'is', null)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', [...ids]))
    .execute()
}

/** Limits of export formats, checked before anything is written. */
import { sql } from 'kysely'
import { quote } from '#exam/bank-file/index.ts'
import type { ExportInput } from '#server/bank/export/export.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'

/** A package has an entry for each question, case study, and image, and many zip readers support at most 65,535 entries. */
const defaultPackageQuestionsMax = 50_000
/** A spreadsheet cell can have at most 32,767 UTF-16 code units. The database counts characters, some of which take two units. */
const cellCharactersMax = 32_000

/** Why the questions cannot be exported in the format, as sentences for the user. */
export async function findExportProblem(
  db: Db,
  { format, examId }: ExportInput,
  packageQuestionsMax = defaultPackageQuestionsMax,
): Promise<string | undefined> {
  if (examId !== undefined && !(await findCertificationRow(db, examId)))
    return `There is no exam with the id ${quote(examId)} on this site.`
  if (format === 'xlsx') {
    const id = await findLongText(db, examId)
    return id === undefined
      ? undefined
      : `The question ${id} or its case study has a text of more than ${cellCharactersMax.toLocaleString('en')} characters, which a cell of a spreadsheet cannot contain. Export as CSV or JSON.`
  }
  if (!format.startsWith('qti')) return undefined
  const count = await countQuestions(db, examId)
  return count <= packageQuestionsMax
    ? undefined
    : `A QTI package can have at most ${packageQuestionsMax.toLocaleString('en')} questions, but there are ${count.toLocaleString('en')}. Export one exam at a time.`
}

async function countQuestions(db: Db, examId: string | undefined): Promise<number> {
  const { count } = await db
    .selectFrom('questions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .$if(examId !== undefined, (query) => query.where('exam_id', '=', examId ?? ''))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function findLongText(db: Db, examId: string | undefined): Promise<string | undefined> {
  const row = await db
    .selectFrom('questions')
    .leftJoin('case_studies', 'case_studies.id', 'questions.case_study_id')
    .select('questions.id')
    .where(
      sql<boolean>`greatest(length(questions.text), length(questions.explanation), length(questions.grounding::text), length(case_studies.content)) > ${cellCharactersMax}`,
    )
    .$if(examId !== undefined, (query) => query.where('questions.exam_id', '=', examId ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

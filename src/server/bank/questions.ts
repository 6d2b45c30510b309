/** Reads questions and case studies. */
import { sql } from 'kysely'
import { toBankItem, parseAnswerKey, type BankItem, type BankQuestion } from '#exam/bank-file/index.ts'
import { monthOf } from '#exam/planning/renewal.ts'
import type { IndexedQuestion } from '#exam/question-chunks.ts'
import type { CaseStudy, Question, QuestionType } from '#exam/question.ts'
import { sectionKinds, type SectionKind } from '#exam/series.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db } from '#server/db/tables.ts'
import { questionColumns, readBankQuestion, readQuestion, type QuestionRow } from '#server/bank/question-rows.ts'
import { findPageDate, listOutlineFacts, sourceOf } from '#server/bank/question-source.ts'
import { listLanguages, nameLanguages } from '#server/bank/translations.ts'
import { listOutlines } from '#server/catalogue/index.ts'
import { listFreshnessFacts } from '#server/freshness/index.ts'

type SourcedRow = QuestionRow & { version: number }

/** Published questions of a certification in display order. Empty when there are none. */
export async function listQuestions(db: Db, certificationId: string): Promise<Question[]> {
  return readQuestions(db, certificationId, await listPublishedRows(db, certificationId))
}

/** How many published questions of a certification each objective has, by the id of the objective. */
export async function countByObjective(db: Db, certificationId: string): Promise<Readonly<Record<string, number>>> {
  const rows = await selectPublished(db, certificationId)
    .select(['objective', sql<number>`count(*)::int`.as('size')])
    .where('objective', 'is not', null)
    .groupBy('objective')
    .execute()
  return Object.fromEntries(rows.map(({ objective, size }) => [objective, size]))
}

/** The published questions with these ids, in the order of the ids. */
export async function listQuestionsById(db: Db, certificationId: string, ids: readonly string[]): Promise<Question[]> {
  if (ids.length === 0) return []
  const rows = await selectPublished(db, certificationId)
    .select([...questionColumns, 'version'])
    .where('id', 'in', ids)
    .execute()
  const questions = new Map((await readQuestions(db, certificationId, rows)).map((question) => [question.id, question]))
  return ids.flatMap((id) => questions.get(id) ?? [])
}

async function readQuestions(db: Db, certificationId: string, rows: readonly SourcedRow[]): Promise<Question[]> {
  const outline = (await listOutlineFacts(db, [certificationId])).get(certificationId)
  const freshness = await listFreshnessFacts(
    db,
    rows.map(({ id }) => id),
  )
  const languages = await listLanguages(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...readQuestion(row),
    source: sourceOf(row, outline, freshness.get(row.id)),
    ...nameLanguages(languages.get(row.id)),
  }))
}

/** The published questions, or those with these ids, with the fields that grading and drawing a simulation need, in display order. */
export async function listAnswerKeys(db: Db, certificationId: string, ids?: readonly string[]): Promise<IndexedQuestion[]> {
  const rows = await selectPublished(db, certificationId)
    .select(['id', 'question_type', 'correct_answer', 'skill_area', 'case_study_id', 'reference', 'grounding', 'objective'])
    .$if(ids !== undefined, (rows) => rows.where(sql<boolean>`id = any(${ids}::uuid[])`))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const outline = (await listOutlines(db, [certificationId])).get(certificationId)
  const objectives = new Map(outline?.objectives.map((objective) => [objective.id, objective]))
  return rows.map((row) => {
    const type = row.question_type as QuestionType
    const answerKey = parseAnswerKey(row.correct_answer, type)
    const newIn = findMonth([findPageDate(row), objectives.get(row.objective ?? '')?.since])
    return { id: row.id, type, answerKey, skillArea: row.skill_area, caseStudyId: row.case_study_id, ...(newIn && { newIn }) }
  })
}

/** Which kinds of exam sections the published questions of a certification do not cover. */
export async function listMissingSections(db: Db, certificationId: string): Promise<SectionKind[]> {
  const rows = await selectPublished(db, certificationId)
    .select(sql<SectionKind>`case question_type when 'solution' then 'series' else 'caseStudies' end`.as('kind'))
    .distinct()
    .where('case_study_id', 'is not', null)
    .execute()
  return sectionKinds.filter((kind) => rows.every((row) => row.kind !== kind))
}

/** The month of the latest date. */
function findMonth(dates: readonly (string | undefined)[]): string | undefined {
  const latest = dates
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1)
  return latest && monthOf(latest)
}

/** Those of `ids` that no published question of the certification has. */
export async function listRemovedQuestions(db: Db, certificationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await selectPublished(db, certificationId)
    .select('id')
    .where(sql<boolean>`id = any(${ids.filter(isUuid)}::uuid[])`)
    .execute()
  const there = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !there.has(id))
}

/** The case studies with these ids, ordered by id. */
export async function listCaseStudiesById(db: Db, ids: readonly string[]): Promise<CaseStudy[]> {
  if (ids.length === 0) return []
  return db.selectFrom('case_studies').select(['id', 'title', 'content']).where('id', 'in', ids).orderBy('id').execute()
}

/**
 * The shortest published single-choice question without a case study, for a page with little space; `undefined` if there is none.
 */
export async function findShortQuestion(db: Db, certificationId: string): Promise<Question | undefined> {
  const row = await selectPublished(db, certificationId)
    .select([...questionColumns, 'version'])
    .where('question_type', '=', 'single_choice')
    .where('case_study_id', 'is', null)
    .orderBy(sql`length(text)`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && (await readQuestions(db, certificationId, [row]))[0]
}

/** Published questions with the field names of the table, `correct_answer` as a list; ordered by created_at, then id. Source: spec §7. */
export async function listQuestionRows(db: Db, certificationId: string): Promise<BankItem[]> {
  return (await listBankQuestions(db, certificationId)).map(toBankItem)
}

/** The published questions with the fields that only administrators need, in display order. */
export async function listBankQuestions(db: Db, certificationId: string): Promise<BankQuestion[]> {
  return (await listPublishedRows(db, certificationId)).map(readBankQuestion)
}

/** Titles of the case studies to choose from, at most 1,000, ordered by title. */
export async function listCaseStudyTitles(db: Db): Promise<Pick<CaseStudy, 'id' | 'title'>[]> {
  return db
    .selectFrom('case_studies')
    .select(['id', 'title'])
    .orderBy(sql`title collate "und-x-icu"`)
    .orderBy('id')
    .limit(1000)
    .execute()
}

export function selectPublished(db: Db, certificationId: string) {
  return db.selectFrom('questions').where('exam_id', '=', certificationId).where('state', '=', 'published')
}

function listPublishedRows(db: Db, certificationId: string): Promise<SourcedRow[]> {
  return (
    selectPublished(db, certificationId)
      .select([...questionColumns, 'version'])
      .orderBy('created_at')
      // Questions of one import share a timestamp; the id keeps their order stable across pages.
      .orderBy('id')
      .execute()
  )
}

export async function findCaseStudy(db: Db, id: string): Promise<CaseStudy | undefined> {
  return db.selectFrom('case_studies').select(['id', 'title', 'content']).where('id', '=', id).executeTakeFirst()
}

/**
 * Counts at most one row of `certifications` and one of `questions`, for the readiness check. Source: spec §7, startup connectivity test.
 *
 * @throws when the database does not answer
 */
export async function readOneOfEach(db: Db): Promise<{ certifications: number; questions: number }> {
  const certification = await db.selectFrom('certifications').select('id').limit(1).execute()
  const question = await db.selectFrom('questions').select('id').limit(1).execute()
  return { certifications: certification.length, questions: question.length }
}

/** The question bank: questions and case studies, read for runs and for `/api`, written when content is loaded. */
import type { Insertable, Selectable } from 'kysely'
import { readKey } from '#exam/bank-file.ts'
import type { BankQuestion } from '#exam/bank-file.ts'
import type { CaseStudy, Question, QuestionType } from '#exam/question.ts'
import type { Db, Tables } from '#server/db/tables.ts'

type QuestionRow = Selectable<Tables['questions']>

/** Questions of one certification in the order a run shows them. Empty when the bank has none. */
export async function listQuestions(db: Db, certificationId: string): Promise<Question[]> {
  return (await listQuestionRows(db, certificationId)).map(readQuestion)
}

/** Case studies that questions of the certification refer to. */
export async function listCaseStudies(db: Db, certificationId: string): Promise<CaseStudy[]> {
  return db
    .selectFrom('case_studies')
    .selectAll()
    .where('id', 'in', (inner) =>
      inner.selectFrom('questions').select('case_study_id').where('exam_id', '=', certificationId).$narrowType<{ case_study_id: string }>(),
    )
    .orderBy('id')
    .execute()
}

/** Rows with the field names of the table, `correct_answer` as a list; ordered by created_at, then id. Source: spec §7. */
export async function listQuestionRows(db: Db, certificationId: string): Promise<QuestionRow[]> {
  const rows = await db
    .selectFrom('questions')
    .selectAll()
    .where('exam_id', '=', certificationId)
    .orderBy('created_at')
    // One import gives many questions the same instant; the id keeps their order from changing between pages.
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, correct_answer: [...readQuestion(row).key] }))
}

/** One case study by its id. */
export async function findCaseStudy(db: Db, id: string): Promise<CaseStudy | undefined> {
  return db.selectFrom('case_studies').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Writes a case study; one with the same id is replaced. Its HTML has to be sanitised before. */
export async function saveCaseStudy(db: Db, { id, title, content }: CaseStudy): Promise<void> {
  await db
    .insertInto('case_studies')
    .values({ id, title, content })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ title, content }))
    .execute()
}

/** Writes a question; one with the same id is replaced. Its HTML has to be sanitised before. */
export async function saveQuestion(db: Db, question: BankQuestion): Promise<void> {
  const { id, ...values } = printRow(question)
  await db
    .insertInto('questions')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Takes away the questions of a certification that are not among `ids`. */
export async function removeQuestionsExcept(db: Db, certificationId: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('questions')
    .where('exam_id', '=', certificationId)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', [...ids]))
    .execute()
}

/** Takes away case studies that no question refers to. */
export async function removeUnusedCaseStudies(db: Db): Promise<void> {
  await db
    .deleteFrom('case_studies')
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('questions').select('questions.id').whereRef('questions.case_study_id', '=', 'case_studies.id')),
      ),
    )
    .execute()
}

/** Reads one row of `certifications` and one of `questions`. Source: spec §7, startup connectivity test. @throws when the database does not answer */
export async function readOneOfEach(db: Db): Promise<{ certifications: number; questions: number }> {
  const certification = await db.selectFrom('certifications').select('id').limit(1).execute()
  const question = await db.selectFrom('questions').select('id').limit(1).execute()
  return { certifications: certification.length, questions: question.length }
}

function readQuestion(row: QuestionRow): Question {
  const type = row.question_type as QuestionType
  return {
    id: row.id,
    type,
    text: row.text,
    options: row.options,
    pairs: row.pairs,
    key: readKey(row.correct_answer, type),
    explanation: row.explanation,
    optionExplanations: row.option_explanations,
    reference: row.reference,
    skillArea: row.skill_area,
    skill: row.skill,
    caseStudyId: row.case_study_id,
  }
}

function printRow(question: BankQuestion): Insertable<Tables['questions']> {
  return {
    id: question.id,
    exam_id: question.examId,
    question_type: question.type,
    text: question.text,
    options: JSON.stringify(question.options),
    correct_answer: JSON.stringify(question.key),
    explanation: question.explanation,
    option_explanations: JSON.stringify(question.optionExplanations),
    reference: question.reference,
    pairs: question.pairs && JSON.stringify(question.pairs),
    sequence: question.type === 'reorder' ? JSON.stringify(question.key) : null,
    case_study_id: question.caseStudyId,
    skill_area: question.skillArea,
    skill: question.skill,
    difficulty: question.difficulty,
    grounding: question.grounding && JSON.stringify(question.grounding),
    created_at: question.createdAt,
  }
}

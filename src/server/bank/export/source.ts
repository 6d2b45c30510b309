/** Reads what an export contains: questions in batches, their case studies, and images. */
import { sql } from 'kysely'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { CaseStudy } from '#exam/question.ts'
import { readShownImage, type ShownImage } from '#server/bank/images/site-images.ts'
import { questionColumns, readBankQuestion } from '#server/bank/question-rows.ts'
import { listCertificationRows, readCertification } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'
import type { FileStore } from '#server/platform/file-store.ts'
import { inBatches } from '#server/platform/in-batches.ts'

/** A question and its case study. `isFirst`: the question is the first of the export with this case study. */
export type ExportedQuestion = {
  readonly question: BankQuestion
  readonly caseStudy: CaseStudy | undefined
  readonly isFirst: boolean
}

/** Lengths of the longest lists among the exported questions, for formats with a column per entry. */
export type ListLengths = { readonly options: number; readonly prompts: number; readonly items: number; readonly reasons: number }

export type ExportSource = {
  /** Without an exam, all exams are exported. */
  readonly examId: string | undefined
  readonly certifications: ReadonlyMap<string, Certification>
  /** Ordered by creation time, then id; grouped by exam unless `isMixed`. Questions that are deleted during the export are skipped. */
  readonly listQuestions: (order?: { isMixed: boolean }) => AsyncIterable<ExportedQuestion[]>
  readonly findListLengths: () => Promise<ListLengths>
  /** The bytes of an image that a text shows; `undefined` when it is missing. */
  readonly readImage: (image: ShownImage) => Promise<Uint8Array | undefined>
}

const rowsPerBatch = 200

export async function openExportSource({ db, files }: { db: Db; files: FileStore }, examId: string | undefined): Promise<ExportSource> {
  const certifications = (await listCertificationRows(db)).map(readCertification)
  return {
    examId,
    certifications: new Map(certifications.map((one) => [one.id, one])),
    listQuestions: ({ isMixed } = { isMixed: false }) => listQuestions(db, examId, isMixed),
    findListLengths: () => findListLengths(db, examId),
    readImage: (image) => readShownImage(files, image),
  }
}

async function* listQuestions(db: Db, examId: string | undefined, isMixed: boolean): AsyncGenerator<ExportedQuestion[]> {
  const ids = await listIds(db, examId, isMixed)
  const known = new Set<string>()
  for (const some of inBatches(ids, rowsPerBatch)) {
    const questions = await readBatch(db, some)
    const caseStudies = await readCaseStudies(db, [...new Set(questions.flatMap(({ caseStudyId }) => caseStudyId ?? []))])
    yield questions.map((question) => {
      const caseStudy = caseStudies.get(question.caseStudyId ?? '')
      const isFirst = caseStudy !== undefined && !known.has(caseStudy.id)
      if (caseStudy) known.add(caseStudy.id)
      return { question, caseStudy, isFirst }
    })
  }
}

/** All ids in order. They are read first, so that the order is fixed; they need much less memory than the rows. */
async function listIds(db: Db, examId: string | undefined, isMixed: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom('questions')
    .select('id')
    .$if(examId !== undefined, (query) => query.where('exam_id', '=', examId ?? ''))
    .$if(!isMixed && examId === undefined, (query) => query.orderBy('exam_id'))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function readBatch(db: Db, ids: readonly string[]): Promise<BankQuestion[]> {
  const rows = await db.selectFrom('questions').select(questionColumns).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, readBankQuestion(row)]))
  // Skips questions that were deleted in the meantime.
  return ids.map((id) => byId.get(id)).filter((question) => question !== undefined)
}

async function readCaseStudies(db: Db, ids: readonly string[]): Promise<Map<string, CaseStudy>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('case_studies').select(['id', 'title', 'content']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function findListLengths(db: Db, examId: string | undefined): Promise<ListLengths> {
  const longest = (list: string) => sql<number>`coalesce(max(jsonb_array_length(${sql.raw(list)})), 0)`
  const found = await db
    .selectFrom('questions')
    .select([
      longest('options').as('options'),
      longest("pairs -> 'left'").as('prompts'),
      longest("pairs -> 'right'").as('items'),
      longest('option_explanations').as('reasons'),
    ])
    .$if(examId !== undefined, (query) => query.where('exam_id', '=', examId ?? ''))
    .executeTakeFirstOrThrow()
  return found
}

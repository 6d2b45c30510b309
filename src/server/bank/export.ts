/**
 * Exports the bank as a bank file (`exam/bank-file/read.ts`) or as an archive (`import/zip-archive.ts`). Both include drafts
 * with their state. They are streamed, a few questions at a time.
 */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { toBankItem } from '#exam/bank-file/index.ts'
import type { CaseStudy } from '#exam/question.ts'
import { archiveNames } from '#server/bank/import/zip-archive.ts'
import type { Db } from '#server/db/tables.ts'
import { imagesFolder, isFileKey, type FileStore } from '#server/platform/file-store.ts'
import { listImageNames } from '#server/bank/images/image-usage.ts'
import { questionColumns, readBankQuestion } from '#server/bank/question-rows.ts'
import { htmlOf } from '#server/bank/questions.ts'
import { listCertificationRows, readCertification } from '#server/catalogue/index.ts'

export const exportFormats = ['json', 'zip'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Without `examId`, all certifications are exported. */
export type ExportInput = { format: ExportFormat; examId?: string | undefined }

const rowsPerBatch = 200
const caseStudiesPerBatch = 50

/** `questions_export_2026-11-21.json`, with the day in UTC. Source: spec §7, export. */
export function exportName(format: ExportFormat, now: Date): string {
  return `questions_export_${now.toISOString().slice(0, 10)}.${format}`
}

/** The bytes of the exported file, in chunks. The export stops when the caller stops reading. */
export async function* exportBank(resources: { db: Db; files: FileStore }, { format, examId }: ExportInput): AsyncGenerator<Uint8Array> {
  if (format === 'zip') yield* writeArchive(resources, examId)
  else for await (const text of writeList(listItems(resources.db, examId, new Set()))) yield Buffer.from(text)
}

/**
 * The items in batches, ordered by `created_at`, then id. The first question of a case study contains the case study. The
 * names of all shown images are added to `images`.
 */
async function* listItems(db: Db, examId: string | undefined, images: Set<string>): AsyncGenerator<object[]> {
  const ids = await listIds(db, examId)
  const writtenCaseStudies = new Set<string>()
  for (let i = 0; i < ids.length; i += rowsPerBatch) {
    const questions = await readBatch(db, ids.slice(i, i + rowsPerBatch))
    const missing = new Set(
      questions.flatMap(({ caseStudyId }) => (caseStudyId === null || writtenCaseStudies.has(caseStudyId) ? [] : [caseStudyId])),
    )
    const caseStudies = await readCaseStudies(db, [...missing])
    yield questions.map((question) => {
      const caseStudy =
        question.caseStudyId !== null && !writtenCaseStudies.has(question.caseStudyId) && caseStudies.get(question.caseStudyId)
      if (caseStudy) writtenCaseStudies.add(caseStudy.id)
      for (const name of listImageNames([...htmlOf(question), ...(caseStudy ? [caseStudy.content] : [])])) images.add(name)
      return { ...toBankItem(question), ...(caseStudy && { case_study: { title: caseStudy.title, content: caseStudy.content } }) }
    })
  }
}

/** All values as one list, in the format of `JSON.stringify(list, null, 2)`. */
async function* writeList(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield `${separator}\n${JSON.stringify(batch, null, 2).slice(2, -2)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

/** All ids in order, read first so that the order is fixed. An id has 16 bytes, a row about two thousand. */
async function listIds(db: Db, examId: string | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('questions')
    .select('id')
    .$if(examId !== undefined, (query) => query.where('exam_id', '=', examId ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function readBatch(db: Db, ids: readonly string[]) {
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

/** Includes all certifications and case studies even for a single certification, because they are few. */
async function* writeArchive({ db, files }: { db: Db; files: FileStore }, examId: string | undefined): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const images = new Set<string>()
  for (const [name, texts] of [
    [archiveNames.questions, writeList(listItems(db, examId, images))],
    [archiveNames.caseStudies, writeList(listCaseStudies(db, images))],
    [archiveNames.certifications, writeCertifications(db)],
  ] as const) {
    const entry = new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    for await (const text of texts) {
      entry.push(Buffer.from(text))
      yield* chunks.splice(0)
    }
    entry.push(new Uint8Array(), true)
  }
  for (const name of images) {
    const key = imagesFolder + name
    const file = isFileKey(key) ? await files.get(key) : undefined
    if (!file) continue
    const entry = new ZipPassThrough(archiveNames.images + name)
    zip.add(entry)
    entry.push(file.bytes, true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks
}

async function* listCaseStudies(db: Db, images: Set<string>): AsyncGenerator<CaseStudy[]> {
  let after = ''
  for (;;) {
    const found = await db
      .selectFrom('case_studies')
      .select(['id', 'title', 'content'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(caseStudiesPerBatch)
      .execute()
    for (const { content } of found) for (const name of listImageNames([content])) images.add(name)
    const last = found.at(-1)
    if (!last) return
    yield found
    after = last.id
  }
}

async function* writeCertifications(db: Db): AsyncGenerator<string> {
  const certifications = (await listCertificationRows(db)).map(readCertification)
  yield `${JSON.stringify(certifications, null, 2)}\n`
}

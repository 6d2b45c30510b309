/** Exports the whole bank of the project, and imports the file into an empty bank and then again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBankFile } from '#exam/bank-file/index.ts'
import type { ExportFormat } from '#exam/export-format.ts'
import { exportBank } from '#server/bank/export/export.ts'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { openImporter } from '#server/bank/import/import.ts'
import type { ImportLine, ImportReport } from '#server/bank/import/messages.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { listCertificationRows, readCertification, saveCertification } from '#server/catalogue/index.ts'
import { openFileStore } from '#server/platform/file-store.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { hardCaseStudy, hardQuestions, oddQuestion } from '#tests/export-questions.ts'
import { aCertification } from '#tests/factories.ts'
import { sampleItems } from '#tests/sample-questions.ts'
import { contentFolder, openTestDatabase, silentLog, type TestDatabase } from '#tests/services.ts'

const folder = mkdtempSync(join(tmpdir(), 'praxam-round-trip-'))
const files = openFileStore({ dataDir: folder, s3: undefined })
const imageEncoder = openImageEncoder()
let source: TestDatabase
let target: TestDatabase
beforeAll(async () => {
  source = await openTestDatabase()
  target = await openTestDatabase()
}, 60_000)
afterAll(async () => {
  await imageEncoder.close()
  await source.close()
  await target.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Loads the content of the project, unless it is loaded. */
async function openProjectBank(): Promise<void> {
  const { count } = await source.db
    .selectFrom('questions')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) > 100) return
  await source.empty()
  await loadContent(source.db, contentFolder, new Date())
}

async function exportAll(format: ExportFormat): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of exportBank({ db: source.db, files }, { format })) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function importInto({ db }: TestDatabase, bytes: Buffer, isDryRun: boolean): Promise<{ report: ImportReport; last: ImportLine }> {
  const importer = openImporter({ db, files, imageEncoder, log: silentLog })
  const lines: ImportLine[] = []
  for await (const line of importer.run({ bytes, fileName: 'bank', isDryRun, actorId: null })) lines.push(line)
  const report = lines.find((line) => line.type === 'report')
  const last = lines.at(-1)
  if (!report || !last) throw new Error(JSON.stringify(last))
  return { report, last }
}

/** All questions and case studies, without the fields that an import sets itself. */
async function readBank({ db }: TestDatabase) {
  const questions = await db.selectFrom('questions').selectAll().orderBy('id').execute()
  const caseStudies = await db.selectFrom('case_studies').select(['id', 'title', 'content']).orderBy('id').execute()
  return { questions: questions.map((question) => ({ ...question, version: 0, updated_at: null, updated_by: null })), caseStudies }
}

/** The fields that the format cannot hold; `docs/formats.md` says why. */
const lost: [format: ExportFormat, fields: readonly ('grounding' | 'created_at')[]][] = [
  ['xml', ['grounding', 'created_at']],
  ['gift', ['grounding', 'created_at']],
  ['qti.zip', ['grounding', 'created_at']],
  ['qti21.zip', ['grounding', 'created_at']],
  ['csv', []],
  ['xlsx', []],
]

/** Empties the target, and imports what was exported from the source. */
async function carryOver(exported: Buffer): Promise<{ report: ImportReport; last: ImportLine }> {
  await target.empty()
  for (const [position, row] of (await listCertificationRows(source.db)).entries())
    await saveCertification(target.db, readCertification(row), position)
  return importInto(target, exported, false)
}

const without = <Row extends object>(row: Row, fields: readonly string[]) => ({
  ...row,
  ...Object.fromEntries(fields.map((field) => [field, null])),
})

// The formats do not depend on the database engine, so the whole bank is exported on one of them only.
describe.skipIf(process.env['DATABASE_URL']).each(lost)('an export as %s', (format, fields) => {
  test('imported into an empty bank gives the same bank, and imported again changes nothing', { timeout: 120_000 }, async () => {
    await openProjectBank()
    const exported = await exportAll(format)
    const { report, last } = await carryOver(exported)
    expect(report.rows.filter(({ verdict }) => verdict !== 'new')).toEqual([])
    expect(last).toMatchObject({ type: 'finished' })
    const [before, after] = [await readBank(source), await readBank(target)]
    expect(after.caseStudies).toEqual(before.caseStudies)
    expect(after.questions.map((row) => without(row, fields))).toEqual(before.questions.map((row) => without(row, fields)))

    const again = await importInto(source, exported, true)
    expect(again.report.counts).toEqual({ new: 0, changed: 0, refused: 0, same: again.report.total })
    expect(again.report.total).toBeGreaterThan(1_000)
  })
})

// Last, because it replaces the bank of the project.
describe.each(lost)('questions that are hard to export, as %s', (format, fields) => {
  test('keep every kind of markup and the characters of the format', async () => {
    await source.empty()
    await saveCertification(source.db, aCertification(), 0)
    const written = { by: null, at: new Date('2026-11-20T12:00:00Z') }
    await saveCaseStudy(source.db, hardCaseStudy, written)
    const questions = format.startsWith('qti') ? hardQuestions : [...hardQuestions, oddQuestion]
    await saveQuestions(source.db, questions, written)
    const { report, last } = await carryOver(await exportAll(format))
    expect(report.rows.filter(({ verdict }) => verdict !== 'new')).toEqual([])
    expect(last).toMatchObject({ type: 'finished', counts: { new: questions.length } })
    const [before, after] = [await readBank(source), await readBank(target)]
    expect(after.caseStudies).toEqual(before.caseStudies)
    expect(after.questions.map((row) => without(row, fields))).toEqual(before.questions.map((row) => without(row, fields)))
  })
})

describe.each(lost)('statements, drop-downs and solution series, as %s', (format, fields) => {
  test('are restored, and an unchanged export changes nothing', async () => {
    const samples = parseBankFile(sampleItems)
    if (!samples.ok) throw new Error(JSON.stringify(samples.problems))
    await source.empty()
    await saveCertification(source.db, aCertification(), 0)
    const written = { by: null, at: new Date('2026-11-20T12:00:00Z') }
    for (const caseStudy of samples.caseStudies) await saveCaseStudy(source.db, caseStudy, written)
    await saveQuestions(source.db, samples.questions, written)
    const { report, last } = await carryOver(await exportAll(format))
    expect(report.rows.filter(({ verdict }) => verdict !== 'new')).toEqual([])
    expect(last).toMatchObject({ type: 'finished', counts: { new: samples.questions.length } })
    const [before, after] = [await readBank(source), await readBank(target)]
    expect(after.caseStudies).toEqual(before.caseStudies)
    expect(after.questions.map((row) => without(row, fields))).toEqual(before.questions.map((row) => without(row, fields)))
    const again = await importInto(source, await exportAll(format), true)
    expect(again.report.counts).toEqual({ new: 0, changed: 0, refused: 0, same: samples.questions.length })
  })
})

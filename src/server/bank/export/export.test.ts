import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toBankItem, type BankQuestion } from '#exam/bank-file/index.ts'
import { exportName } from '#exam/export-format.ts'
import { exportBank, type ExportInput } from '#server/bank/export/export.ts'
import { findExportProblem } from '#server/bank/export/limits.ts'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { openImporter } from '#server/bank/import/import.ts'
import type { ImportLine } from '#server/bank/import/messages.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { imagesFolder, openFileStore } from '#server/platform/file-store.ts'
import { imageAddress } from '#server/bank/images/image-addresses.ts'
import { addImage } from '#server/bank/images/images.ts'
import { saveCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { hashOriginal } from '#server/bank/original-hash.ts'
import { saveTranslations } from '#server/bank/translations.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { aCertification, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { contentFolder, openTestDatabase, silentLog, type TestDatabase } from '#tests/services.ts'

const folder = mkdtempSync(join(tmpdir(), 'praxam-export-'))
const files = openFileStore({ dataDir: join(folder, 'source'), s3: undefined })
const otherFiles = openFileStore({ dataDir: join(folder, 'target'), s3: undefined })
const imageEncoder = openImageEncoder()
let source: TestDatabase
let target: TestDatabase
beforeAll(async () => {
  source = await openTestDatabase()
  target = await openTestDatabase()
})
afterAll(async () => {
  await imageEncoder.close()
  await source.close()
  await target.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await source.empty()
  await target.empty()
})

const written = { by: null, at: new Date('2026-11-20T12:00:00Z') }
const id = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`

async function bytesOf(database: TestDatabase, input: ExportInput, store = files): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of exportBank({ db: database.db, files: store }, input)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function importInto(database: TestDatabase, bytes: Buffer, fileName: string): Promise<ImportLine | undefined> {
  const importer = openImporter({ db: database.db, files: otherFiles, imageEncoder, log: silentLog })
  let last: ImportLine | undefined
  for await (const line of importer.run({ bytes, fileName, isDryRun: false, actorId: null })) last = line
  return last
}

const rowsOf = async ({ db }: TestDatabase) => ({
  translations: await db.selectFrom('question_translations').selectAll().orderBy('question_id').execute(),
  ofCaseStudies: await db.selectFrom('case_study_translations').selectAll().orderBy('case_study_id').execute(),
  questions: await db.selectFrom('questions').selectAll().orderBy('id').execute(),
  caseStudies: await db.selectFrom('case_studies').select(['id', 'title', 'content']).orderBy('id').execute(),
  uses: await db.selectFrom('image_uses').selectAll().orderBy('image').orderBy('holder_id').execute(),
})
const contentOf = async (database: TestDatabase) => {
  const { questions, translations, ofCaseStudies, ...others } = await rowsOf(database)
  const withoutTime = <Row extends object>(rows: readonly Row[]) => rows.map((row) => ({ ...row, updated_at: null }))
  const inLanguages = { translations: withoutTime(translations), ofCaseStudies: withoutTime(ofCaseStudies) }
  return {
    ...others,
    ...inLanguages,
    questions: questions.map((question) => ({ ...question, version: 0, updated_at: null, updated_by: null })),
  }
}

describe('an export', () => {
  test('has a name with the day in UTC', () => {
    expect(exportName('json', undefined, new Date('2026-11-21T23:30:00-05:00'))).toBe('questions_export_2026-11-22.json')
    expect(exportName('qti.zip', 'mb-800', new Date('2026-01-02T03:04:05Z'))).toBe('questions_export_mb-800_2026-01-02.qti.zip')
  })

  test('is an indented list in the order of the bank, with drafts, and with case studies on their first question', async () => {
    await saveCertification(source.db, aCertification(), 0)
    await saveCaseStudy(source.db, { id: 'x', title: 'Northwind', content: '<p>Imports.</p>' }, written)
    const questions = [
      aQuestion({ id: id(3), createdAt: '2026-11-20T08:00:00.000Z', caseStudyId: 'x', state: 'draft' }),
      aReorderQuestion({ id: id(1), createdAt: '2026-11-20T09:00:00.000Z', caseStudyId: 'x' }),
      aMatchingQuestion({ id: id(2), createdAt: '2026-11-20T09:00:00.000Z' }),
    ]
    await saveQuestions(source.db, questions.toReversed(), written)
    const [first, ...others] = questions.map(toBankItem)
    const list = [{ ...first, case_study: { title: 'Northwind', content: '<p>Imports.</p>' } }, ...others]
    const text = (await bytesOf(source, { format: 'json' })).toString()
    expect(JSON.parse(text)).toEqual(list)
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  })

  test('is an empty list for an empty bank or another certification', async () => {
    await saveCertification(source.db, aCertification(), 0)
    await saveCertification(source.db, aCertification({ id: 'mb-910' }), 1)
    expect((await bytesOf(source, { format: 'json' })).toString()).toBe('[]\n')
    await saveQuestions(source.db, [aQuestion({ examId: 'mb-910' })], written)
    expect(JSON.parse((await bytesOf(source, { format: 'json', examId: 'mb-800' })).toString())).toEqual([])
    expect(JSON.parse((await bytesOf(source, { format: 'json', examId: 'mb-910' })).toString())).toHaveLength(1)
  })

  test('exports all batches when many questions have the same creation time', async () => {
    await saveCertification(source.db, aCertification(), 0)
    const questions = Array.from({ length: 450 }, (_, i) => aQuestion({ id: id(i) }))
    for (let i = 0; i < questions.length; i += 50) await saveQuestions(source.db, questions.slice(i, i + 50), written)
    const list = JSON.parse((await bytesOf(source, { format: 'json' })).toString()) as { id: string }[]
    expect(list.map((item) => item.id)).toEqual(questions.map((question) => question.id))
  })
})

describe('an export that its format cannot hold', () => {
  test('is refused with what to do instead', async () => {
    await saveCertification(source.db, aCertification(), 0)
    await saveQuestions(source.db, [aQuestion({ id: id(1) }), aQuestion({ id: id(2), text: `<p>${'a'.repeat(32_001)}</p>` })], written)
    expect(await findExportProblem(source.db, { format: 'qti.zip' }, 2)).toBeUndefined()
    expect(await findExportProblem(source.db, { format: 'qti21.zip', examId: 'mb-800' }, 1)).toBe(
      'A QTI package can have at most 1 questions, but there are 2. Export one exam at a time.',
    )
    expect(await findExportProblem(source.db, { format: 'csv' })).toBeUndefined()
    expect(await findExportProblem(source.db, { format: 'xlsx' })).toContain(`The question ${id(2)} or its case study has a text`)
    expect(await findExportProblem(source.db, { format: 'json', examId: 'zz-999' })).toBe(
      'There is no exam with the id "zz-999" on this site.',
    )
  })
})

describe('an export imported into an empty database', () => {
  test('restores the content of the project', async () => {
    await loadContent(source.db, contentFolder, new Date())
    for (const certification of ['mb-800', 'mb-910', 'mb-300']) await saveCertification(target.db, aCertification({ id: certification }), 0)
    for (const examId of ['mb-800', 'mb-910', 'mb-300'])
      expect(await importInto(target, await bytesOf(source, { format: 'json', examId }), 'x.json')).toMatchObject({ type: 'finished' })
    const all = await contentOf(source)
    const questions = all.questions.filter(({ exam_id }) => ['mb-800', 'mb-910', 'mb-300'].includes(exam_id))
    const caseStudies = all.caseStudies.filter(({ id: study }) => questions.some(({ case_study_id }) => case_study_id === study))
    expect(caseStudies.length).toBeGreaterThan(0)
    const translations = all.translations.filter(({ question_id }) => questions.some((question) => question.id === question_id))
    const ofCaseStudies = all.ofCaseStudies.filter(({ case_study_id }) => caseStudies.some((one) => one.id === case_study_id))
    expect([translations.length > 200, ofCaseStudies.length]).toEqual([true, caseStudies.length])
    expect(await contentOf(target)).toEqual({ ...all, questions, caseStudies, translations, ofCaseStudies })
  })

  test('restores an archive with certifications, case studies and images, byte for byte', async () => {
    const picture = { create: { width: 40, height: 30, channels: 3, background: '#c04010' } } as const
    const names: string[] = []
    for (const kind of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
      const added = await addImage(
        { db: source.db, files, imageEncoder },
        null,
        await sharp(picture).withMetadata().toFormat(kind).toBuffer(),
      )
      if (!added.ok) throw new Error(added.refusal)
      names.push(added.name)
    }
    const shown = (name: string | undefined) => `<p>See:</p><img src="${imageAddress}${name}" alt="a form" />`
    await saveCertification(source.db, aCertification(), 0)
    await saveCaseStudy(source.db, { id: 'x', title: 'Northwind', content: shown(names[0]) }, written)
    await saveCaseStudy(source.db, { id: 'unused', title: 'Unused', content: '<p>Waits.</p>' }, written)
    const questions = [
      aQuestion({ id: id(1), caseStudyId: 'x', text: `<p>What?</p>${shown(names[1])}`, state: 'draft' }),
      aQuestion({ id: id(2), options: ['<b>One</b>', 'Two', shown(names[2]), shown(names[3])], explanation: shown(names[4]) }),
    ]
    await saveQuestions(source.db, questions, written)
    const [draft, choice] = questions as [BankQuestion, BankQuestion]
    await saveTranslations(source.db, 'fr', [
      { ...draft, text: '<p>Quoi ?</p>', originalHash: hashOriginal(draft) },
      { ...choice, text: '<p>Ancien ?</p>', originalHash: '0'.repeat(16) },
    ])
    await saveCaseStudyTranslations(source.db, 'fr', [
      { id: 'unused', title: 'Libre', content: '<p>Attend.</p>', originalHash: '1'.repeat(16) },
    ])

    const archive = await bytesOf(source, { format: 'zip' })
    expect(Object.keys(unzipSync(archive)).toSorted()).toEqual(
      ['case_studies.json', 'certifications.json', 'questions.json', ...names.map((name) => `images/${name}`)].toSorted(),
    )
    expect(await importInto(target, archive, 'bank.zip')).toMatchObject({ type: 'finished', counts: { new: 2 } })
    expect(await contentOf(target)).toEqual(await contentOf(source))
    for (const name of names) expect(await otherFiles.get(imagesFolder + name)).toEqual(await files.get(imagesFolder + name))
    expect(unzipSync(await bytesOf(target, { format: 'zip' }, otherFiles))).toEqual(unzipSync(archive))

    const changed = await bytesOf(source, { format: 'json', examId: 'mb-800' })
    const withWords = changed.toString().replace('Quoi ?', 'Laquelle ?')
    expect(await importInto(target, Buffer.from(withWords), 'x.json')).toMatchObject({ type: 'finished', counts: { changed: 1, same: 1 } })
    expect((await contentOf(target)).translations.map(({ text }) => text)).toEqual(['<p>Laquelle ?</p>', '<p>Ancien ?</p>'])
    expect(await importInto(target, archive, 'bank.zip')).toMatchObject({ type: 'finished', counts: { changed: 1, same: 1 } })
    const refused = changed.toString().replace('<p>Quoi ?</p>', '<p>Quoi, 7 ?</p>')
    expect(await importInto(target, Buffer.from(refused), 'x.json')).toMatchObject({ type: 'failed', code: 'IMPORT_REFUSED' })

    const before = await rowsOf(target)
    expect(await importInto(target, archive, 'bank.zip')).toMatchObject({ type: 'finished', counts: { same: 2, new: 0 } })
    expect(await rowsOf(target)).toEqual(before)
    expect(await target.db.selectFrom('audit_log').select('action').execute()).toEqual([1, 2, 3].map(() => ({ action: 'bank-imported' })))
  })
})

/** Imports of files from other tools: what is written, and what a second import does. `bad-files.test.ts` has files with errors. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ImportChoices } from '#server/bank/formats/format.ts'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { openImporter, type Importer } from '#server/bank/import/import.ts'
import type { ImportLine, ImportReport } from '#server/bank/import/messages.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { openFileStore } from '#server/platform/file-store.ts'
import { aCertification } from '#tests/factories.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '#tests/services.ts'

const folder = mkdtempSync(join(tmpdir(), 'praxam-format-import-'))
let database: TestDatabase
let importer: Importer
const imageEncoder = openImageEncoder()
beforeAll(async () => {
  database = await openTestDatabase()
  importer = openImporter({ db: database.db, files: openFileStore({ dataDir: folder, s3: undefined }), imageEncoder, log: silentLog })
  await saveCertification(database.db, aCertification(), 0)
})
afterEach(async () => void (await database.db.deleteFrom('questions').execute()))
afterAll(async () => {
  await importer.close()
  await imageEncoder.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

type Files = Record<string, string | Uint8Array>

async function run(file: string | Uint8Array | Files, choices: ImportChoices = ours, isDryRun = false) {
  const bytes =
    typeof file === 'string'
      ? Buffer.from(file)
      : file instanceof Uint8Array
        ? file
        : zipSync(Object.fromEntries(Object.entries(file).map(([name, one]) => [name, typeof one === 'string' ? strToU8(one) : one])))
  const lines: ImportLine[] = []
  for await (const line of importer.run({ bytes, fileName: 'file', isDryRun, actorId: null, choices })) lines.push(line)
  const report = lines.find((line): line is ImportReport => line.type === 'report')
  const last = lines.at(-1)
  return { report, counts: report?.counts, message: last?.type === 'failed' ? last.message : '' }
}

const stored = () => database.db.selectFrom('questions').selectAll().orderBy('created_at').execute()
const ours = { examId: 'mb-800', reference: 'https://learn.microsoft.com/x' }
const nothing = { new: 0, changed: 0, same: 0, refused: 0 }

const choice = (text: string, more = '') =>
  `<question type="multichoice"><name><text>${text}</text></name><questiontext format="html"><text><![CDATA[<p>${text}?</p>]]></text></questiontext>${more}<single>true</single><answer fraction="100"><text>Yes</text></answer><answer fraction="0"><text>No</text></answer></question>`
const quiz = (...questions: string[]) => `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>${questions.join('\n')}</quiz>`

// Each import starts a thread, which a busy machine needs time for.
describe('a file of another tool', { timeout: 120_000 }, () => {
  test('has no blank paragraphs where its containers were', async () => {
    const text = '<div>\n  <p>Who <b>buys</b>?</p>\n  <p>&nbsp;</p>\n  <div>\n  </div><p> </p></div>'
    await run(quiz(choice('Buyer').replace('<p>Buyer?</p>', text)))
    expect((await stored()).map((row) => row.text.replace(/\n */g, ''))).toEqual(['<p>Who <b>buys</b>?</p><p>\u00a0</p>'])
  })

  test('needs a certification, which the import names', async () => {
    const file = 'Which lamp? {=a ~b}'
    expect((await run(file, {})).message).toBe(
      'The format does not name a certification. Choose one, or add --exam with its id, such as --exam mb-800. Nothing was written.',
    )
    expect((await run(file, { examId: 'zz-1' })).message).toContain('"zz-1" is not a certification of this site')
    expect((await run(file)).counts).toEqual({ ...nothing, new: 1 })
    expect(await stored()).toMatchObject([{ exam_id: 'mb-800', state: 'draft', correct_answer: ['A'] }])
  })

  test.each([
    ['Moodle XML', quiz(choice('One'), choice('Two', '<idnumber>7</idnumber>'))],
    ['GIFT', '::One::Which? {=a ~b}\n\n::Two::And? {T}'],
    ['Aiken', 'Which?\nA. a\nB. b\nANSWER: A\n\nAnd?\nA. a\nB. b\nANSWER: B'],
    ['CSV', 'Question,Option A,Option B,Correct Answer\nWhich?,a,b,A\nAnd?,a,b,B'],
    ['Markdown of text2qti', '1. Which?\n*a) a\nb) b\n\n2. And?\na) a\n*b) b'],
    [
      'Anki notes as text',
      '#separator:tab\n#guid column:1\ng1\tWhich?<br>A) a<br>B) b\tA\ng2\tAnd?<br>A) a<br>B) b\tB'.replace(
        '\n#guid',
        '\n#html:true\n#guid',
      ),
    ],
  ])('in %s is imported once', async (name, file) => {
    const first = await run(file)
    expect(first.report?.reading).toEqual({ id: expect.any(String) as string, name, encoding: 'UTF-8' })
    expect(first.counts).toEqual({ ...nothing, new: 2 })
    expect((await run(file)).counts).toEqual({ ...nothing, same: 2 })
    expect(await stored()).toHaveLength(2)
  })

  test('is imported without what is refused, and says where', async () => {
    const essay = '<question type="essay"><name><text>Write</text></name><questiontext><text>Write</text></questiontext></question>'
    const { report, counts } = await run(quiz(choice('One', '<hint><text>Think</text></hint>'), essay))
    expect(counts).toEqual({ ...nothing, new: 1, refused: 1 })
    expect(report?.rows[0]?.leftOut).toEqual([{ field: 'hint', reason: '1 hint is left out' }])
    expect(report?.rows[1]).toMatchObject({
      line: 3,
      element: 'essay "Write"',
      problems: [{ field: 'question_type', reason: 'is an essay, which a person must grade' }],
    })
    expect(await stored()).toHaveLength(1)
  })

  test('has categories that the administrator gives a skill area', async () => {
    const file = '$CATEGORY: $course$/top/Lamps\n\nWhich? {=a ~b}'
    const [category] = (await run(file, ours, true)).report?.categories ?? []
    expect(category).toMatchObject({ name: 'Lamps', count: 1, skillArea: '' })
    const [area] = aCertification().skillAreas
    await run(file, { ...ours, skillAreas: { [category?.key ?? '']: area?.name ?? '' } })
    expect(await stored()).toMatchObject([{ skill_area: area?.name }])
    expect((await run(file)).counts).toEqual({ ...nothing, same: 1 })
  })

  test('with columns that were chosen once is read in the same way later', async () => {
    const table = (text: string) => `Aufgabe,Wahl 1,Wahl 2,Loesung\n${text},a,b,2`
    const columns = { meanings: ['text', 'option', 'option', 'key'], hasHeader: true } as const
    expect((await run(table('Which?'))).message).toContain('refused')
    expect((await run(table('Which?'), { ...ours, columns }, true)).counts).toEqual({ ...nothing, new: 1 })
    await run(table('Which?'), { ...ours, columns })
    const { report, counts } = await run(table('And?'))
    expect(counts).toEqual({ ...nothing, new: 1 })
    expect(report?.columns).toMatchObject({ ...columns, missing: [] })
    expect(await stored()).toMatchObject([{ correct_answer: ['B'] }, { correct_answer: ['B'] }])
  })

  test('has its images stored, and refuses the questions whose images are something else', async () => {
    const png = (
      await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
    ).toString('base64')
    const shown = (text: string, base64: string) =>
      choice(text).replace(
        `<p>${text}?</p>]]></text>`,
        `<p>${text}?<img src="@@PLUGINFILE@@/plan.png" alt="Plan"></p>]]></text><file name="plan.png" path="/" encoding="base64">${base64}</file>`,
      )
    const text = Buffer.from('not an image at all').toString('base64')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64')
    const { report, counts } = await run(quiz(shown('One', png), shown('Two', text), shown('Three', svg)))
    expect(report?.rows.map(({ verdict }) => verdict)).toEqual(['new', 'refused', expect.stringMatching(/new|refused/)])
    expect(report?.rows[1]?.problems[0]?.reason).toContain('plan.png, which is not an image')
    expect(JSON.stringify(report?.rows[2])).toContain('plan.png')
    expect(counts?.new).toBeGreaterThan(0)
    expect((await stored())[0]?.text).toMatch(/<img src="\/storage\/.*\/[\da-f]{40}\.png" alt="Plan"/)
    expect(JSON.stringify(await stored())).not.toContain('script')
  })
})

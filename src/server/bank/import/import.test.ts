import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { sql, type Transaction } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setAdministrator } from '#server/accounts/administrators.ts'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { openImporter, type Importer } from '#server/bank/import/import.ts'
import type { ImportLine, ImportReport } from '#server/bank/import/messages.ts'
import { changeCaseStudy } from '#server/bank/case-studies.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { openFileStore, type FileStore } from '#server/platform/file-store.ts'
import { DiskFull } from '#server/db/free-space.ts'
import type { Tables } from '#server/db/tables.ts'
import { importBytesMax } from '#server/http/guard.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { listVersions } from '#server/bank/question-history.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { findCaseStudy, saveCaseStudy, saveQuestions } from '#server/bank/questions.ts'
import { findQuestions } from '#server/bank/question-search.ts'
import { aBankItem, aCertification, aQuestion } from '#tests/factories.ts'
import { contentFolder, openTestDatabase, silentLog, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
let importer: Importer
const imageEncoder = openImageEncoder()
beforeAll(async () => {
  database = await openTestDatabase()
  importer = openImporter({ db: database.db, files: openFileStore({ dataDir: '/nowhere', s3: undefined }), imageEncoder, log: silentLog })
  await saveCertification(database.db, aCertification(), 0)
})
afterEach(async () => {
  for (const table of ['question_versions', 'questions', 'case_studies', 'audit_log', 'users'] as const)
    await database.db.deleteFrom(table).execute()
})
afterAll(async () => {
  await importer.close()
  await imageEncoder.close()
  await database.close()
})

type Options = { fileName?: string; isDryRun?: boolean; actorId?: string | null }

async function linesOf(file: Uint8Array | string | unknown[], options: Options = {}): Promise<ImportLine[]> {
  const bytes = file instanceof Uint8Array ? file : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file, null, 2))
  const lines: ImportLine[] = []
  for await (const line of importer.run({ bytes, fileName: 'questions.json', isDryRun: false, actorId: null, ...options })) lines.push(line)
  return lines
}

const reportIn = (lines: readonly ImportLine[]) => lines.find((line) => line.type === 'report') as ImportReport
const dryRun = async (file: Parameters<typeof linesOf>[0]) => reportIn(await linesOf(file, { isDryRun: true }))
const messageOf = async (file: Parameters<typeof linesOf>[0], options?: Options) => {
  const last = (await linesOf(file, options)).at(-1)
  return last?.type === 'failed' ? last.message : 'none'
}
const foundBy = async (search: string) => {
  const { questions } = await findQuestions(database.db, { examId: 'mb-800', search, sort: 'oldest', page: 1 })
  return questions.map(({ id: found }) => found)
}
const stored = () => database.db.selectFrom('questions').selectAll().orderBy('created_at').orderBy('id').execute()

const id = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`
/** Questions with different words. */
const anItem = (number: number, values: Record<string, unknown> = {}) =>
  aBankItem({ id: id(number), text: `<p>${words(number)}</p>`, created_at: undefined, ...values })
const words = (number: number) => Array.from({ length: 20 }, (_, i) => `word${number}x${i}`).join(' ')

const withoutId = (number: number, values: Record<string, unknown> = {}) => anItem(number, { id: undefined, ...values })

describe('a dry run', () => {
  test('reports what would change, and writes nothing', async () => {
    await linesOf([anItem(1), anItem(2)])
    const before = await stored()
    const lines = await linesOf([anItem(1), anItem(2, { difficulty: 3 }), anItem(3), { text: 'half' }], { isDryRun: true })
    const { counts, rows, total } = reportIn(lines)
    expect(counts).toEqual({ new: 1, changed: 1, same: 1, refused: 1 })
    expect(total).toBe(4)
    expect(rows.map(({ index, verdict }) => [index, verdict])).toEqual([
      [0, 'same'],
      [1, 'changed'],
      [2, 'new'],
      [3, 'refused'],
    ])
    expect(rows[0]).toMatchObject({ id: id(1), line: 2, title: expect.stringMatching(/^word1x0 word1x1/) })
    expect(rows[3]).toMatchObject({ line: expect.any(Number), title: 'half' })
    expect(rows[3]?.problems.map(({ field }) => field)).toContain('question_type')
    expect(lines.at(-1)?.type).toBe('report')
    expect(lines.map((line) => line.type === 'progress' && line.stage)).toContain('checking')
    expect(await stored()).toEqual(before)
  })

  test('reports every entry of a list without objects', async () => {
    const { counts, rows } = await dryRun([1, 2, 'three'])
    expect(counts).toEqual({ new: 0, changed: 0, same: 0, refused: 3 })
    expect(rows).toMatchObject([2, 3, 4].map((line) => ({ line, problems: [{ reason: 'is not an object' }] })))
  })

  test('reports the line of each item', async () => {
    const text = `[\n\n  ${JSON.stringify(anItem(1))},\n  ${JSON.stringify(anItem(2), null, 2)}, ${JSON.stringify(anItem(3))}]`
    expect((await dryRun(text)).rows.map(({ line }) => line)).toEqual([3, 4, 4 + JSON.stringify(anItem(2), null, 2).split('\n').length - 1])
  })

  test('reports near duplicates in the file and in the bank', async () => {
    await linesOf([anItem(1), anItem(5)])
    const { rows } = await dryRun([
      anItem(2, { text: `${words(1)} more` }),
      anItem(3),
      anItem(4, { text: `<b>${words(3).toUpperCase()}</b>` }),
      // Not compared with itself or with the stored question that it replaces.
      anItem(5, { text: `<p>${words(5)} even more</p>` }),
    ])
    expect(rows.map(({ nearDuplicate: near }) => near && [near.id, near.index])).toEqual([[id(1), null], null, [id(3), 1], null])
  })

  test('warns about answer keys that are easy to guess', async () => {
    const { setWarnings, warnings, rows } = await dryRun(Array.from({ length: 20 }, (_, i) => anItem(i, { explanation: '' })))
    expect(setWarnings).toContainEqual({
      field: 'correct_answer',
      reason: expect.stringMatching(/^mb-800: the answer key is C in 20 of 20/),
    })
    expect(rows.every((row) => row.warnings.some(({ field }) => field === 'explanation'))).toBe(true)
    expect(warnings).toBeGreaterThanOrEqual(20)
  })
})

describe('an import', () => {
  test('writes everything, and nothing the second time', async () => {
    const items = Array.from({ length: 120 }, (_, i) => (i % 2 === 0 ? anItem(i) : withoutId(i)))
    const publication = await readContentVersion(database.db)
    const lines = await linesOf(items)
    expect(lines.filter((line) => line.type === 'progress' && line.stage === 'writing')).toEqual(
      [50, 100, 120].map((done) => ({ type: 'progress', stage: 'writing', done, total: 120 })),
    )
    expect(lines.at(-1)).toEqual({ type: 'finished', counts: { new: 120, changed: 0, same: 0, refused: 0 } })
    const rows = await stored()
    expect(rows.map(({ text }) => text)).toEqual(items.map((item) => item['text']))
    expect(await readContentVersion(database.db)).toBe(publication + 1)

    expect((await linesOf(items)).at(-1)).toEqual({ type: 'finished', counts: { new: 0, changed: 0, same: 120, refused: 0 } })
    expect(await stored()).toEqual(rows)
    expect(await database.db.selectFrom('question_versions').select('version').execute()).toEqual([])
    // Without visible changes, no page is rendered again.
    expect(await readContentVersion(database.db)).toBe(publication + 1)
  })

  test('rates whether each question agrees with its pages', async () => {
    const items = Array.from({ length: 210 }, (_, i) => anItem(i))
    const listRated = async () =>
      (await database.db.selectFrom('question_freshness').select(['question_id', 'version']).orderBy('question_id').execute()).map(
        ({ question_id, version }) => `${question_id} ${version}`,
      )
    await linesOf(items)
    expect(await listRated()).toEqual(items.map((item) => `${String(item['id'])} 1`))
    await linesOf(items.map((item, i) => (i === 209 ? { ...item, text: '<p>Other words</p>' } : item)))
    expect((await listRated()).at(-1)).toBe(`${id(209)} 2`)
  })

  // Regression: indexing 20,000 questions blocked other requests for ten seconds.
  test('writes everything again when a concurrent transaction made the first try fail', async () => {
    let tries = 0
    const transaction = () => ({
      execute: (work: (transaction: Transaction<Tables>) => Promise<unknown>) =>
        database.db.transaction().execute(async (opened) => {
          tries += 1
          const result = await work(opened)
          if (tries === 1) throw Object.assign(new Error('restart transaction'), { code: '40001' })
          return result
        }),
    })
    const db = new Proxy(database.db, {
      get: (target, name) => {
        if (name === 'transaction') return transaction
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    const retried = openImporter({ db, files: openFileStore({ dataDir: '/nowhere', s3: undefined }), imageEncoder, log: silentLog })
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 120 }, (_, i) => anItem(i))))
    const lines: ImportLine[] = []
    for await (const line of retried.run({ bytes, fileName: 'questions.json', isDryRun: false, actorId: null })) lines.push(line)
    await retried.close()
    expect(lines.at(-1)).toMatchObject({ type: 'finished' })
    expect(tries).toBeGreaterThan(1)
    expect(await stored()).toHaveLength(120)
  })

  test('updates the search index after writing, before it finishes', async () => {
    const items = Array.from({ length: 120 }, (_, i) => anItem(i))
    const lines = await linesOf(items)
    const stages = lines.flatMap((line) => (line.type === 'progress' ? [line.stage] : []))
    expect(stages.slice(-5)).toEqual(['writing', 'writing', 'writing', 'indexing', 'indexing'])
    expect(lines.slice(-2)).toMatchObject([{ stage: 'indexing', done: 120, total: 120 }, { type: 'finished' }])
    expect(await foundBy(words(7))).toEqual([id(7)])
    await linesOf([anItem(7, { text: '<p>Élan</p>' })])
    expect(await foundBy(words(7))).toEqual([])
    expect(await foundBy('elan')).toEqual([id(7)])
  })

  test('completes when the client disconnects during indexing', async () => {
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 250 }, (_, i) => anItem(i))))
    for await (const line of importer.run({ bytes, fileName: 'x.json', isDryRun: false, actorId: null }))
      if (line.type === 'progress' && line.stage === 'indexing') break
    await waitUntilFree()
    expect(await stored()).toHaveLength(250)
    expect(await foundBy('word249x3')).toEqual([id(249)])
  })

  test('records certifications, case studies and images in the audit log', async () => {
    const certification = aCertification({ id: 'mb-910' })
    const last = await importWhile(() => Promise.resolve(), {
      'questions.json': [anItem(1)],
      'case_studies.json': [{ id: 'northwind', title: 'Northwind', content: '<p>Imports.</p>' }],
      'certifications.json': [certification],
    })
    expect(last).toMatchObject({ type: 'finished' })
    const log = await database.db.selectFrom('audit_log').select('detail').execute()
    expect(log).toEqual([{ detail: { file: 'bank.zip', new: 1, changed: 0, same: 0, certifications: 1, case_studies: 1, images: 1 } }])
    await database.db.deleteFrom('certifications').where('id', '=', 'mb-910').execute()
  })

  test('writes one audit entry with its counts', async () => {
    await linesOf([anItem(1), anItem(2)], { fileName: 'from-a-colleague.json' })
    const log = await database.db.selectFrom('audit_log').select(['action', 'subject_id', 'actor_id', 'detail']).execute()
    expect(log).toEqual([
      {
        action: 'bank-imported',
        subject_id: 'mb-800',
        actor_id: null,
        detail: { file: 'from-a-colleague.json', new: 2, changed: 0, same: 0 },
      },
    ])
  })

  test('saves the previous version, and keeps fields that are not in the file', async () => {
    await linesOf([anItem(1, { difficulty: 3, state: 'draft' })])
    await linesOf([{ id: id(1).toUpperCase(), explanation: '<p>Better.</p>', created_at: null }])
    const [row] = await stored()
    expect(row).toMatchObject({ explanation: '<p>Better.</p>', difficulty: 3, state: 'draft', version: 2 })
    expect((await listVersions(database.db, id(1))).map(({ version, item }) => [version, item.explanation])).toEqual([
      [2, '<p>Better.</p>'],
      [1, aBankItem()['explanation']],
    ])
  })

  test('uses the sequence of a file as the answer key', async () => {
    await linesOf([anItem(1, { question_type: 'reorder', options: ['b', 'c', 'a'], correct_answer: '2,0,1', option_explanations: [] })])
    await linesOf([{ id: id(1), sequence: [0, 1, 2] }])
    expect(await stored()).toMatchObject([{ correct_answer: ['0', '1', '2'], sequence: ['0', '1', '2'] }])
  })

  test('finds questions without UUIDs again', async () => {
    const items = [withoutId(1), withoutId(2, { id: 17 }), withoutId(3, { id: 'Q3' })]
    await linesOf(items)
    const changed = items.map((item) => ({ ...item, explanation: 'Other words.' }))
    expect((await linesOf(changed)).at(-1)).toMatchObject({ counts: { new: 0, changed: 3 } })
    expect((await stored()).map(({ id }) => id)).toEqual((await dryRun(items)).rows.map((row) => row.id))
  })

  test('distinguishes questions with the same short text and different options', async () => {
    const items = [withoutId(1, { text: 'Which page?' }), withoutId(2, { text: 'Which page?', options: ['x', 'y', 'z', 'Another'] })]
    expect((await linesOf(items)).at(-1)).toMatchObject({ counts: { new: 2 } })
    expect((await linesOf(items)).at(-1)).toMatchObject({ counts: { same: 2 } })
  })

  test('sanitizes HTML, and writes case studies', async () => {
    const case_study = { title: 'Northwind', content: '<p class="x">Imports.</p>' }
    const items = [
      anItem(1, { case_study_id: 'northwind' }),
      anItem(2, { case_study_id: 'northwind', case_study, text: '<div>What?</div>' }),
    ]
    expect((await linesOf(items)).at(-1)).toMatchObject({ counts: { new: 2 } })
    expect(await database.db.selectFrom('case_studies').select(['id', 'title', 'content', 'version']).execute()).toEqual([
      { id: 'northwind', title: 'Northwind', content: '<p>Imports.</p>', version: 1 },
    ])
    expect((await stored())[1]?.text).toBe('<p>What?</p>')
    const other = [items[0], { ...items[1], case_study: { ...case_study, title: 'Northwind Traders' } }]
    expect((await linesOf(other)).at(-1)).toMatchObject({ counts: { changed: 1, same: 1 } })
    expect(await database.db.selectFrom('case_studies').select(['title', 'version']).execute()).toEqual([
      { title: 'Northwind Traders', version: 2 },
    ])
    expect((await stored()).map(({ version }) => version)).toEqual([1, 1])
  })

  test('restores a deleted question', async () => {
    await linesOf([anItem(1)])
    await changeQuestion(database.db, null, id(1), { difficulty: 1 }, undefined, new Date())
    await database.db.deleteFrom('questions').execute()
    expect((await linesOf([anItem(1)])).at(-1)).toMatchObject({ counts: { new: 1 } })
    expect((await linesOf([anItem(1, { difficulty: 3 })])).at(-1)).toMatchObject({ counts: { changed: 1 } })
  })

  test('accepts the bank of the project', async () => {
    const bank = readFileSync(join(contentFolder, 'bank/mb-800.json'))
    const { length } = JSON.parse(bank.toString()) as unknown[]
    const { counts } = await dryRun(bank)
    expect(counts).toEqual({ new: length, changed: 0, same: 0, refused: 0 })
    await linesOf(bank)
    expect((await linesOf(bank)).at(-1)).toMatchObject({ counts: { same: length } })
  })
})

describe('case studies', () => {
  const case_study = { title: 'Northwind', content: '<p>Imports.</p>' }

  test('of a partial item are unchanged the second time', async () => {
    await linesOf([anItem(1)])
    const partial = [{ id: id(1), case_study_id: 'northwind', case_study }]
    expect((await linesOf(partial)).at(-1)).toMatchObject({ counts: { changed: 1 } })
    expect((await linesOf(partial)).at(-1)).toMatchObject({ counts: { same: 1 } })
  })

  test('on an invalid item are available to other items', async () => {
    const { rows } = await dryRun([
      anItem(1, { case_study_id: 'x' }),
      anItem(2, { case_study_id: 'x', case_study, question_type: 'essay' }),
    ])
    expect(rows.map(({ verdict }) => verdict)).toEqual(['new', 'refused'])
  })

  const archiveWith = (caseStudyId: string) =>
    zipSync({
      'questions.json': Buffer.from(JSON.stringify([anItem(1, { case_study_id: 'northwind' })])),
      'case_studies.json': Buffer.from(JSON.stringify([{ id: caseStudyId, ...case_study }])),
    })

  test('of an archive are matched by a trimmed id', async () => {
    const lines = await linesOf(archiveWith(' northwind '), { fileName: 'x.zip', isDryRun: true })
    expect(reportIn(lines).counts).toMatchObject({ new: 1 })
  })

  test.each([['a\0b'], ['x'.repeat(101)], ['a\ud800'], ['']])('of an archive are refused with the id %j', async (caseStudyId) => {
    expect(await messageOf(archiveWith(caseStudyId), { fileName: 'x.zip' })).toMatch(/^case_studies.json, line 1: id: /)
  })
})

describe('references of imported questions', () => {
  test('near duplicates are searched in the parsed certification', async () => {
    await linesOf([anItem(1)])
    for (const exam_id of ['MB-800', ''])
      expect((await dryRun([anItem(2, { text: `${words(1)} more`, exam_id })])).rows[0]?.nearDuplicate).toMatchObject({ id: id(1) })
  })

  test('a missing image is a warning in a dry run', async () => {
    const { rows } = await dryRun([
      anItem(1, { text: `<p>${words(1)}</p><img src="/storage/questions/question-images/gone.png" alt="x">` }),
    ])
    expect(rows[0]?.warnings).toContainEqual({ field: 'text', reason: expect.stringContaining('gone.png, which is neither') })
  })

  test('an invalid image of an archive fails a dry run', async () => {
    const archive = zipSync({ 'questions.json': Buffer.from(JSON.stringify([anItem(1)])), 'images/a.png': Buffer.from('<svg/>') })
    expect(await messageOf(archive, { fileName: 'x.zip', isDryRun: true })).toBe(
      'images/a.png is not a supported image; remove it from the archive. Nothing was written.',
    )
  })

  test.each([
    ['a\0b\n.json', 'a b .json'],
    [`${'x'.repeat(99)}😀.json`, `${'x'.repeat(95)}.json`],
    ['a\ud83d.json', 'a .json'],
  ])('the file name %j is cleaned', async (fileName, kept) => {
    const lines = await linesOf([anItem(1)], { fileName })
    expect(reportIn(lines).fileName).toBe(kept)
    expect(lines.at(-1)?.type).toBe('finished')
  })
})

describe('nothing is written', () => {
  const refused = async (items: unknown[]) => {
    const lines = await linesOf([anItem(90), ...items])
    expect(lines.at(-1)).toMatchObject({ type: 'failed', code: 'IMPORT_REFUSED' })
    expect(await stored()).toEqual([])
    return reportIn(lines)
      .rows.slice(1)
      .map(({ verdict, problems }) => [verdict, ...problems.map(({ field, reason }) => `${field}: ${reason}`)])
  }

  test('when one question is refused', async () => {
    expect(await refused([anItem(1, { correct_answer: 'E' })])).toEqual([['refused', 'correct_answer: E is not among the options A to D']])
    expect(await messageOf([anItem(1), { text: 1 }])).toBe('1 question is refused. Correct or remove it. Nothing was written.')
  })

  test.each([
    ['wrong types', { text: 5, options: 'x', correct_answer: {}, reference: ['x'], explanation: 7 }],
    ['no options', { options: [] }],
    ['too many options', { options: Array.from({ length: 60 }, (_, i) => `Option ${i}`) }],
    ['unsafe HTML', { text: '<img src=x onerror=alert(1)>What?' }],
    ['a reference that runs a script', { reference: 'javascript:alert(1)' }],
    ['a NUL character', { text: 'a\0b' }],
    ['an incomplete character', { explanation: 'a\ud800b' }],
    ['an unknown certification', { exam_id: 'zz-999' }],
    ['an unknown case study', { case_study_id: 'unknown' }],
  ])('of a file with %s', async (_, values) => {
    const [[verdict, ...problems] = []] = await refused([anItem(1, values)])
    expect(verdict).toBe('refused')
    expect(problems.length).toBeGreaterThan(0)
  })

  test.each([[null], [7], ['text'], [[]], [true]])('of a file with %j instead of a question', async (item) => {
    expect(await refused([item])).toEqual([['refused', expect.stringContaining('is not an object')]])
  })

  test('of a file with a duplicate id or question', async () => {
    const rows = await refused([anItem(1), anItem(1, { text: 'Another' }), withoutId(5), withoutId(5), anItem(1)])
    const twin = (index: number) => ['refused', `id: is the same as the id of item ${index + 1}, or the questions are identical`]
    expect(rows).toEqual([['new'], twin(1), ['new'], ['refused', 'text: is the same question as item 4 of the file'], twin(1)])
  })

  test('of a file with two versions of one case study', async () => {
    const withTitle = (number: number, title: string) => anItem(number, { case_study_id: 'x', case_study: { title, content: 'Words.' } })
    expect((await refused([withTitle(1, 'One'), withTitle(2, 'One'), withTitle(3, 'Other')])).map(([verdict]) => verdict)).toEqual([
      'new',
      'new',
      'refused',
    ])
  })

  test.each([
    ['', 'The file is empty. Nothing was written.'],
    ['[]', 'The list is empty. There is nothing to import. Nothing was written.'],
    [
      '{"a": 1}',
      'Invalid file format. Expected an array of questions. JSON of other programs is not read. Export their questions in another format, such as Moodle XML or CSV, and import that file.',
    ],
    ['[{"a": 1}', 'The file is not JSON. Line 1, column 10: "," or "]" is missing; the file ends here. Nothing was written.'],
    [`[${'{"a":'.repeat(100)}`, 'Line 1, column 157: lists and objects are nested more than 32 deep. Nothing was written.'],
  ])('of %j, and the error names the position', async (text, message) => {
    expect(await messageOf(text)).toBe(message)
  })

  test('of a file with another format', async () => {
    const start = 'Invalid file format. Expected an array of questions.'
    expect(await messageOf('hello', { fileName: 'questions.json' })).toMatch(
      new RegExp(`^${start} Other tools' files can be .*Moodle XML.*Aiken`),
    )
    expect(await messageOf('<html></html>')).toContain(`${start} The first element is <html>, which is no known format.`)
    expect(await messageOf('PK hello')).toContain('is not a zip archive')
  })

  test('of a file that is too large', async () => {
    const rows = `[${'{},\n'.repeat(100_000)}{}]`
    expect(await messageOf(rows)).toBe('Line 50001: the file has more than 50,000 questions. Split it. Nothing was written.')
    expect(await messageOf(Buffer.alloc(importBytesMax + 1, ' '))).toContain('the limit is 48,000,000')
  })

  test('of a zip bomb, and other requests are served meanwhile', async () => {
    const bomb = zipSync({ 'questions.json': Buffer.alloc(200_000_000, ' ') }, { level: 1 })
    let queries = 0
    const finished = new AbortController()
    const querying = (async () => {
      for (; !finished.signal.aborted; queries++) {
        await sql`select 1`.execute(database.db)
        await setTimeout(1)
      }
    })()
    expect(await messageOf(bomb, { fileName: 'x.zip' })).toContain('makes the unpacked archive larger than 192,000,000 bytes')
    finished.abort()
    await querying
    expect(queries).toBeGreaterThan(3)
  })

  test('when a batch fails', async () => {
    await sql`alter table questions add constraint no_draft check (state <> 'draft')`.execute(database.db)
    const items = Array.from({ length: 120 }, (_, i) => anItem(i, { state: i === 110 ? 'draft' : 'published' }))
    const lines = await linesOf(items)
    await sql`alter table questions drop constraint no_draft`.execute(database.db)
    expect(lines.filter((line) => line.type === 'progress' && line.stage === 'writing')).toHaveLength(2)
    expect(lines.at(-1)).toEqual({
      type: 'failed',
      code: 'IMPORT_FAILED',
      message: 'The import failed because of an internal error. See the server log. Nothing was written.',
    })
    expect(await stored()).toEqual([])
  })

  test('when the client disconnects', async () => {
    const items = Array.from({ length: 200 }, (_, i) => anItem(i))
    const bytes = Buffer.from(JSON.stringify(items))
    for await (const line of importer.run({ bytes, fileName: 'x.json', isDryRun: false, actorId: null }))
      if (line.type === 'progress' && line.stage === 'writing') break
    await waitUntilFree()
    expect(await stored()).toEqual([])
  })

  test('when the server stops', async () => {
    const ownImporter = openImporter({
      db: database.db,
      files: openFileStore({ dataDir: '/nowhere', s3: undefined }),
      imageEncoder,
      log: silentLog,
    })
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, i) => anItem(i))))
    const lines: ImportLine[] = []
    for await (const line of ownImporter.run({ bytes, fileName: 'x.json', isDryRun: false, actorId: null })) {
      lines.push(line)
      if (line.type === 'progress' && line.stage === 'writing' && line.done === 50) void ownImporter.close()
    }
    expect(lines.at(-1)).toEqual({ type: 'failed', code: 'IMPORT_STOPPED', message: 'The import was stopped. Nothing was written.' })
    expect(await stored()).toEqual([])
  })

  test('for users who are not administrators', async () => {
    const now = new Date()
    await database.db
      .insertInto('users')
      .values([
        { id: 'ada', name: 'Ada', email: 'ada@praxam.example', email_verified: true, created_at: now, updated_at: now },
        { id: 'camille', name: 'Camille', email: 'camille@praxam.example', email_verified: true, created_at: now, updated_at: now },
      ])
      .execute()
    await setAdministrator(database.db, 'ada', true)
    expect(await messageOf([anItem(1)], { actorId: 'camille' })).toBe('Only administrators can import questions. Nothing was written.')
    // The role is removed after the first check.
    const last = await importWhile(() => setAdministrator(database.db, 'ada', false), { 'questions.json': [anItem(1)] }, { actorId: 'ada' })
    expect(last).toMatchObject({ type: 'failed', code: 'NOT_AN_ADMINISTRATOR' })
    expect(await stored()).toEqual([])
    await setAdministrator(database.db, 'ada', true)
    expect((await linesOf([anItem(1)], { actorId: 'ada' })).at(-1)?.type).toBe('finished')
    expect((await stored())[0]).toMatchObject({ updated_by: 'ada' })
  })

  test('by a second import during the first', async () => {
    const first = linesOf([anItem(1)])
    expect(await messageOf([anItem(2)])).toBe('Another import is in progress. Try again when it has finished. Nothing was written.')
    expect((await first).at(-1)?.type).toBe('finished')
    expect((await linesOf([anItem(2)])).at(-1)?.type).toBe('finished')
  })
})

// Regression: an import overwrote case studies and questions that were changed after the check.
describe('a concurrent change stops the import', () => {
  const northwind = { id: 'northwind', title: 'Northwind', content: '<p>Imports.</p>' }
  const changedMeanwhile = (sentence: string) => ({
    type: 'failed',
    code: 'IMPORT_CHANGED_MEANWHILE',
    message: `Someone else ${sentence} during the import. Import the file again. Nothing was written.`,
  })

  test('of a case study, and keeps the change', async () => {
    await saveCaseStudy(database.db, northwind)
    const change = async () => void (await changeCaseStudy(database.db, null, 'northwind', { title: 'Ours' }, 1, new Date()))
    const last = await importWhile(change, {
      'questions.json': [anItem(1, { case_study_id: 'northwind' })],
      'case_studies.json': [{ ...northwind, title: 'Theirs' }],
    })
    expect(last).toEqual(changedMeanwhile('changed the case study northwind'))
    expect((await findCaseStudy(database.db, 'northwind'))?.title).toBe('Ours')
    expect(await stored()).toEqual([])
  })

  test('that adds a case study or a question, and keeps it', async () => {
    const add = () => saveCaseStudy(database.db, northwind)
    const caseStudies = [{ ...northwind, title: 'Theirs' }]
    expect(await importWhile(add, { 'questions.json': [anItem(1)], 'case_studies.json': caseStudies })).toEqual(
      changedMeanwhile('changed the case study northwind'),
    )
    const own = aQuestion({ id: id(1), text: 'Ours' })
    const last = await importWhile(() => saveQuestions(database.db, [own]), { 'questions.json': [anItem(1)] })
    expect(last).toEqual(changedMeanwhile(`changed the question ${id(1)}`))
    expect(await stored()).toMatchObject([{ text: 'Ours', version: 1 }])
  })

  // Regression: the questions were written into a skill area that no longer existed.
  test('that removes a skill area', async () => {
    const { skillAreas } = aCertification()
    const remove = () => saveCertification(database.db, aCertification({ skillAreas: skillAreas.slice(0, 1) }), 0)
    const last = await importWhile(remove, { 'questions.json': [anItem(1)] })
    await saveCertification(database.db, aCertification(), 0)
    expect(last).toEqual(changedMeanwhile('changed the skill areas of mb-800'))
    expect(await stored()).toEqual([])
  })

  test('that deletes a case study', async () => {
    await saveCaseStudy(database.db, northwind)
    const remove = async () => void (await database.db.deleteFrom('case_studies').execute())
    const last = await importWhile(remove, { 'questions.json': [anItem(1, { case_study_id: 'northwind' })] })
    expect(last).toEqual(changedMeanwhile('deleted a certification or a case study that the file uses'))
  })

  test('that writes the same id, without replacing rows', async () => {
    const question = aQuestion({ id: id(1), text: 'Ours' })
    await saveQuestions(database.db, [question])
    const again = saveQuestions(database.db, [{ ...question, text: 'Theirs' }], undefined, { areNew: true })
    await expect(again).rejects.toMatchObject({ code: '23505' })
    await saveCaseStudy(database.db, northwind)
    await expect(saveCaseStudy(database.db, northwind, undefined, { isNew: true })).rejects.toMatchObject({ code: '23505' })
    expect(await stored()).toMatchObject([{ text: 'Ours', version: 1 }])

    await sql`create unique index one_of_each on questions (difficulty) where difficulty = 3`.execute(database.db)
    const last = (await linesOf([anItem(2, { difficulty: 3 }), anItem(3, { difficulty: 3 })])).at(-1)
    await sql`drop index one_of_each`.execute(database.db)
    expect(last).toEqual(changedMeanwhile('added something with an id from the file'))
  })

  test('even if the stored images cannot be removed again', async () => {
    const add = () => saveQuestions(database.db, [aQuestion({ id: id(1) })])
    const remove = () => Promise.reject(new Error('The disk is gone'))
    const last = await importWhile(add, { 'questions.json': [anItem(1)] }, {}, { remove })
    expect(last).toMatchObject({ code: 'IMPORT_CHANGED_MEANWHILE' })
  })
})

/** Imports an archive and requeries the last line. `act` runs when the image is stored, after checking and before writing. */
async function importWhile(
  act: () => Promise<void>,
  files: Record<string, unknown[]>,
  { actorId = null }: Options = {},
  store: Partial<FileStore> = {},
): Promise<ImportLine | undefined> {
  const image = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const texts = Object.entries(files).map(([name, value]) => [name, Buffer.from(JSON.stringify(value))] as const)
  const fileStore: FileStore = {
    put: () => act(),
    get: () => Promise.resolve(undefined),
    list: () => Promise.resolve([]),
    remove: () => Promise.resolve(),
    ...store,
  }
  const ownImporter = openImporter({ db: database.db, files: fileStore, imageEncoder, log: silentLog })
  const bytes = zipSync({ ...Object.fromEntries(texts), 'images/red.png': image })
  let last: ImportLine | undefined
  for await (const line of ownImporter.run({ bytes, fileName: 'bank.zip', isDryRun: false, actorId })) last = line
  return last
}

/** Waits until an abandoned import has stopped. */
async function waitUntilFree(): Promise<void> {
  while ((await messageOf('[]')).startsWith('Another')) await setTimeout(10)
}

test('an import without room on the disk says so', async () => {
  const selectFrom = () => {
    throw new DiskFull('/data/db', 0)
  }
  const ownImporter = openImporter({ db: { selectFrom } as never, files: {} as FileStore, imageEncoder, log: silentLog })
  const lines: ImportLine[] = []
  for await (const line of ownImporter.run({ bytes: Buffer.from('[]'), fileName: 'a.json', isDryRun: false, actorId: null }))
    lines.push(line)
  expect(lines).toEqual([
    {
      type: 'failed',
      code: 'IMPORT_FAILED',
      message: 'The server has no room left. Free space on its disk, then repeat the import. Nothing was written.',
    },
  ])
})

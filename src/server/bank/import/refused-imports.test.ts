import { setTimeout } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setAdministrator } from '#server/accounts/administrators.ts'
import { openImporter } from '#server/bank/import/import.ts'
import type { ImportLine } from '#server/bank/import/messages.ts'
import { openFileStore, type FileStore } from '#server/platform/file-store.ts'
import { DiskFull } from '#server/db/free-space.ts'
import { importBytesMax } from '#server/http/guard.ts'
import { silentLog } from '#tests/services.ts'
import {
  anItem,
  database,
  imageEncoder,
  importWhile,
  importer,
  linesOf,
  messageOf,
  prepareImports,
  reportIn,
  stored,
  waitUntilFree,
  withoutId,
} from '#server/bank/import/import.test-setup.ts'

prepareImports()

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

  test('of a file with unsafe HTML in a translation, whose parts are named', async () => {
    const { options } = anItem(1)
    const french = { text: '<svg></svg><p onclick="run()">Quoi ?</p>', options, explanation: '<div>Car.</div>', of: '0'.repeat(16) }
    const content = '<p>Texte</p><iframe></iframe>'
    const caseStudy = { title: 'One', content: 'Words.', translations: { fr: { title: 'Un', content, of: '0'.repeat(16) } } }
    const values = { case_study_id: 'x', case_study: caseStudy, translations: { fr: french } }
    expect(await refused([anItem(1, values)])).toEqual([
      [
        'refused',
        expect.stringMatching(/^translations\.fr\.text: contains HTML that could run code.*; remove this: <svg>; onclick of <p>$/),
        expect.stringMatching(/^translations\.fr\.explanation: contains HTML that is not allowed/),
        expect.stringMatching(/^case_study\.translations\.fr\.content: contains HTML that could run code.*; remove this: <iframe>$/),
      ],
    ])
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
    expect(lines.filter((line) => line.type === 'progress' && line.stage === 'writing')).toHaveLength(1)
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
      if (line.type === 'progress' && line.stage === 'writing' && line.done === 100) void ownImporter.close()
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

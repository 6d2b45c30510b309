import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Transaction } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openImporter } from '#server/bank/import/import.ts'
import type { ImportLine } from '#server/bank/import/messages.ts'
import { openFileStore } from '#server/platform/file-store.ts'
import type { Tables } from '#server/db/tables.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { listVersions } from '#server/bank/question-history.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { findQuestions } from '#server/bank/question-search.ts'
import { aBankItem, aCertification } from '#tests/factories.ts'
import { contentFolder, silentLog } from '#tests/services.ts'
import {
  anItem,
  database,
  dryRun,
  id,
  imageEncoder,
  importWhile,
  importer,
  linesOf,
  prepareImports,
  reportIn,
  stored,
  waitUntilFree,
  withoutId,
  words,
} from '#server/bank/import/import.test-setup.ts'

prepareImports()

const foundBy = async (search: string) => {
  const { questions } = await findQuestions(database.db, { examId: 'mb-800', search, sort: 'oldest', page: 1 })
  return questions.map(({ id: found }) => found)
}

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
      // This item must not be compared with itself or with the stored question that it replaces.
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
      [100, 120].map((done) => ({ type: 'progress', stage: 'writing', done, total: 120 })),
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
    expect(stages.slice(-4)).toEqual(['writing', 'writing', 'indexing', 'indexing'])
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

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chunkPosition, inlineIndexMax, readBankIndex, type QuestionChunk, type TranslationChunk } from '#exam/question-chunks.ts'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { FreshnessReason } from '#exam/freshness.ts'
import { openQuestionChunks, type QuestionChunks } from '#server/bank/question-chunks.ts'
import { saveCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { hashOriginal, hashOriginalCaseStudy } from '#server/bank/original-hash.ts'
import { saveTranslations } from '#server/bank/translations.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveOutline } from '#server/catalogue/outlines.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { aCertification, anOutline, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`
const someQuestions = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    aQuestion({ id: idOf(i), text: `<p>Question ${i}?</p>`, createdAt: new Date(1_000_000 + i).toISOString() }),
  )

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => saveCertification(database.db, aCertification(), 0))
afterEach(() => database.empty())

async function save(questions: ReturnType<typeof someQuestions>): Promise<void> {
  for (let i = 0; i < questions.length; i += 200) await saveQuestions(database.db, questions.slice(i, i + 200))
  await bumpContentVersion(database.db)
}

const translate = (question: BankQuestion) => ({
  ...question,
  text: `<p>Texte ${question.id}</p>`,
  originalHash: hashOriginal(question),
})

describe('the chunks of a bank', () => {
  test('together have every question once, each at the position of its id', async () => {
    await save(someQuestions(90))
    const chunks = openQuestionChunks(database.db)
    const { size, chunks: names, first } = await chunks.readBank('mb-800')
    expect([size, names.length, new Set(names).size]).toEqual([90, 4, 4])
    const found: string[] = []
    for (const [position, name] of names.entries()) {
      const { questions } = JSON.parse(String(await chunks.findChunk(name))) as QuestionChunk
      for (const { id } of questions) expect(chunkPosition(id, names.length)).toBe(position)
      found.push(...questions.map(({ id }) => id))
    }
    expect(found.toSorted()).toEqual(someQuestions(90).map(({ id }) => id))
    expect(first.questions.map(({ id }) => id)).toEqual(someQuestions(10).map(({ id }) => id))
  })

  test('have the same names in every process', async () => {
    await save(someQuestions(90))
    const [one, other] = [openQuestionChunks(database.db), openQuestionChunks(database.db)]
    expect((await one.readBank('mb-800')).chunks).toEqual((await other.readBank('mb-800')).chunks)
    const [name = ''] = (await one.readBank('mb-800')).chunks
    // A process that has never served the page can send its chunks too.
    expect(await openQuestionChunks(database.db).findChunk(name)).toBeDefined()
  })

  test('change one name after an edit, and the other chunks keep theirs', async () => {
    await save(someQuestions(90))
    const chunks = openQuestionChunks(database.db)
    const before = (await chunks.readBank('mb-800')).chunks
    await save([aQuestion({ ...someQuestions(90)[40], text: '<p>Changed?</p>' })])
    const after = (await chunks.readBank('mb-800')).chunks
    const position = chunkPosition(idOf(40), 4)
    expect(after.map((name, i) => name === before[i])).toEqual([0, 1, 2, 3].map((i) => i !== position))
    expect(await chunks.findChunk(before[position] ?? '')).toBeUndefined()
  })

  test('change one name after a question was added or removed', async () => {
    await save(someQuestions(90))
    const chunks = openQuestionChunks(database.db)
    const before = (await chunks.readBank('mb-800')).chunks
    await save(someQuestions(91).slice(90))
    const added = (await chunks.readBank('mb-800')).chunks
    expect(added.filter((name, i) => name !== before[i])).toHaveLength(1)
    await database.db.deleteFrom('questions').where('id', '=', idOf(90)).execute()
    await bumpContentVersion(database.db)
    expect((await chunks.readBank('mb-800')).chunks).toEqual(before)
  })

  test('contain a case study once, and change with it', async () => {
    await saveCaseStudy(database.db, { id: 'case-1', title: 'Kayaks', content: '<p>Boats.</p>' })
    await save(someQuestions(90).map((question, i) => (i % 3 === 0 ? { ...question, caseStudyId: 'case-1' } : question)))
    const chunks = openQuestionChunks(database.db)
    const { chunks: before, first } = await chunks.readBank('mb-800')
    const contents = await Promise.all(before.map(async (name) => String(await chunks.findChunk(name))))
    const position = chunkPosition('case-1', before.length)
    expect(contents.map((content) => content.includes('Boats.'))).toEqual([0, 1, 2, 3].map((i) => i === position))
    expect(first.caseStudies).toMatchObject([{ id: 'case-1' }])
    await saveCaseStudy(database.db, { id: 'case-1', title: 'Kayaks', content: '<p>Canoes.</p>' })
    await bumpContentVersion(database.db)
    const after = (await chunks.readBank('mb-800')).chunks
    expect(after.map((name, i) => name === before[i])).toEqual([0, 1, 2, 3].map((i) => i !== position))
  })

  test('leave out drafts and other certifications', async () => {
    await save([aQuestion({ id: idOf(1) }), aQuestion({ id: idOf(2), state: 'draft' })])
    const chunks = openQuestionChunks(database.db)
    expect(await chunks.readBank('mb-800')).toMatchObject({ size: 1, first: { questions: [{ id: idOf(1) }] } })
    expect(await chunks.readBank('zz-100')).toMatchObject({ size: 0, chunks: [], first: { questions: [] } })
  })
})

describe('an edition after a change', () => {
  const objective = { id: 'currencies', skillArea: 'Configure financials', skill: 'Currencies', text: 'Set up currencies' }
  const withObjective = (count: number) => someQuestions(count).map((question) => ({ ...question, objective: objective.id }))
  const translation = (content: string) => ({ id: 'case-1', title: 'Kayaks', content, originalHash: '' })

  test.each<[string, () => Promise<unknown>]>([
    ['of nothing', async () => undefined],
    ['of a text', () => save([aQuestion({ ...withObjective(2)[1], text: '<p>Changed?</p>' })])],
    ['of a state', () => save([aQuestion({ ...withObjective(2)[1], state: 'draft' })])],
    ['of a skill area', () => save([aQuestion({ ...withObjective(2)[1], skillArea: 'Configure sales and purchasing' })])],
    ['of a case study', () => saveCaseStudy(database.db, { id: 'case-1', title: 'Kayaks', content: '<p>Canoes.</p>' })],
    ['of the case study of a question', () => save([aQuestion({ ...withObjective(2)[1], caseStudyId: 'case-1' })])],
    ['of a case study that was deleted', recreateCaseStudy],
    ['of the number of questions', () => save(withObjective(91).slice(90))],
    ['of the questions, by a removal', () => database.db.deleteFrom('questions').where('id', '=', idOf(4)).execute()],
    ['of a translation, by a removal', () => database.db.deleteFrom('question_translations').execute()],
    ['of the freshness', () => rate({ reason: 'objective-reworded' })],
    ['of the day of the last comparison', () => rate({ checked_on: '2026-11-02' })],
    ['of the outline', () => saveOutline(database.db, anOutline({ objectives: [{ ...objective, since: '2026-06-30' }] }))],
    ['of an objective’s text', () => saveOutline(database.db, anOutline({ objectives: [{ ...objective, text: 'Adjust rates' }] }))],
    ['of the outline’s date', () => database.db.updateTable('certifications').set({ outline_of: '2026-09-01' }).execute()],
    ['of the languages', () => saveTranslations(database.db, 'fr', [translate(withObjective(3)[2] as BankQuestion)])],
    [
      'of a translation',
      () => saveTranslations(database.db, 'fr', [{ ...translate(withObjective(1)[0] as BankQuestion), text: '<p>Autre</p>' }]),
    ],
    ['of a case study’s translation', () => saveCaseStudyTranslations(database.db, 'fr', [translation('<p>Pirogues.</p>')])],
  ])('%s is the same as in a process that reads everything', async (name, change) => {
    await saveOutline(database.db, anOutline({ objectives: [objective] }))
    await saveCaseStudy(database.db, { id: 'case-1', title: 'Kayaks', content: '<p>Boats.</p>' })
    await save(withObjective(90).map((question, i) => (i % 3 === 0 ? { ...question, caseStudyId: 'case-1' } : question)))
    await saveTranslations(database.db, 'fr', withObjective(1).map(translate))
    await saveCaseStudyTranslations(database.db, 'fr', [translation('<p>Bateaux.</p>')])
    await bumpContentVersion(database.db)
    const chunks = openQuestionChunks(database.db)
    const before = await readAll(chunks)
    await change()
    await bumpContentVersion(database.db)
    const after = await readAll(chunks)
    expect(after).toEqual(await readAll(openQuestionChunks(database.db)))
    if (name === 'of nothing') expect(after).toEqual(before)
    else expect(after).not.toEqual(before)
  })

  test('reads only the questions of chunks that have changed', async () => {
    await save(someQuestions(90))
    const chunks = openQuestionChunks(database.db)
    const { chunks: before } = await chunks.readBank('mb-800')
    // Not a change that the site makes, because the version stays the same.
    await database.db.updateTable('questions').set({ text: '<p>Never read?</p>' }).where('id', '=', idOf(40)).execute()
    const other = someQuestions(90).find(({ id }) => chunkPosition(id, 4) !== chunkPosition(idOf(40), 4))
    await save([aQuestion({ ...other, text: '<p>Changed?</p>' })])
    const { chunks: after } = await chunks.readBank('mb-800')
    expect(after[chunkPosition(idOf(40), 4)]).toBe(before[chunkPosition(idOf(40), 4)])
    expect(after).not.toEqual(before)
  })

  function rate(values: { reason?: FreshnessReason; checked_on?: string }) {
    return database.db.updateTable('question_freshness').set(values).where('question_id', '=', idOf(4)).execute()
  }

  /** It has version 1 again. */
  async function recreateCaseStudy() {
    await database.db.updateTable('questions').set({ case_study_id: null }).where('case_study_id', '=', 'case-1').execute()
    await database.db.deleteFrom('case_studies').execute()
    await saveCaseStudy(database.db, { id: 'case-1', title: 'Kayaks', content: '<p>Rafts.</p>' })
    for (let i = 0; i < 90; i += 3)
      await database.db.updateTable('questions').set({ case_study_id: 'case-1' }).where('id', '=', idOf(i)).execute()
  }

  /** Everything that browsers load. */
  async function readAll(chunks: QuestionChunks) {
    const bank = await chunks.readBank('mb-800')
    const translations = await chunks.readTranslations('mb-800', 'fr')
    const addresses = [...bank.chunks, ...translations.chunks]
    const contents = await Promise.all(addresses.map(async (address) => String(await chunks.findChunk(address))))
    return { bank, translations, contents, index: await chunks.readIndex('mb-800') }
  }
})

describe('the index of a bank', () => {
  test('is part of a small bank', async () => {
    await save(someQuestions(3))
    const { index } = await openQuestionChunks(database.db).readBank('mb-800')
    expect(typeof index === 'string' ? [] : readBankIndex(index)).toMatchObject([{ id: idOf(0), answerKey: ['C'] }, {}, {}])
  })

  test('is a chunk of a large bank, which an edit of a text does not change', async () => {
    const count = inlineIndexMax + 1
    await save(someQuestions(count))
    const chunks = openQuestionChunks(database.db)
    const { index } = await chunks.readBank('mb-800')
    const content = await chunks.findChunk(typeof index === 'string' ? index : '')
    expect(readBankIndex(JSON.parse(String(content)) as Parameters<typeof readBankIndex>[0])).toHaveLength(count)
    await save([aQuestion({ ...someQuestions(8)[7], text: '<p>Changed?</p>' })])
    expect((await chunks.readBank('mb-800')).index).toBe(index)
  })
})

describe('the translations of a bank', () => {
  const readAll = async (chunks: QuestionChunks) => {
    const { chunks: names } = await chunks.readTranslations('mb-800', 'fr')
    const contents = await Promise.all(names.map(async (name) => JSON.parse(String(await chunks.findChunk(name))) as TranslationChunk))
    return contents.map(({ translations }) => translations)
  }

  test('are in chunks of their own, each at the position of its question', async () => {
    await save(someQuestions(90))
    const chunks = openQuestionChunks(database.db)
    const before = await chunks.readBank('mb-800')
    await saveTranslations(database.db, 'fr', someQuestions(30).map(translate))
    await bumpContentVersion(database.db)
    const found = await readAll(chunks)
    expect(found).toHaveLength(4)
    for (const [position, some] of found.entries()) for (const { id } of some) expect(chunkPosition(id, 4)).toBe(position)
    const texts = found.flat().map(({ id, text }) => `${id} ${text}`)
    expect(texts.toSorted()).toEqual(someQuestions(30).map(({ id }) => `${id} <p>Texte ${id}</p>`))
    const { size, index } = await chunks.readBank('mb-800')
    expect([size, index]).toEqual([before.size, before.index])
    const contents = await Promise.all((await chunks.readBank('mb-800')).chunks.map(async (name) => String(await chunks.findChunk(name))))
    expect(contents.join('')).not.toContain('Texte')
    expect(contents.join('').match(/"languages":\["fr"\]/g)).toHaveLength(30)
  })

  test('include those of its case studies, once', async () => {
    const caseStudy = { id: 'x', title: 'Northwind', content: '<p>Text</p>' }
    await saveCaseStudy(database.db, caseStudy)
    await save(someQuestions(90).map((question) => aQuestion({ ...question, caseStudyId: 'x' })))
    await saveTranslations(database.db, 'fr', someQuestions(1).map(translate))
    await saveCaseStudyTranslations(database.db, 'fr', [
      { ...caseStudy, content: '<p>Texte</p>', originalHash: hashOriginalCaseStudy(caseStudy) },
    ])
    await bumpContentVersion(database.db)
    const chunks = openQuestionChunks(database.db)
    const { chunks: names } = await chunks.readTranslations('mb-800', 'fr')
    const contents = await Promise.all(names.map(async (name) => JSON.parse(String(await chunks.findChunk(name))) as TranslationChunk))
    expect(contents.map(({ caseStudies }) => caseStudies.length)).toEqual([0, 1, 2, 3].map((i) => Number(i === chunkPosition('x', 4))))
    expect(contents.flatMap(({ caseStudies }) => caseStudies)).toEqual([{ ...caseStudy, content: '<p>Texte</p>' }])
  })

  test('are found by a process that has not been asked for them', async () => {
    await save(someQuestions(3))
    await saveTranslations(database.db, 'fr', someQuestions(1).map(translate))
    await bumpContentVersion(database.db)
    const [name = ''] = (await openQuestionChunks(database.db).readTranslations('mb-800', 'fr')).chunks
    expect(await openQuestionChunks(database.db).findChunk(name)).toBeDefined()
    expect(await openQuestionChunks(database.db).findChunk('/chunks/mb-800/AAAAAAAAAAAA.json')).toBeUndefined()
  })

  test('say when the question has changed, with a new name', async () => {
    await save(someQuestions(3))
    await saveTranslations(database.db, 'fr', someQuestions(2).map(translate))
    await bumpContentVersion(database.db)
    const chunks = openQuestionChunks(database.db)
    const { chunks: before } = await chunks.readTranslations('mb-800', 'fr')
    expect((await readAll(chunks)).flat().map(({ isOutdated }) => isOutdated)).toEqual([undefined, undefined])
    await save([aQuestion({ ...someQuestions(1)[0], explanation: '<p>Changed.</p>' })])
    expect((await readAll(chunks)).flat().map(({ isOutdated }) => isOutdated)).toEqual([true, undefined])
    expect((await chunks.readTranslations('mb-800', 'fr')).chunks).not.toEqual(before)
  })

  test('name the chunk with the terms of the product', async () => {
    await save(someQuestions(1))
    const chunks = openQuestionChunks(database.db, {
      terms: [
        { term: 'bin', translation: 'emplacement', product: 'business-central', source: 'a' },
        { term: 'queue', translation: 'file d’attente', product: 'customer-engagement', source: 'b' },
      ],
    })
    const { terms = '' } = await chunks.readTranslations('mb-800', 'fr')
    expect(JSON.parse(String(await chunks.findChunk(terms)))).toEqual([['bin', 'emplacement']])
    expect(await chunks.readTranslations('mb-310', 'fr')).toEqual({ language: 'fr', chunks: [] })
  })

  test('have no chunks without a translation, and without published questions', async () => {
    await save([aQuestion({ id: idOf(1) }), aQuestion({ id: idOf(2), state: 'draft' })])
    await saveTranslations(database.db, 'fr', [translate(aQuestion({ id: idOf(2) }))])
    const chunks = openQuestionChunks(database.db)
    expect(await chunks.readTranslations('mb-800', 'fr')).toEqual({ language: 'fr', chunks: [] })
    expect(await chunks.readTranslations('zz-100', 'fr')).toEqual({ language: 'fr', chunks: [] })
  })
})

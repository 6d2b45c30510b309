import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { fillSearchTexts, searchTextOf } from '#server/bank/search-text.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.empty())
afterAll(() => database.close())

const id = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`
const written = { by: null, at: new Date() }
const save = async (count: number, values: Parameters<typeof aQuestion>[0] = {}) => {
  await saveCertification(database.db, aCertification(), 0)
  const questions = Array.from({ length: count }, (_, i) => aQuestion({ id: id(i), ...values }))
  await saveQuestions(database.db, questions, written, { isSearchFilledLater: true })
}
const texts = async () =>
  (await database.db.selectFrom('question_entries').select('search_text').orderBy('question_id').execute()).map((row) => row.search_text)
const forever = new AbortController().signal

describe('the search text', () => {
  test('is filled in after an import, a hundred questions at a time', async () => {
    await save(250, { text: '<p>Où?</p>', explanation: 'There.' })
    expect(new Set(await texts())).toEqual(new Set(['']))
    const told: number[][] = []
    await fillSearchTexts(database.db, forever, (done, total) => told.push([done, total]))
    expect(told).toEqual([
      [100, 250],
      [200, 250],
      [250, 250],
    ])
    expect(await texts()).toEqual(Array.from({ length: 250 }, () => 'ou? there.'))
  })

  test('is completed by the next run after a stopped run', async () => {
    await save(150)
    const stopping = new AbortController()
    await fillSearchTexts(database.db, stopping.signal, () => stopping.abort())
    expect((await texts()).filter((text) => text === '')).toHaveLength(50)
    await fillSearchTexts(database.db, forever)
    expect((await texts()).filter((text) => text === '')).toEqual([])
  })

  test('is not replaced when it exists', async () => {
    await save(1)
    await database.db.updateTable('question_entries').set({ search_text: 'mine' }).execute()
    await fillSearchTexts(database.db, forever)
    expect(await texts()).toEqual(['mine'])
  })

  test('is never empty, so that it is filled in only once', async () => {
    const silent = { text: '<img src="/x.png" alt="" />', explanation: '' }
    expect(searchTextOf(silent)).toBe(' ')
    await save(1, silent)
    await fillSearchTexts(database.db, forever)
    expect(await texts()).toEqual([' '])
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { countedAnswersMax, recordStatistics, mayCount } from '#server/statistics/answer-counts.ts'
import { aCertification, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => saveCertification(database.db, aCertification(), 0))
afterEach(() => database.empty())

async function readCounts(): Promise<[string, number, number][]> {
  const rows = await database.db.selectFrom('question_statistics').selectAll().orderBy('question_id').execute()
  return rows.map(({ question_id, answered, correct }) => [question_id, answered, correct])
}

describe('statistics of questions', () => {
  test('count the answers and the correct answers of every question type', async () => {
    await saveQuestions(database.db, [
      aQuestion({ id: idOf(1) }),
      aReorderQuestion({ id: idOf(2) }),
      aMatchingQuestion({ id: idOf(3) }),
      aQuestion({ id: idOf(4), type: 'multiple_choice', answerKey: ['A', 'C'] }),
      aQuestion({ id: idOf(5) }),
    ])
    const first = { [idOf(1)]: ['C'], [idOf(2)]: ['2', '0', '1'], [idOf(3)]: ['1=0', '0=1'], [idOf(4)]: ['A'] }
    await recordStatistics(database.db, 'mb-800', first)
    await recordStatistics(database.db, 'mb-800', { ...first, [idOf(1)]: ['A'], [idOf(4)]: ['A', 'C'] })
    expect(await readCounts()).toEqual([
      [idOf(1), 2, 1],
      [idOf(2), 2, 2],
      [idOf(3), 2, 2],
      [idOf(4), 2, 1],
    ])
  })

  test('ignore blank answers, invalid ids, drafts, and questions of other certifications', async () => {
    await saveCertification(database.db, aCertification({ id: 'pl-900' }), 1)
    await saveQuestions(database.db, [
      aQuestion({ id: idOf(1) }),
      aReorderQuestion({ id: idOf(2) }),
      aQuestion({ id: idOf(3), state: 'draft' }),
      aQuestion({ id: idOf(4), examId: 'pl-900' }),
    ])
    const unknown = { 'no id': ['C'], "'; drop table questions; --": ['C'], [idOf(9)]: ['C'], ['__proto__']: ['C'] }
    await recordStatistics(database.db, 'mb-800', {
      ...unknown,
      [idOf(1)]: [],
      [idOf(2)]: ['', '', ''],
      [idOf(3)]: ['C'],
      [idOf(4)]: ['C'],
    })
    await recordStatistics(database.db, 'no such exam', { [idOf(1)]: ['C'] })
    await recordStatistics(database.db, 'mb-800', {})
    expect(await readCounts()).toEqual([])
  })

  test('count concurrent attempts completely', async () => {
    const ids = Array.from({ length: 20 }, (_, number) => idOf(number))
    await saveQuestions(
      database.db,
      ids.map((id) => aQuestion({ id })),
    )
    const forwards = Object.fromEntries(ids.map((id) => [id, ['C']]))
    const backwards = Object.fromEntries(ids.toReversed().map((id) => [id, ['A']]))
    await Promise.all(
      Array.from({ length: 10 }, (_, number) => recordStatistics(database.db, 'mb-800', number % 2 === 0 ? forwards : backwards)),
    )
    expect(await readCounts()).toEqual(ids.map((id) => [id, 10, 5]))
  })

  test('accept the largest attempt', async () => {
    await saveQuestions(database.db, [aQuestion({ id: idOf(1) })])
    const answers = Object.fromEntries(Array.from({ length: countedAnswersMax }, (_, number) => [idOf(number), ['C']]))
    await recordStatistics(database.db, 'mb-800', answers)
    expect(await readCounts()).toEqual([[idOf(1), 1, 1]])
  })

  test('are deleted with their question', async () => {
    await saveQuestions(database.db, [aQuestion({ id: idOf(1) })])
    await recordStatistics(database.db, 'mb-800', { [idOf(1)]: ['C'] })
    await database.db.deleteFrom('questions').execute()
    expect(await readCounts()).toEqual([])
  })
})

describe('the limit of a network', () => {
  test('allows thirty attempts per hour', async () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 12, minutes))
    for (let run = 0; run < 30; run++) expect(await mayCount(database.db, `203.0.113.${run}`, at(run))).toBe(true)
    expect(await mayCount(database.db, '203.0.113.99', at(30))).toBe(false)
    expect(await mayCount(database.db, '198.51.100.1', at(30))).toBe(true)
    expect(await mayCount(database.db, '203.0.113.99', at(61))).toBe(true)
  })
})

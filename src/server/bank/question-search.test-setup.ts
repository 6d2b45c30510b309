/** What the tests of finding questions share: a bank with numbered questions, and functions that find them. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import type { QuestionSearch } from '#server/bank/question-filter.ts'
import { findQuestions } from '#server/bank/question-search.ts'
import type { WordLimits } from '#server/bank/word-search.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

export let database: TestDatabase

/** Opens a database for the tests in a file. Before each test, it has one certification and no questions. */
export function prepareSearch(): void {
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => saveCertification(database.db, aCertification(), 0))
  afterEach(() => database.empty())
}

export const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`
export const numberOf = (id: string) => Number(id.slice(-12))
export const find = (filter: Partial<QuestionSearch> = {}, limits?: WordLimits) =>
  findQuestions(database.db, { examId: 'mb-800', search: '', sort: 'oldest', page: 1, ...filter }, limits)
export const numbers = async (filter: Partial<QuestionSearch> = {}, limits?: WordLimits) =>
  (await find(filter, limits)).questions.map(({ id }) => numberOf(id))

/** Questions numbered from 1, each created one minute after the previous one. */
export async function add(...questions: Partial<BankQuestion>[]): Promise<void> {
  const made = questions.map((values, i) =>
    aQuestion({ id: idOf(i + 1), createdAt: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(), ...values }),
  )
  for (let i = 0; i < made.length; i += 50) await saveQuestions(database.db, made.slice(i, i + 50))
}

export const answer = (counts: Record<number, [answered: number, correct: number]>) =>
  database.db
    .insertInto('question_statistics')
    .values(Object.entries(counts).map(([number, [answered, correct]]) => ({ question_id: idOf(Number(number)), answered, correct })))
    .execute()

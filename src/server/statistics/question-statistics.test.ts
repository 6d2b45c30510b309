import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '#exam/random.ts'
import { listCountedAnswers } from '#exam/statistics/counted-answers.ts'
import { findQuestions } from '#server/bank/question-search.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { transact } from '#server/db/transact.ts'
import { countGraded } from '#server/statistics/answer-counts.ts'
import { countGuestAnswers, countMemberAnswers, recountStep, type VersionedAnswer } from '#server/statistics/item-tallies.ts'
import { flagQuestions, listCurrentStatistics, listVersionStatistics } from '#server/statistics/question-statistics.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

const idOf = (number: number) => `01a20000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`
const bank = Array.from({ length: 21 }, (_, number) => aQuestion({ id: idOf(number), answerKey: ['A'] }))

/** An answer as entered, and how many of the attempt's twenty other answers are correct. */
type RawAnswer = { letter: string; others: number; isGuess: boolean; timeMs: number }

/**
 * 1,000 attempts with 21 answers each. The key of question 0 is wrong: candidates who know the answer choose B. No one chooses D in
 * question 1. One of ten candidates presses a key every second.
 */
function simulate(): { attempts: { id: string; isGuest: boolean; answers: VersionedAnswer[] }[]; raw: RawAnswer[][] } {
  const random = seededRandom('a thousand attempts')
  const raw: RawAnswer[][] = bank.map(() => [])
  const attempts = Array.from({ length: 1_000 }, (_, n) => {
    const ability = random()
    const isBlind = n % 10 === 9
    const given = bank.map((question, number) => {
      const knows = !isBlind && random() < 0.1 + 0.8 * ability - number / 100
      const wrong = number === 1 ? ['B', 'C'] : ['B', 'C', 'D']
      const guessed = ['A', ...wrong][Math.floor(random() * (wrong.length + 1))] ?? 'A'
      const letter = knows ? (number === 0 ? 'B' : 'A') : guessed
      const timeMs = isBlind ? 1_000 : 2_000 + Math.floor(random() ** 2 * 90_000)
      return { question, answer: [letter], isGuess: !knows && random() < 0.5, timeMs }
    })
    const correct = given.filter(({ answer }) => answer[0] === 'A').length
    if (!isBlind)
      for (const [number, { answer, isGuess, timeMs }] of given.entries()) {
        const letter = answer[0] ?? ''
        raw[number]?.push({ letter, others: correct - (letter === 'A' ? 1 : 0), isGuess, timeMs })
      }
    const answers = listCountedAnswers(given).map(({ question, ...one }) => ({ ...one, questionId: question.id, version: 1 }))
    return { id: `01a30000-0000-7000-8000-${String(n).padStart(12, '0')}`, isGuest: n % 4 === 0, answers }
  })
  return { attempts, raw }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The correlation coefficient by its definition. */
function correlate(xs: readonly number[], ys: readonly number[]): number {
  const [meanX, meanY] = [mean(xs), mean(ys)]
  const sum = (of: (i: number) => number) => xs.reduce((total, _, i) => total + of(i), 0)
  const dx = (i: number) => (xs[i] ?? 0) - meanX
  const dy = (i: number) => (ys[i] ?? 0) - meanY
  return sum((i) => dx(i) * dy(i)) / Math.sqrt(sum((i) => dx(i) ** 2) * sum((i) => dy(i) ** 2))
}

const attemptsPerStatement = 25

let database: TestDatabase
const { attempts, raw } = simulate()
beforeAll(async () => {
  database = await openTestDatabase()
  await saveCertification(database.db, aCertification(), 0)
  await saveQuestions(database.db, bank)
  for (const isGuest of [true, false]) {
    const own = attempts.filter((attempt) => attempt.isGuest === isGuest)
    // Each statement adds several attempts. The sums do not depend on how many.
    for (let i = 0; i < own.length; i += attemptsPerStatement) {
      const some = own.slice(i, i + attemptsPerStatement)
      const answers = some.flatMap((attempt) => attempt.answers)
      await transact(database.db, async (transaction) => {
        if (isGuest) await countGuestAnswers(transaction, answers)
        else await countMemberAnswers(transaction, some[0]?.id ?? '', answers)
      })
    }
  }
})
afterAll(() => database.close())

const statisticsOf = async (number: number) =>
  (await listCurrentStatistics(database.db, [idOf(number)])).get(idOf(number)) ?? expect.fail('There are no statistics')

describe('the statistics of a thousand attempts', () => {
  test.each([0, 1, 12, 20])('are those of the answers themselves, for question %i', async (number) => {
    const all = raw[number] ?? []
    const { answers, statistics } = await statisticsOf(number)
    expect(answers).toBe(900)
    const scores = all.map(({ letter }) => (letter === 'A' ? 1 : 0))
    expect(statistics?.facility).toBeCloseTo(mean(scores), 12)
    expect(statistics?.guessShare).toBeCloseTo(mean(all.map(({ isGuess }) => Number(isGuess))), 12)
    const index = correlate(
      scores,
      all.map(({ others }) => others),
    )
    expect(statistics?.discrimination).toBeCloseTo(index, 10)
    for (const { entry, all: share } of statistics?.entries ?? [])
      expect(share).toBeCloseTo(mean(all.map(({ letter }) => Number(letter === entry))), 12)
    const median = all.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b)[all.length / 2] ?? 0
    expect((statistics?.medianMs ?? 0) / median).toBeGreaterThan(0.9)
    expect((statistics?.medianMs ?? 0) / median).toBeLessThan(1.1)
  })

  test('are the same for the list and for the editor', async () => {
    const listed = await listCurrentStatistics(database.db, [...bank.map(({ id }) => id), idOf(99)])
    expect(listed.size).toBe(bank.length)
    for (const { id } of bank) expect(await listVersionStatistics(database.db, id)).toEqual([listed.get(id)])
    expect((await statisticsOf(0)).statistics?.words['C']).toBe('C. Payment terms with a discount')
  })

  test('flag the wrong answer key and the option that no one chooses, for the list of questions to review', async () => {
    const graded = new Map(bank.map(({ id }) => [id, true]))
    await transact(database.db, (transaction) => countGraded(transaction, 'mb-800', graded))
    await flagQuestions(database.db)
    const filter = { examId: 'mb-800', search: '', sort: 'oldest', page: 1, statistics: 'flagged' } as const
    const { questions } = await findQuestions(database.db, filter)
    expect(questions.map(({ id }) => id)).toEqual([idOf(0), idOf(1)])
    expect((await statisticsOf(0)).statistics?.flags).toMatchObject([{ kind: 'negativeDiscrimination' }, { kind: 'distractorAboveKey' }])
    expect((await statisticsOf(1)).statistics?.flags).toEqual([{ kind: 'unusedDistractor', entries: ['D'] }])
  })

  test('stay the same when all attempts of members are counted again', async () => {
    const before = await listCurrentStatistics(
      database.db,
      bank.map(({ id }) => id),
    )
    const members = attempts.filter(({ isGuest }) => !isGuest)
    const read = async (after: string | null) => members.filter(({ id }) => after === null || id > after).slice(0, 100)
    while (!(await transact(database.db, (transaction) => recountStep(transaction, read))));
    const recounted = await listCurrentStatistics(
      database.db,
      bank.map(({ id }) => id),
    )
    expect(recounted).toEqual(before)
  })
})

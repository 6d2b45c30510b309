import { describe, expect, test } from 'vitest'
import { dayMs } from '#exam/duration.ts'
import { findCertification } from '#server/catalogue/certifications.ts'
import { saveExamDate, saveExamOutcome } from '#server/exam-dates/index.ts'
import { listReportedResults, minReportedResults, readReadiness } from '#server/readiness/index.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'

const now = new Date('2026-11-23T12:00:00Z')
const areas = ['Set up Business Central', 'Configure financials']
const uuid = (number: number) => `01a20000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const bank = Array.from({ length: 80 }, (_, i) => aQuestion({ id: uuid(100 + i), skillArea: areas[i % 2] ?? '' }))

const database = prepareDatabase({ questions: bank, members: ['camille', 'noor'], now })

let attempts = 0
type Answers = { first?: number; count: number; isCorrect: (i: number) => boolean; daysAgo?: number; userId?: string }

/** Stores the final answers of a finished attempt. */
async function answer({ first = 0, count, isCorrect, daysAgo = 1, userId = 'camille' }: Answers): Promise<void> {
  const id = uuid(0x10000 + ++attempts)
  const at = new Date(now.getTime() - daysAgo * dayMs)
  await database.db
    .insertInto('attempts')
    .values({
      id,
      user_id: userId,
      secret_hash: null,
      certification_id: 'mb-800',
      question_set: 'all',
      questions: JSON.stringify([]),
      next: 1,
      state: JSON.stringify({}),
      started_at: at,
      changed_at: at,
      finished_at: at,
    })
    .execute()
  const rows = bank.slice(first, first + count).map((question, i) => ({
    attempt_id: id,
    question_id: question.id,
    user_id: userId,
    certification_id: 'mb-800',
    skill_area: question.skillArea,
    is_correct: isCorrect(i),
    finalized_at: at,
    answer: null,
    version: 1,
  }))
  await database.db.insertInto('final_answers').values(rows).execute()
}

async function readiness(at = now, userId = 'camille') {
  const entry = await findCertification(database.db, 'mb-800')
  if (!entry) throw new Error('The certification is missing')
  return readReadiness(database.db, userId, entry, at)
}

describe('the readiness of a member', () => {
  test('needs answers, and is not that of another member', async () => {
    await answer({ count: 40, isCorrect: () => true, userId: 'noor' })
    expect(await readiness()).toMatchObject({ state: 'not-enough', answers: 0 })
  })

  test('is estimated from the answers of the last 60 days', async () => {
    await answer({ count: 40, isCorrect: (i) => i % 10 < 7 })
    expect(await readiness()).toMatchObject({ state: 'estimated', answers: 40, relation: 'around' })
  })

  test('counts the first answer to a question', async () => {
    await answer({ count: 40, isCorrect: () => false, daysAgo: 9 })
    const before = await readiness()
    await answer({ count: 40, isCorrect: () => true, daysAgo: 2 })
    expect(await readiness()).toEqual(before)
  })

  test('does not know later answers', async () => {
    await answer({ count: 40, isCorrect: () => true, daysAgo: -3 })
    expect(await readiness()).toMatchObject({ state: 'not-enough', answers: 0 })
  })

  test('is out of date after 60 days', async () => {
    await answer({ count: 40, isCorrect: () => true, daysAgo: 61 })
    expect(await readiness()).toEqual({ state: 'out-of-date', answers: 0, lastAnsweredAt: now.getTime() - 61 * dayMs })
  })

  test('uses what all candidates answered for the difficulty', async () => {
    await answer({ count: 40, isCorrect: (i) => i % 10 < 7 })
    const before = await readiness()
    await database.db
      .insertInto('question_statistics')
      .values(bank.map(({ id }) => ({ question_id: id, answered: 100, correct: 95 })))
      .execute()
    expect(await readiness()).not.toEqual(before)
  })
})

describe('a reported exam', () => {
  const examOn = '2026-11-25'
  const later = new Date('2026-11-26T12:00:00Z')
  const listReports = () => database.db.selectFrom('reported_results').selectAll().execute()

  test('is stored with the readiness of its day', async () => {
    await answer({ count: 40, isCorrect: () => true })
    await saveExamDate(database.db, 'camille', { certification: 'mb-800', day: examOn }, now)
    const expected = await readiness(new Date('2026-11-25T00:00:00Z'))
    // Practice after the exam changes nothing.
    await answer({ first: 40, count: 40, isCorrect: () => false, daysAgo: -2.2 })
    await saveExamOutcome(database.db, 'camille', 'mb-800', 'passed', later)
    if (expected.state !== 'estimated') throw new Error('No estimate')
    const { range, passProbability } = expected
    expect(await listReports()).toMatchObject([
      { exam_on: examOn, has_passed: true, pass_probability: passProbability, low: range.low, high: range.high },
    ])
  })

  test('is replaced by a later report, and removed when the exam was not taken', async () => {
    await answer({ count: 40, isCorrect: () => true })
    await saveExamDate(database.db, 'camille', { certification: 'mb-800', day: examOn }, now)
    await saveExamOutcome(database.db, 'camille', 'mb-800', 'passed', later)
    await saveExamOutcome(database.db, 'camille', 'mb-800', 'not_yet', later)
    expect(await listReports()).toMatchObject([{ has_passed: false }])
    await saveExamOutcome(database.db, 'camille', 'mb-800', 'not_taken', later)
    expect(await listReports()).toEqual([])
  })

  test('without an estimate is not stored', async () => {
    await saveExamDate(database.db, 'camille', { certification: 'mb-800', day: examOn }, now)
    expect(await saveExamOutcome(database.db, 'camille', 'mb-800', 'passed', later)).toBe(true)
    expect(await listReports()).toEqual([])
  })
})

test('reported results are shown from 200 on', async () => {
  const report = (i: number) => ({
    user_id: 'noor',
    certification_id: 'mb-800',
    exam_on: new Date(Date.UTC(2020, 0, i)).toISOString().slice(0, 10),
    has_passed: i % 4 > 0,
    pass_probability: i % 2 === 0 ? 0.7 : 1,
    low: 60,
    high: 80,
    reported_at: now,
  })
  await database.db
    .insertInto('reported_results')
    .values(Array.from({ length: minReportedResults - 1 }, (_, i) => report(i)))
    .execute()
  expect(await listReportedResults(database.db)).toBeUndefined()
  await database.db
    .insertInto('reported_results')
    .values(report(minReportedResults - 1))
    .execute()
  const groups = await listReportedResults(database.db)
  expect(groups?.map(({ from, to, results }) => [from, to, results])).toEqual([
    [60, 80, 100],
    [80, 100, 100],
  ])
  expect(groups?.map(({ expected, passed }) => [Math.round(expected * 100), passed])).toEqual([
    [70, 0.5],
    [100, 1],
  ])
})

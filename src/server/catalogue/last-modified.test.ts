import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { deleteCertification } from '#server/bank/certification-editing.ts'
import { findCatalogChange, listCertificationChanges, newestDay } from '#server/catalogue/last-modified.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeQuestions, type QuestionsChange } from '#server/bank/question-changes.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
afterEach(() => database.empty())

const now = new Date('2026-11-24T12:00:00Z')
const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`
const checked = (...days: string[]) => ({
  sources: Object.fromEntries(
    days.map((checkedOn, i) => [['name', 'type', 'status'][i], { source: 'the study guide', checkedOn, isApproximate: false }]),
  ),
})
const changedOn = async () => (await listCertificationChanges(database.db, now))[0]?.changedOn

test('a certification changes on the latest day when a fact was checked', async () => {
  await saveCertification(database.db, aCertification(checked('2026-11-01', '2026-11-03', '2026-11-02')), 0)
  expect(await changedOn()).toBe('2026-11-03')
})

test('a certification changes when it is saved, or a published question is added or saved', async () => {
  const { db } = database
  await saveCertification(db, aCertification(checked('2026-11-01')), 0)
  await saveQuestions(db, [aQuestion({ id: idOf(1), createdAt: '2026-11-05T08:00:00Z' })])
  expect(await changedOn()).toBe('2026-11-05')
  await saveQuestions(db, [aQuestion({ id: idOf(2), createdAt: '2026-11-02T08:00:00Z' })], {
    by: null,
    at: new Date('2026-11-07T08:00:00Z'),
  })
  expect(await changedOn()).toBe('2026-11-07')
  await saveCertification(db, aCertification(checked('2026-11-01')), 0, { by: null, at: new Date('2026-11-09T23:59:00Z') })
  expect(await changedOn()).toBe('2026-11-09')
})

test('drafts, questions of other certifications and future days are ignored; the day can be unknown', async () => {
  const { db } = database
  await saveCertification(db, aCertification(checked('2027-01-01')), 0)
  await saveCertification(db, aCertification({ id: 'pl-900', ...checked('2026-11-10') }), 1)
  await saveQuestions(db, [
    aQuestion({ id: idOf(1), state: 'draft' }),
    aQuestion({ id: idOf(2), createdAt: '2030-01-01T08:00:00Z' }),
    aQuestion({ id: idOf(3), examId: 'pl-900', createdAt: '2026-11-11T08:00:00Z' }),
  ])
  expect(await listCertificationChanges(db, now)).toEqual([
    { id: 'mb-800', changedOn: undefined },
    { id: 'pl-900', changedOn: '2026-11-11' },
  ])
})

describe('a bank that loses questions', () => {
  const change = (ids: string[], type: Exclude<QuestionsChange['type'], 'move'>, day: string) =>
    changeQuestions(database.db, null, ids, { type }, new Date(`${day}T08:00:00Z`))

  beforeEach(async () => {
    await saveCertification(database.db, aCertification(checked('2026-11-01')), 0)
    await saveCertification(database.db, aCertification({ id: 'pl-900', ...checked('2026-11-01') }), 1)
    await saveQuestions(database.db, [
      aQuestion({ id: idOf(1), createdAt: '2026-11-05T08:00:00Z' }),
      aQuestion({ id: idOf(2), createdAt: '2026-11-15T08:00:00Z' }),
      aQuestion({ id: idOf(3), state: 'draft', createdAt: '2026-11-16T08:00:00Z' }),
    ])
  })

  // The day must not disappear with the last published question.
  test.each(['withdraw', 'delete'] as const)('changes on a published question to %s', async (type) => {
    expect(await changedOn()).toBe('2026-11-15')
    await change([idOf(2)], type, '2026-11-20')
    expect(await changedOn()).toBe('2026-11-20')
    await change([idOf(1)], type, '2026-11-21')
    expect(await listCertificationChanges(database.db, now)).toEqual([
      { id: 'mb-800', changedOn: '2026-11-21' },
      { id: 'pl-900', changedOn: '2026-11-01' },
    ])
  })

  test('does not change when a never published draft is deleted', async () => {
    await changeQuestion(database.db, null, idOf(3), { difficulty: 3 }, undefined, new Date('2026-11-19T08:00:00Z'))
    await change([idOf(3)], 'delete', '2026-11-20')
    expect(await changedOn()).toBe('2026-11-15')
  })

  test('never gets an earlier day', async () => {
    await change([idOf(3)], 'publish', '2026-11-18')
    await change([idOf(3)], 'withdraw', '2026-11-19')
    expect(await changedOn()).toBe('2026-11-19')
    await change([idOf(3)], 'delete', '2026-11-20')
    expect(await changedOn()).toBe('2026-11-20')
  })
})

test('the catalog changes with one of its certifications, or when one is deleted', async () => {
  const { db } = database
  await saveCertification(db, aCertification(checked('2026-11-05')), 0)
  await saveCertification(db, aCertification({ id: 'pl-900', ...checked('2026-11-10') }), 1)
  const findChange = async () => findCatalogChange(db, await listCertificationChanges(db, now), now)
  expect(await findChange()).toBe('2026-11-10')
  await deleteCertification(db, null, 'pl-900', new Date('2026-11-20T08:00:00Z'))
  expect([await changedOn(), await findChange()]).toEqual(['2026-11-05', '2026-11-20'])
})

test('the newest of no days is undefined', () => {
  expect(newestDay([], now)).toBeUndefined()
  expect(newestDay([undefined, '2026-11-24', '2026-11-25'], now)).toBe('2026-11-24')
})

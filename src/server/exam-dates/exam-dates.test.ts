import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultSettings } from '#exam/planning/settings.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import {
  findPreparation,
  listExamDates,
  removeExamDate,
  saveExamDate,
  saveExamOutcome,
  savePreparation,
} from '#server/exam-dates/exam-dates.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { aCertification } from '#tests/factories.ts'
import { addMembers, openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const now = new Date('2026-11-22T12:00:00Z')

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  for (const [position, id] of ['mb-800', 'mb-230', 'pl-900'].entries())
    await saveCertification(database.db, aCertification({ id, name: `Exam ${id}` }), position)
  await saveCertification(database.db, aCertification({ id: 'mb-200', status: 'retired' }), 3)
  await addMembers(database.db, ['camille', 'noor'], now)
})
afterEach(() => database.empty())

const save = (certification: string, day: string, at = now, userId = 'camille') =>
  saveExamDate(database.db, userId, { certification, day }, at)
const list = async (at = now, userId = 'camille') =>
  (await listExamDates(database.db, userId, at)).map(({ certificationId, daysLeft }) => [certificationId, daysLeft])

describe('exam dates', () => {
  test('are one per certification, the next one first', async () => {
    for (const [id, day] of [
      ['mb-800', '2026-12-15'],
      ['mb-230', '2026-11-22'],
      ['pl-900', '2026-12-01'],
      ['pl-900', '2027-01-10'],
    ] as const)
      expect(await save(id, day)).toBeUndefined()
    expect(await list()).toEqual([
      ['mb-230', 0],
      ['mb-800', 23],
      ['pl-900', 49],
    ])
    expect((await listExamDates(database.db, 'camille', now))[1]).toEqual({
      certificationId: 'mb-800',
      name: 'Exam mb-800',
      day: '2026-12-15',
      daysLeft: 23,
      outcome: null,
    })
  })

  test('of a passed exam leave the preparation for another one', async () => {
    await save('mb-800', '2026-11-25')
    await savePreparation(database.db, 'camille', 'mb-230')
    const later = new Date('2026-12-01T12:00:00Z')
    expect(await saveExamOutcome(database.db, 'camille', 'mb-800', 'passed', later)).toBe(true)
    expect(await findPreparation(database.db, 'camille')).toBe('mb-230')
  })

  test('that are over come last', async () => {
    await save('mb-800', '2026-11-25')
    await save('mb-230', '2026-12-15')
    expect(await list(new Date('2026-12-01T12:00:00Z'))).toEqual([
      ['mb-230', 14],
      ['mb-800', -6],
    ])
  })

  test('count days in the member’s time zone', async () => {
    await saveSettings(database.db, 'camille', { ...defaultSettings, timeZone: 'Pacific/Auckland' }, now)
    const evening = new Date('2026-11-22T12:30:00Z')
    expect(await save('mb-800', '2026-11-22', evening)).toEqual({ day: 'DATE_PAST' })
    expect(await save('mb-800', '2026-11-23', evening)).toBeUndefined()
    expect(await list(evening)).toEqual([['mb-800', 0]])
  })

  test.each([
    ['mb-800', '2026-11-21', { day: 'DATE_PAST' }],
    ['mb-800', '2036-11-21', { day: 'DATE_FAR' }],
    ['mb-800', '2026-02-30', { day: 'DATE_UNREADABLE' }],
    ['mb-800', '', { day: 'DATE_UNREADABLE' }],
    ['mb-200', '2026-12-15', { certification: 'EXAM_RETIRED' }],
    ['mb-999', 'soon', { certification: 'EXAM_UNKNOWN', day: 'DATE_UNREADABLE' }],
    ["'; drop table users", '2026-12-15', { certification: 'EXAM_UNKNOWN' }],
  ])('refuse %s on %j', async (certification, day, problems) => {
    expect(await save(certification, day)).toEqual(problems)
    expect(await list()).toEqual([])
  })

  test('are removed for the member only', async () => {
    await save('mb-800', '2026-12-15')
    await save('mb-800', '2026-12-16', now, 'noor')
    await removeExamDate(database.db, 'camille', 'mb-800', now)
    expect(await list()).toEqual([])
    expect(await list(now, 'noor')).toEqual([['mb-800', 24]])
  })
})

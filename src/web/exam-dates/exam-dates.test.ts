import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#exam/planning/local-day.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { findPreparation, listExamDates } from '#server/exam-dates/exam-dates.ts'
import { listRenewalDates } from '#server/exam-dates/renewal-dates.ts'
import { action as changeDates, loader as showDates } from '#web/exam-dates/exam-dates.tsx'
import { action as changeOne, loader as giveDates } from '#web/exam-dates/api/exam-dates.ts'
import { aCertification } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askPage } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let cast: Awaited<ReturnType<typeof openCast>>
let id = ''

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  cast = await openCast(services)
  id = (await cast.camille.viewer())?.id ?? ''
  await saveCertification(services.db, aCertification(), 0)
  await saveCertification(services.db, aCertification({ id: 'mb-200', status: 'retired' }), 1)
})
afterEach(() => services.empty())

const ask = (visitor: Visitor, handler: unknown, address: string, fields?: [string, string][]) =>
  askPage(services, visitor, handler, address, fields)

describe('renewal dates on the page of exam dates', () => {
  const change = (fields: [string, string][]) => ask(cast.camille, changeDates, '/profile/exam-dates', fields)
  const today = new Date().toISOString().slice(0, 10)
  const save = (renewal: string, endsOn: string, reminds = 'yes') =>
    change([
      ['form', 'renewal'],
      ['renewal', renewal],
      ['endsOn', endsOn],
      ['reminds', reminds],
    ])

  test('are saved, shown, and removed', async () => {
    const day = addDays(today, 200)
    expect((await save('mb-800', day)).location).toBe('/profile/exam-dates?done=renewal-date-saved')
    expect(await ask(cast.camille, showDates, '/profile/exam-dates?renewal=mb-800')).toMatchObject({
      data: {
        renewal: 'mb-800',
        renewable: [{ id: 'mb-800' }],
        renewals: [{ certificationId: 'mb-800', day, daysLeft: 200, reminds: true }],
        dates: [],
      },
    })
    await save('mb-800', addDays(today, 20), '')
    expect(await listRenewalDates(services.db, id, new Date())).toMatchObject([{ daysLeft: 20, reminds: false }])
    expect((await change([['removeRenewal', 'mb-800']])).location).toBe('/profile/exam-dates?done=renewal-date-removed')
    expect(await listRenewalDates(services.db, id, new Date())).toEqual([])
  })

  test.each([
    ['mb-200', 30, { certification: 'NOT_RENEWABLE' }],
    ['mb-910', 30, { certification: 'NEVER_EXPIRES' }],
    ['mb-999', 30, { certification: 'EXAM_UNKNOWN' }],
    ['mb-800', -1, { day: 'DATE_PAST' }],
    ['mb-800', 800, { day: 'DATE_FAR' }],
  ])('of %s in %i days are refused', async (certification, days, problems) => {
    await saveCertification(services.db, aCertification({ id: 'mb-910', type: 'Fundamentals' }), 2)
    expect(await save(certification, addDays(today, days))).toMatchObject({ status: 400, data: { renewal: { problems } } })
    expect(await listRenewalDates(services.db, id, new Date())).toEqual([])
  })

  test('that are not a day are refused', async () => {
    expect(await save('mb-800', '2027-02-30')).toMatchObject({ data: { renewal: { problems: { day: 'DATE_UNREADABLE' } } } })
  })
})

describe('the page of exam dates', () => {
  const change = (fields: [string, string][]) => ask(cast.camille, changeDates, '/profile/exam-dates', fields)
  const today = new Date().toISOString().slice(0, 10)

  test('are set, shown and removed', async () => {
    const day = addDays(today, 23)
    const set: [string, string][] = [
      ['certification', 'mb-800'],
      ['day', day],
    ]
    expect((await change(set)).location).toBe('/profile/exam-dates?done=exam-date-saved')
    expect(await ask(cast.camille, showDates, '/profile/exam-dates?exam=mb-800')).toMatchObject({
      data: { exam: 'mb-800', today, exams: [{ id: 'mb-800' }], dates: [{ certificationId: 'mb-800', day, daysLeft: 23 }] },
    })
    expect((await change([['remove', 'mb-800']])).location).toBe('/profile/exam-dates?done=exam-date-removed')
    expect(await listExamDates(services.db, id, new Date())).toEqual([])
  })

  test('in the past return an error for the field', async () => {
    const set: [string, string][] = [
      ['certification', 'mb-200'],
      ['day', addDays(today, -1)],
    ]
    expect(await change(set)).toMatchObject({
      status: 400,
      data: { values: { certification: 'mb-200' }, problems: { certification: 'EXAM_RETIRED', day: 'DATE_PAST' } },
    })
  })
})

describe('the API of exam dates', () => {
  const change = (fields: [string, string][], visitor = cast.camille) => ask(visitor, changeOne, '/api/exam-dates', fields)
  const today = new Date().toISOString().slice(0, 10)
  const setPastDate = async () => {
    await services.db
      .insertInto('exam_dates')
      .values({ user_id: id, certification_id: 'mb-800', exam_on: addDays(today, -2) })
      .execute()
  }

  test('sets and removes a date', async () => {
    const day = addDays(today, 24)
    expect(
      await change([
        ['certification', 'mb-800'],
        ['day', day],
      ]),
    ).toMatchObject({
      status: 200,
      data: { today, dates: [{ certificationId: 'mb-800', day, daysLeft: 24, outcome: null }] },
    })
    expect(await ask(cast.camille, giveDates, '/api/exam-dates')).toMatchObject({ data: { dates: [{ day }] } })
    expect(await ask(cast.ada, giveDates, '/api/exam-dates')).toMatchObject({ data: { dates: [] } })
    expect(await change([['remove', 'mb-800']])).toMatchObject({ data: { dates: [] } })
  })

  test('returns the problems of a date', async () => {
    expect(
      await change([
        ['certification', 'mb-800'],
        ['day', addDays(today, -1)],
      ]),
    ).toMatchObject({
      status: 422,
      data: { refusals: [{ field: 'day', reason: 'DATE_PAST' }] },
    })
    expect(
      await change([
        ['certification', 'mb-200'],
        ['isUnsure', 'yes'],
      ]),
    ).toMatchObject({
      data: { refusals: [{ field: 'certification', reason: 'EXAM_RETIRED' }] },
    })
    expect((await change([['remove', 'mb-800']], cast.guest)).status).toBe(401)
    expect((await ask(cast.guest, giveDates, '/api/exam-dates')).status).toBe(401)
  })

  test('saves how an exam went, and a new date asks again', async () => {
    await setPastDate()
    expect(
      await change([
        ['certification', 'mb-800'],
        ['outcome', 'not_yet'],
      ]),
    ).toMatchObject({ data: { dates: [{ outcome: 'not_yet' }] } })
    expect(await findPreparation(services.db, id)).toBe('mb-800')
    expect(
      await change([
        ['certification', 'mb-800'],
        ['outcome', 'passed'],
      ]),
    ).toMatchObject({ data: { dates: [{ outcome: 'passed' }] } })
    expect(await findPreparation(services.db, id)).toBeNull()
    expect(
      await change([
        ['certification', 'mb-800'],
        ['day', addDays(today, 3)],
      ]),
    ).toMatchObject({ data: { dates: [{ outcome: null }] } })
    // The exam is not over.
    expect(
      (
        await change([
          ['certification', 'mb-800'],
          ['outcome', 'passed'],
        ])
      ).status,
    ).toBe(422)
    expect(
      (
        await change([
          ['certification', 'mb-800'],
          ['outcome', 'nonsense'],
        ])
      ).status,
    ).toBe(422)
  })
})

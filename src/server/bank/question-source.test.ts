import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listOutlineDates, sourceOf } from '#server/bank/question-source.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

const { reference, grounding } = aQuestion()
const page = { title: 'Payment terms', page_date: '2026-01-12', checked_on: '2026-11-20' }

describe('the source of a question', () => {
  test('has the page from its grounding, with its dates', () => {
    expect(sourceOf({ version: 3, reference, grounding: grounding && { ...grounding, ...page } }, '2026-06-30')).toEqual({
      version: 3,
      pageTitle: 'Payment terms',
      pageDate: '2026-01-12',
      checkedOn: '2026-11-20',
      outlineOf: '2026-06-30',
    })
  })

  test('leaves out what is not known', () => {
    expect(sourceOf({ version: 1, reference, grounding }, undefined)).toEqual({ version: 1 })
    expect(sourceOf({ version: 1, reference, grounding: null }, undefined)).toEqual({ version: 1 })
  })

  test('ignores a grounding on a different page than the reference', () => {
    const moved = { version: 2, reference: `${reference}-2`, grounding: grounding && { ...grounding, ...page } }
    expect(sourceOf(moved, undefined)).toEqual({ version: 2 })
  })
})

describe('the outline dates', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  afterEach(() => database.empty())

  test('contain only dates that were verified', async () => {
    const source = { source: 'A list', checkedOn: '2026-11-20', isApproximate: true }
    await saveCertification(database.db, aCertification(), 0)
    await saveCertification(database.db, aCertification({ id: 'mb-230', sources: { outlineOf: source } }), 1)
    await saveCertification(database.db, aCertification({ id: 'mb-910', outlineOf: null }), 2)
    expect(await listOutlineDates(database.db, ['mb-800', 'mb-230', 'mb-910'])).toEqual(new Map([['mb-800', '2026-06-30']]))
    expect(await listOutlineDates(database.db, [])).toEqual(new Map())
  })
})

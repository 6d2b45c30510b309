import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listOutlineFacts, sourceOf } from '#server/bank/question-source.ts'
import type { FreshnessFacts } from '#server/freshness/index.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveOutline } from '#server/catalogue/outlines.ts'
import { aCertification, anOutline, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

const { reference, grounding } = aQuestion()
const page = { title: 'Payment terms', page_date: '2026-01-12', checked_on: '2026-11-20' }

describe('the source of a question', () => {
  test('has the page from its grounding, with its dates', () => {
    const outline = { outlineOf: '2026-06-30', objectives: new Map([['payment-terms', 'Set up payment terms']]) }
    expect(
      sourceOf({ version: 3, reference, grounding: grounding && { ...grounding, ...page }, objective: 'payment-terms' }, outline),
    ).toEqual({
      version: 3,
      pageTitle: 'Payment terms',
      pageDate: '2026-01-12',
      checkedOn: '2026-11-20',
      outlineOf: '2026-06-30',
      objective: 'Set up payment terms',
    })
  })

  test('has the second page if it has a public address', () => {
    const second = { repository: 'MicrosoftDocs/powerapps-docs', path: 'powerapps-docs/maker/terms.md', commit: 'c', lines: '1-9' }
    const secondPageOf = (values: object) =>
      grounding &&
      sourceOf({ version: 1, reference, grounding: { ...grounding, second_source: { ...second, ...values } }, objective: null }, undefined)
        .secondPage
    expect(secondPageOf({ title: 'Terms', page_date: '2026-05-01' })).toEqual({
      address: 'https://learn.microsoft.com/en-us/power-apps/maker/terms',
      title: 'Terms',
      date: '2026-05-01',
    })
    expect(secondPageOf({ repository: 'Contoso/docs' })).toBeUndefined()
  })

  test('has the page of a course as second page', () => {
    const course = { repository: 'microsoft/agent-academy', path: 'docs/topics.md', commit: 'c', lines: '1-9', checked_on: '2026-11-23' }
    expect(sourceOf({ version: 1, reference, grounding: course, objective: null }, undefined)).toEqual({
      version: 1,
      checkedOn: '2026-11-23',
      secondPage: { address: 'https://github.com/microsoft/agent-academy/blob/c/docs/topics.md' },
    })
  })

  test('leaves out what is not known', () => {
    expect(sourceOf({ version: 1, reference, grounding, objective: 'gone' }, undefined)).toEqual({ version: 1 })
    expect(sourceOf({ version: 1, reference, grounding: null, objective: null }, undefined)).toEqual({ version: 1 })
  })

  test('ignores a grounding on a different page than the reference', () => {
    const moved = { version: 2, reference: `${reference}-2`, grounding: grounding && { ...grounding, ...page }, objective: null }
    expect(sourceOf(moved, undefined)).toEqual({ version: 2 })
  })
})

describe('the freshness in the source of a question', () => {
  const dated = grounding && { ...grounding, ...page }
  const sourceWith = (facts: Partial<FreshnessFacts>, values: { reference?: string; version?: number } = {}) => {
    const question = { version: 3, reference, grounding: dated, objective: null, ...values }
    return sourceOf(question, undefined, { version: 3, reason: null, checkedOn: null, ...facts })
  }

  test('has the later day on which a person checked it', () => {
    expect(sourceWith({ checkedOn: '2026-11-24' }).checkedOn).toBe('2026-11-24')
    expect(sourceWith({}).checkedOn).toBe(page.checked_on)
    expect(sourceWith({}).concern).toBeUndefined()
  })

  test('says why the question must be checked again, for its current version', () => {
    expect(sourceWith({ reason: 'page-changed' }).concern).toBe('page-changed')
    expect(sourceWith({ reason: 'page-changed' }, { version: 2 }).concern).toBeUndefined()
  })

  test('does not judge a page that the question does not refer to', () => {
    const reference = 'https://learn.microsoft.com/en-us/another'
    expect(sourceWith({ reason: 'page-deleted' }, { reference }).concern).toBeUndefined()
    for (const reason of ['objective-removed', 'objective-reworded'] as const)
      expect(sourceWith({ reason }, { reference }).concern).toBe(reason)
  })
})

describe('the outlines of exams', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  afterEach(() => database.empty())

  test('have only dates that were verified, and the texts of their objectives', async () => {
    const source = { source: 'A list', checkedOn: '2026-11-20', isApproximate: true }
    await saveCertification(database.db, aCertification(), 0)
    await saveCertification(database.db, aCertification({ id: 'mb-230', sources: { outlineOf: source } }), 1)
    await saveCertification(database.db, aCertification({ id: 'mb-910', outlineOf: null }), 2)
    await saveOutline(database.db, anOutline())
    const objectives = new Map([['payment-terms', 'Set up payment terms']])
    expect(await listOutlineFacts(database.db, ['mb-800', 'mb-230', 'mb-910'])).toEqual(
      new Map<string, object>([
        ['mb-800', { outlineOf: '2026-06-30', objectives }],
        ['mb-230', { objectives: new Map() }],
        ['mb-910', { objectives: new Map() }],
      ]),
    )
    expect(await listOutlineFacts(database.db, [])).toEqual(new Map())
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCaseStudy, changeCaseStudy, findStoredCaseStudy, listCaseStudyEntries, deleteCaseStudy } from '#server/bank/case-studies.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { listAdministratorOwnedIds } from '#server/bank/owned-rows.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

const now = new Date('2026-11-21T08:00:00Z')
const fabrikam = { id: 'fabrikam', title: 'Fabrikam Retail', content: '<p>Fabrikam sells shoes.</p>' }
let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.empty()
  await database.db.deleteFrom('removals').execute()
  await database.db.deleteFrom('image_uses').execute()
  await saveCertification(database.db, aCertification(), 0)
  await saveCaseStudy(database.db, fabrikam)
})

const add = (item: unknown) => addCaseStudy(database.db, null, item, now)
const change = (changes: unknown, version?: number) => changeCaseStudy(database.db, null, 'fabrikam', changes, version, now)
const use = (count: number, state: 'published' | 'draft' = 'published') =>
  saveQuestions(
    database.db,
    Array.from({ length: count }, (_, i) =>
      aQuestion({ id: crypto.randomUUID(), caseStudyId: 'fabrikam', text: `<p>Question &amp; <b>${i}</b></p>`, state }),
    ),
  )

describe('the list of case studies', () => {
  test('has the number of questions, drafts included, and their certifications', async () => {
    await use(2)
    await use(1, 'draft')
    expect(await listCaseStudyEntries(database.db, { search: '', page: 1 })).toEqual({
      caseStudies: [{ id: 'fabrikam', title: 'Fabrikam Retail', questionCount: 3, certificationIds: ['mb-800'], updatedAt: null }],
      total: 1,
      page: 1,
      pages: 1,
    })
  })

  test.each([
    [' fabri', 1],
    ['RETAIL', 1],
    ['%', 0],
    ['_', 0],
    ['shoes', 0],
  ])('finds %j in %i titles', async (search, total) => {
    expect(await listCaseStudyEntries(database.db, { search, page: 1 })).toMatchObject({ total })
  })

  test('has pages and shows the last one for a later number', async () => {
    for (let i = 0; i < 30; i++) await saveCaseStudy(database.db, { id: `c${i}`, title: `C ${String(i).padStart(2, '0')}`, content: '' })
    const { caseStudies, ...rest } = await listCaseStudyEntries(database.db, { search: '', page: 9 })
    expect([caseStudies.length, rest]).toEqual([6, { total: 31, page: 2, pages: 2 }])
  })
})

test.each([0, -3, Number.NaN])('page %s of the list of case studies is the first', async (page) => {
  expect(await listCaseStudyEntries(database.db, { search: '', page })).toMatchObject({ page: 1, total: 1 })
})

describe('adding a case study', () => {
  test('derives the id from the title and adds a suffix to a used id', async () => {
    const first = await add({ title: 'Été à Québec: partie 1', content: '<p>Text</p>' })
    expect(first).toMatchObject({ ok: true, record: { id: 'ete-a-quebec-partie-1', version: 1, updated_at: now.toISOString() } })
    const second = await add({ title: 'Été à Québec: partie 1', content: '<p>Text</p>' })
    expect(second).toMatchObject({ ok: true, record: { id: expect.stringMatching(/^ete-a-quebec-partie-1-[\da-f]{8}$/) } })
    expect(await add({ title: '日本', content: '<p>Text</p>' })).toMatchObject({
      ok: true,
      record: { id: expect.stringMatching(/^[\da-f-]{36}$/) },
    })
  })

  test.each([
    ['nothing', undefined],
    ['no object', 'text'],
    ['no title', { content: '<p>Text</p>' }],
    ['no text', { title: 'Title' }],
    ['a script', { title: 'Title', content: '<p>Text<script>alert(1)</script></p>' }],
    ['a zero byte', { title: 'Ti\0tle', content: '<p>Text</p>' }],
    ['numbers', { title: 1, content: 2 }],
  ])('refuses %s and writes nothing', async (_, item) => {
    expect(await add(item)).toMatchObject({
      ok: false,
      refusal: 'CASE_STUDY_REFUSED',
      refusals: expect.arrayContaining([{ field: expect.any(String), reason: expect.any(String) }]),
    })
    expect((await listCaseStudyEntries(database.db, { search: '', page: 1 })).total).toBe(1)
  })
})

describe('changing a case study', () => {
  test('creates no version when nothing changes', async () => {
    const before = await readContentVersion(database.db)
    for (const changes of [{}, { title: fabrikam.title }, fabrikam])
      expect(await change(changes, 1)).toMatchObject({ ok: true, record: { version: 1, updated_at: null } })
    expect([await readContentVersion(database.db), await database.db.selectFrom('audit_log').select('id').execute()]).toEqual([before, []])
  })

  test('increments the version, records who saved, and bumps the content version', async () => {
    const before = await readContentVersion(database.db)
    expect(await change({ title: 'Fabrikam' }, 1)).toMatchObject({
      ok: true,
      record: { title: 'Fabrikam', content: fabrikam.content, version: 2 },
    })
    expect(await readContentVersion(database.db)).toBe(before + 1)
    expect(await database.db.selectFrom('audit_log').select(['action', 'subject_id', 'actor_id']).execute()).toEqual([
      { action: 'case-study-changed', subject_id: 'fabrikam', actor_id: null },
    ])
    expect(await listAdministratorOwnedIds(database.db, 'case_study', ['fabrikam', 'other'])).toEqual(new Set(['fabrikam']))
  })

  test('refuses an outdated version and returns the current one', async () => {
    await change({ title: 'Fabrikam' }, 1)
    expect(await change({ title: 'Mine' }, 1)).toMatchObject({
      ok: false,
      refusal: 'CASE_STUDY_CHANGED',
      current: { title: 'Fabrikam', version: 2 },
    })
    expect(await change({ title: 'Mine' }, 2)).toMatchObject({ ok: true })
  })

  test('refuses an unknown id', async () => {
    const outcome = await changeCaseStudy(database.db, null, 'nothing', { title: 'Mine' }, undefined, now)
    expect(outcome).toEqual({ ok: false, refusal: 'UNKNOWN_CASE_STUDY' })
  })

  test('is refused to users who are not administrators', async () => {
    expect(await changeCaseStudy(database.db, 'unknown', 'fabrikam', { title: 'Mine' }, undefined, now)).toEqual({
      ok: false,
      refusal: 'NOT_AN_ADMINISTRATOR',
    })
    expect(await findStoredCaseStudy(database.db, 'fabrikam')).toMatchObject(fabrikam)
  })
})

describe('deleting a case study', () => {
  test('is recorded, so that content files do not restore it', async () => {
    expect(await deleteCaseStudy(database.db, null, 'fabrikam', now)).toEqual({ ok: true })
    expect(await findStoredCaseStudy(database.db, 'fabrikam')).toBeUndefined()
    expect(await listAdministratorOwnedIds(database.db, 'case_study', ['fabrikam', 'other'])).toEqual(new Set(['fabrikam']))
  })

  test('is refused while questions use it, with the first twenty and the total', async () => {
    await use(22, 'draft')
    const outcome = await deleteCaseStudy(database.db, null, 'fabrikam', now)
    expect(outcome).toMatchObject({ ok: false, refusal: 'CASE_STUDY_USED', uses: { total: 22 } })
    const { questions } = (outcome as { uses: { questions: unknown[] } }).uses
    expect(questions).toHaveLength(20)
    expect(questions[0]).toEqual({ id: expect.any(String), exam_id: 'mb-800', words: expect.stringMatching(/^Question & \d+$/) })
    expect(await findStoredCaseStudy(database.db, 'fabrikam')).toBeDefined()
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCertificationRow, saveCertification } from '#server/catalogue/certifications.ts'
import { listOutlines, saveOutline } from '#server/catalogue/outlines.ts'
import { addCertification, changeCertification, deleteCertification } from '#server/bank/certification-editing.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import type { RecordRefusal } from '#server/bank/versioned-record.ts'
import { listAdministratorOwnedIds } from '#server/bank/owned-rows.ts'
import { aCertification, anOutline, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

const now = new Date('2026-11-21T08:00:00Z')
const [one, two, three] = ['Set up', 'Configure', 'Operate'].map((name) => ({
  name,
  weightMin: 20,
  weightMax: 30,
  skills: ['First', 'Second'],
}))
const skillAreas = [one, two, three].filter((area) => area !== undefined)
let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.empty()
  await database.db.deleteFrom('removals').execute()
  await database.db.deleteFrom('question_versions').execute()
  await saveCertification(database.db, aCertification({ skillAreas }), 4)
})

const item = {
  id: 'mb-300',
  name: 'Finance and operations',
  description: 'Set it up.',
  family: 'ERP',
  type: 'Expert',
  status: 'active',
  price_usd: 165,
  skill_areas: [{ name: 'Area', weight_min: 10, weight_max: 12.5, skills: ['Skill'] }],
  sources: { name: { source: 'the vendor', checkedOn: '2026-11-20', isApproximate: true } },
}
const add = (values: Record<string, unknown> = {}) => addCertification(database.db, null, { ...item, ...values }, now)
const change = (changes: unknown, version?: number) => changeCertification(database.db, null, 'mb-800', changes, version, now)
const remove = () => deleteCertification(database.db, null, 'mb-800', now)
const area = (name: string, was?: string, skills = ['First', 'Second']) => ({ name, was, weight_min: 20, weight_max: 30, skills })

describe('adding a certification', () => {
  test('stores every fact and appends the certification to the others', async () => {
    expect(await add()).toMatchObject({
      ok: true,
      record: {
        id: 'mb-300',
        price_usd: 165,
        retired_on: null,
        position: 5,
        version: 1,
        skill_areas: [{ name: 'Area', weight_max: 12.5 }],
      },
    })
    expect(await listAdministratorOwnedIds(database.db, 'certification', ['mb-300', 'mb-800'])).toEqual(new Set(['mb-300']))
  })

  test('is refused for an existing id', async () => {
    expect(await add({ id: 'mb-800' })).toEqual({ ok: false, refusal: 'CERTIFICATION_EXISTS' })
  })

  test.each([
    [{ id: 'MB-300' }, 'id'],
    [{ id: '../x' }, 'id'],
    [{ id: undefined }, 'id'],
    [{ name: ' ' }, 'name'],
    [{ name: 'a\0b' }, 'name'],
    [{ name: 'a\ud800b' }, 'name'],
    [{ study_guide_url: 'https://learn.microsoft.com/\ud800' }, 'study_guide_url'],
    [{ study_guide_url: 'https://learn.microsoft.com/\0' }, 'study_guide_url'],
    [{ skill_areas: [area('A', undefined, ['\ud800'])] }, 'skill_areas.0.skills.0'],
    [{ family: 'Office' }, 'family'],
    [{ type: ['Expert'] }, 'type'],
    [{ status: 'gone' }, 'status'],
    [{ retired_on: '30 June' }, 'retired_on'],
    [{ retired_on: '2026-06-30' }, 'retired_on'],
    [{ duration_minutes: 'ninety' }, 'duration_minutes'],
    [{ price_usd: -1 }, 'price_usd'],
    [{ pass_score: 1e9 }, 'pass_score'],
    [{ study_guide_url: 'javascript:alert(1)' }, 'study_guide_url'],
    [{ successor_id: 'zz-000' }, 'successor_id'],
    [{ successor_id: 'mb-300' }, 'successor_id'],
    [{ skill_areas: undefined }, 'skill_areas'],
    [{ skill_areas: [] }, 'skill_areas'],
    [{ skill_areas: [null] }, 'skill_areas.0.name'],
    [{ skill_areas: [area('A', undefined, [])] }, 'skill_areas.0.skills'],
    [{ skill_areas: [{ ...area('A'), weight_min: 40 }] }, 'skill_areas.0.weight_min'],
    [{ skill_areas: [{ ...area('A'), weight_max: 140 }] }, 'skill_areas.0.weight_max'],
    [{ skill_areas: [area('A'), area('A')] }, 'skill_areas.1.name'],
    [{ sources: { name: { source: '', checkedOn: '2026-11-20', isApproximate: false } } }, 'sources.name.source'],
    [{ sources: { retiredOn: { source: 'x', checkedOn: 'today', isApproximate: false } } }, 'sources.retiredOn.checkedOn'],
  ])('refuses %j and names %s', async (values, field) => {
    const outcome = await add(values)
    expect(outcome).toMatchObject({ ok: false, refusal: 'CERTIFICATION_REFUSED' })
    expect((outcome as RecordRefusal).refusals?.map((refusal) => refusal.field)).toContain(field)
    expect(await findCertificationRow(database.db, 'mb-300')).toBeUndefined()
  })
})

describe('changing a certification', () => {
  test('keeps other fields, increments the version, and bumps the content version', async () => {
    const before = await readContentVersion(database.db)
    expect(await change({ status: 'retired', retired_on: '2026-06-30' }, 1)).toMatchObject({
      ok: true,
      record: { name: aCertification().name, status: 'retired', retired_on: '2026-06-30', position: 4, version: 2 },
    })
    expect(await readContentVersion(database.db)).toBe(before + 1)
  })

  test('creates no version when nothing changes', async () => {
    const before = await readContentVersion(database.db)
    for (const changes of [{}, { name: aCertification().name }, { skill_areas: skillAreas.map(({ name }) => area(name)) }])
      expect(await change(changes, 1)).toMatchObject({ ok: true, record: { version: 1, updated_at: null } })
    expect(await readContentVersion(database.db)).toBe(before)
  })

  test('refuses an outdated version and returns the current one', async () => {
    await change({ name: 'Theirs' }, 1)
    expect(await change({ name: 'Mine' }, 1)).toMatchObject({
      ok: false,
      refusal: 'CERTIFICATION_CHANGED',
      current: { name: 'Theirs', version: 2 },
    })
  })

  test('is refused to users who are not administrators', async () => {
    const outcome = await changeCertification(database.db, 'unknown', 'mb-800', { name: 'Mine' }, undefined, now)
    expect(outcome).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
  })
})

describe('changing an outline', () => {
  const inFirst = aQuestion({ id: crypto.randomUUID(), skillArea: 'Set up', skill: 'First' })
  const inSecond = aQuestion({ id: crypto.randomUUID(), skillArea: 'Configure', skill: 'First', state: 'draft' })
  const areaOf = async (id: string) =>
    (await database.db.selectFrom('questions').select(['skill_area', 'version']).where('id', '=', id).executeTakeFirst()) ?? {}

  beforeEach(() => saveQuestions(database.db, [inFirst, inSecond]))

  test('renames the area of its questions, even when two areas swap names', async () => {
    const outcome = await change({ skill_areas: [area('Configure', 'Set up'), area('Set up', 'Configure'), area('Operate')] })
    expect(outcome).toMatchObject({
      ok: true,
      record: { skill_areas: [{ name: 'Configure' }, { name: 'Set up' }, { name: 'Operate' }] },
    })
    expect(await areaOf(inFirst.id)).toEqual({ skill_area: 'Configure', version: 2 })
    expect(await areaOf(inSecond.id)).toEqual({ skill_area: 'Set up', version: 2 })
    const kept = await database.db.selectFrom('question_versions').select(['question_id', 'version']).execute()
    expect(kept).toHaveLength(2)
  })

  test('renames the area of its objectives', async () => {
    const objectiveIn = (id: string, skillArea: string) => ({ id, skillArea, skill: 'First', text: id })
    const certificationId = 'mb-800'
    await saveOutline(
      database.db,
      anOutline({ certificationId, objectives: [objectiveIn('one', 'Set up'), objectiveIn('two', 'Configure')] }),
    )
    await change({ skill_areas: [area('Preparation', 'Set up'), area('Configure'), area('Operate')] })
    const outline = (await listOutlines(database.db, [certificationId])).get(certificationId)
    expect(outline?.objectives.map(({ skillArea }) => skillArea)).toEqual(['Preparation', 'Configure'])
  })

  test('does not change questions when areas only change their order', async () => {
    expect(await change({ skill_areas: [area('Operate'), area('Configure'), area('Set up')] })).toMatchObject({ ok: true })
    expect(await areaOf(inFirst.id)).toEqual({ skill_area: 'Set up', version: 1 })
  })

  test('removes areas and skills that no question uses', async () => {
    expect(await change({ skill_areas: [area('Set up', 'Set up', ['First']), area('Configure')] })).toMatchObject({ ok: true })
  })

  test.each([
    [[area('Set up'), area('Operate')], 'does not include the area "Configure", which 1 question uses; change those questions first'],
    [
      [area('Preparation', 'Set up', ['Second']), area('Configure'), area('Operate')],
      'does not include the skill "First" of "Set up", which 1 question uses; change those questions first',
    ],
  ])('refuses to remove what questions use: %#', async (skill_areas, reason) => {
    expect(await change({ skill_areas })).toMatchObject({
      ok: false,
      refusal: 'CERTIFICATION_REFUSED',
      refusals: [{ field: 'skill_areas', reason }],
    })
    expect(await areaOf(inFirst.id)).toEqual({ skill_area: 'Set up', version: 1 })
  })

  test('refuses to remove the skill of an objective, which no one would see any more', async () => {
    const objectives = [{ id: 'one', skillArea: 'Configure', skill: 'Second', text: 'One' }]
    await saveOutline(database.db, anOutline({ objectives }))
    const reason =
      'does not include the skill "Second" of "Configure", which has objectives of the outline; apply an outline without them first'
    expect(await change({ skill_areas: [area('Set up'), area('Configure', 'Configure', ['First'])] })).toMatchObject({
      ok: false,
      refusals: [{ field: 'skill_areas', reason }],
    })
    expect(await change({ skill_areas: [area('Set up', 'Set up', ['First']), area('Configure')] })).toMatchObject({ ok: true })
  })

  test('refuses two areas with the same previous name', async () => {
    expect(await change({ skill_areas: [area('A', 'Set up'), area('B', 'Set up'), area('Configure')] })).toMatchObject({
      ok: false,
      refusals: [{ field: 'skill_areas.1.was' }],
    })
  })
})

describe('deleting a certification', () => {
  test('is recorded, so that content files do not restore it', async () => {
    expect(await remove()).toEqual({ ok: true })
    expect(await findCertificationRow(database.db, 'mb-800')).toBeUndefined()
    expect(await listAdministratorOwnedIds(database.db, 'certification', ['mb-300', 'mb-800'])).toEqual(new Set(['mb-800']))
    expect(await remove()).toEqual({ ok: false, refusal: 'UNKNOWN_CERTIFICATION' })
  })

  test('is refused while questions use it, drafts included', async () => {
    await saveQuestions(database.db, [aQuestion({ state: 'draft' })])
    expect(await remove()).toMatchObject({
      ok: false,
      refusal: 'CERTIFICATION_USED',
      uses: { total: 1, questions: [{ id: aQuestion().id }] },
    })
  })

  test('is refused for the successor of another certification', async () => {
    await add({ successor: 'MB-800', successor_id: 'mb-800' })
    expect(await remove()).toMatchObject({ ok: false, uses: { total: 0, successorOf: ['mb-300'] } })
  })
})

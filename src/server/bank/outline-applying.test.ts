import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FateGroup } from '#exam/outline-changes.ts'
import type { ExamOutline, Objective } from '#exam/outline.ts'
import { listAuditLog } from '#server/audit/audit.ts'
import { applyOutline, previewOutline, type OutlineResult } from '#server/bank/outline-applying.ts'
import { readCoverage } from '#server/bank/outline-coverage.ts'
import type { OutlinePreview } from '#server/bank/outline-preview.ts'
import { listVersions } from '#server/bank/question-history.ts'
import { countByObjective } from '#server/bank/questions.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { findCertificationRow, saveCertification } from '#server/catalogue/certifications.ts'
import { listOutlines, saveOutline } from '#server/catalogue/outlines.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { aCertification, anOutline, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

const now = new Date('2026-11-24T08:00:00Z')
const skillAreas = ['Set up', 'Operate'].map((name) => ({ name, weightMin: 40, weightMax: 60, skills: ['First', 'Second'] }))
const texts = ['bank accounts', 'number series', 'payment terms', 'sales prices', 'item cards', 'locations', 'journals', 'reports', 'users']
const place = { skillArea: 'Set up', skill: 'First' }
/** Ten objectives: `bullet-0` to `bullet-9`. Each has a question, and the first one also has a draft. */
const objectives: Objective[] = [...texts, 'currencies'].map((text, i) => ({ id: `bullet-${i}`, ...place, text: `Configure ${text}` }))
const before = anOutline({ objectives })
const idOf = (i: number) => `01a1f7f8-3000-7dd5-a155-8800000000${String(i).padStart(2, '0')}`
const [draftId, unplacedId] = [idOf(50), idOf(60)]

/** One objective is renamed, one is removed, and one is added. Another one continues under a new id in another skill. */
const after: ExamOutline = {
  ...before,
  version: '2026-11-01',
  objectives: [
    { id: 'bullet-0', ...place, text: 'Set up accounts at banks' },
    ...objectives.slice(1, 8),
    { id: 'user-accounts', skillArea: 'Operate', skill: 'Second', text: 'Configure the users' },
    { id: 'copilot', skillArea: 'Operate', skill: 'First', text: 'Work with Copilot' },
  ],
}
const text = JSON.stringify(after)
const continuations = { 'bullet-8': 'user-accounts' }

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const { db } = database
  await database.empty()
  for (const table of ['question_versions', 'audit_log', 'removals'] as const) await db.deleteFrom(table).execute()
  await saveCertification(db, aCertification({ skillAreas, outlineOf: before.version }), 4)
  await saveOutline(db, before)
  await saveQuestions(db, [
    ...objectives.map(({ id }, i) => aQuestion({ id: idOf(i), objective: id, ...place })),
    aQuestion({ id: draftId, objective: 'bullet-0', state: 'draft', ...place }),
    aQuestion({ id: unplacedId, objective: null, ...place }),
  ])
})

const preview = (request: Parameters<typeof previewOutline>[2] = { text, continuations }) => previewOutline(database.db, 'mb-800', request)
const apply = (fingerprint?: string, request: Parameters<typeof previewOutline>[2] = { text, continuations }) =>
  applyOutline(database.db, null, 'mb-800', request, fingerprint, now)

function previewOf(result: OutlineResult): OutlinePreview {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result)}`)
  return result.preview
}

/** Every question of a preview, by id. */
function listAll({ groups }: OutlinePreview) {
  const all = Object.values(groups).flatMap(({ listed }) => listed)
  return [...new Map(all.map((fate) => [fate.id, fate])).values()].toSorted((a, b) => a.id.localeCompare(b.id))
}

/** Everything that applying an outline could write. */
async function readAll() {
  const { db } = database
  return {
    outline: (await listOutlines(db, ['mb-800'])).get('mb-800'),
    certification: await findCertificationRow(db, 'mb-800'),
    questions: await db.selectFrom('questions').select(['id', 'objective', 'skill_area', 'skill', 'version']).orderBy('id').execute(),
    freshness: await db
      .selectFrom('question_freshness')
      .select(['question_id', 'state', 'reason'])
      .where('state', '<>', 'current')
      .orderBy('question_id')
      .execute(),
    versions: await db.selectFrom('question_versions').selectAll().execute(),
    audit: await db.selectFrom('audit_log').selectAll().execute(),
    contentVersion: await readContentVersion(db),
  }
}

describe('the preview', () => {
  test('shows what happens to each question, and writes nothing', async () => {
    const stored = await readAll()
    const { objectives, suggestions, groups, isUnchanged } = previewOf(await preview())
    expect(objectives.changed.map((one) => one.after.id)).toEqual(['bullet-0'])
    expect(objectives.removed.map(({ id }) => id)).toEqual(['bullet-8', 'bullet-9'])
    expect(objectives.added.map(({ id }) => id)).toEqual(['user-accounts', 'copilot'])
    expect(suggestions).toEqual([{ from: 'bullet-8', to: 'user-accounts', percent: 100 }])
    const idsOf = (group: FateGroup) => groups[group].listed.map(({ id }) => id)
    expect(idsOf('stays')).toEqual([1, 2, 3, 4, 5, 6, 7].map(idOf))
    expect(idsOf('re-check')).toEqual([idOf(0), idOf(8), draftId])
    expect(idsOf('orphaned')).toEqual([idOf(9)])
    expect(idsOf('unplaced')).toEqual([unplacedId])
    expect(idsOf('moved')).toEqual([idOf(8)])
    expect(groups['re-check']).toMatchObject({
      total: 3,
      listed: [{ isDraft: false }, {}, { isDraft: true, words: expect.stringMatching(/^A vendor/) }],
    })
    expect(isUnchanged).toBe(false)
    expect(await readAll()).toEqual(stored)
  })

  test('orphans the questions of a removed objective while no one accepts another one', async () => {
    const { groups, sizes } = previewOf(await preview({ text }))
    expect(groups.orphaned.listed.map(({ id }) => id)).toEqual([idOf(8), idOf(9)])
    expect(sizes).toMatchObject({ 'bullet-0': 2, 'bullet-8': 1 })
  })

  test.each([
    ['no JSON', '{"version": 2026', { field: '', reason: expect.stringMatching(/^is not JSON: .*position 16/) }],
    [
      'an unexpected sign',
      '{\n  "version": "2026-11-01",\n  "objectives": [,]\n}',
      { field: '', reason: expect.stringMatching(/^is not JSON: .*\(line 3\)$/s) },
    ],
    ['no object', '[]', { field: '', reason: 'must be an object with the fields of an outline' }],
    ['an unknown field', JSON.stringify({ ...after, name: 'x' }), { field: 'name', reason: 'is not a field of an outline' }],
    [
      'an unknown skill',
      JSON.stringify({ ...after, objectives: [objectives[0], { ...objectives[1], skill: 'Third' }] }),
      { field: 'objectives.1.skill', reason: 'is not a skill of this skill area: Third' },
    ],
    [
      'a weight above its maximum',
      JSON.stringify({ ...after, skillAreas: skillAreas.map((one) => ({ ...one, weightMin: 70 })) }),
      { field: 'skillAreas.0.weightMin', reason: 'is greater than the maximum weight' },
    ],
    [
      'another exam',
      JSON.stringify({ ...after, certificationId: 'mb-310' }),
      { field: 'certificationId', reason: 'must be mb-800, as the name of the file' },
    ],
  ])('refuses %s and names the place', async (_, json, refusal) => {
    const result = await preview({ text: json })
    expect(result).toMatchObject({ ok: false, refusal: 'OUTLINE_REFUSED' })
    expect(!result.ok && result.refusals).toContainEqual(refusal)
  })

  test('refuses continuations that are not ids', async () => {
    expect(await preview({ text, continuations: { 'bullet-8': 4 } })).toMatchObject({
      ok: false,
      refusals: [{ field: 'continuations', reason: 'must map ids of objectives to ids' }],
    })
  })

  test('is refused for an unknown certification', async () => {
    expect(await previewOutline(database.db, 'zz-000', { text })).toEqual({ ok: false, refusal: 'UNKNOWN_CERTIFICATION' })
  })
})

describe('applying', () => {
  test('does what the preview shows', async () => {
    const shown = previewOf(await preview())
    const { contentVersion } = await readAll()
    expect(await apply(shown.fingerprint)).toMatchObject({ ok: true })
    const stored = await readAll()
    // An objective that continues another one is not new.
    const dated = after.objectives.map((one) => (one.id === 'copilot' ? { ...one, since: '2026-11-01' } : one))
    expect(stored.outline).toEqual({ ...after, objectives: dated })
    expect(stored.certification).toMatchObject({ outline_of: '2026-11-01', version: 2, sources: { outlineOf: after.source } })
    expect(stored.questions.map(({ id, objective, skill_area, skill }) => ({ id, objective, skillArea: skill_area, skill }))).toEqual(
      listAll(shown).map(({ id, to }) => ({ id, ...to })),
    )
    expect(stored.questions.filter(({ version }) => version > 1).map(({ id }) => id)).toEqual([idOf(8)])
    expect((await listVersions(database.db, idOf(8))).map(({ item }) => item.objective)).toEqual(['user-accounts', 'bullet-8'])
    expect(stored.contentVersion).toBeGreaterThan(contentVersion)
    expect(stored.freshness).toEqual(
      listAll(shown)
        .filter(({ fate }) => fate === 're-check' || fate === 'orphaned')
        .map(({ id, fate }) => ({
          question_id: id,
          state: fate,
          reason: fate === 'orphaned' ? 'objective-removed' : 'objective-reworded',
        })),
    )
    expect((await listAuditLog(database.db, {})).lines).toMatchObject([
      { action: 'outline-applied', subjectId: 'mb-800', detail: { moved: 1, recheck: 3, orphaned: 1 } },
    ])
    expect(await countByObjective(database.db, 'mb-800')).toMatchObject({ 'bullet-0': 1, 'user-accounts': 1 })
  })

  test('the same outline again changes nothing', async () => {
    await apply()
    const stored = await readAll()
    expect(previewOf(await preview({ text })).isUnchanged).toBe(true)
    await apply(undefined, { text })
    expect(await readAll()).toEqual(stored)
  })

  test('tells the second administrator that something has changed, and writes nothing', async () => {
    const { fingerprint } = previewOf(await preview())
    const others = { text: JSON.stringify({ ...after, objectives: after.objectives.slice(1) }), continuations }
    await apply(previewOf(await preview(others)).fingerprint, others)
    const stored = await readAll()
    const refused = await apply(fingerprint)
    expect(refused).toMatchObject({ ok: false, refusal: 'OUTLINE_CHANGED', current: { objectives: { added: [{ id: 'bullet-0' }] } } })
    expect(await readAll()).toEqual(stored)
    expect(await apply(!refused.ok ? refused.current?.fingerprint : '')).toMatchObject({ ok: true })
  })

  test('tells an administrator when a question has changed its place since the preview', async () => {
    const { fingerprint } = previewOf(await preview())
    await saveQuestions(database.db, [aQuestion({ id: unplacedId, objective: 'bullet-9', ...place })])
    expect(await apply(fingerprint)).toMatchObject({ ok: false, refusal: 'OUTLINE_CHANGED' })
  })

  test('lets only one of two concurrent administrators win', async () => {
    const { fingerprint } = previewOf(await preview())
    const results = await Promise.all([apply(fingerprint), apply(fingerprint)])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await readAll()).audit).toHaveLength(1)
  })

  test('changes areas, skills and weights when the outline names them', async () => {
    const areas = [
      { name: 'Get ready', weightMin: 20, weightMax: 30, skills: ['First', 'Second'] },
      { name: 'Operate', weightMin: 70, weightMax: 80, skills: ['First', 'Second'] },
    ]
    const renamed = after.objectives.map((one) => (one.skillArea === 'Set up' ? { ...one, skillArea: 'Get ready' } : one))
    const request = { text: JSON.stringify({ ...after, objectives: renamed, skillAreas: areas }), continuations }
    const shown = previewOf(await preview(request))
    expect(shown.weights.map(({ name }) => name)).toEqual(['Get ready', 'Operate', 'Set up'])
    await apply(shown.fingerprint, request)
    const { certification, questions } = await readAll()
    expect(certification?.skill_areas.map(({ name, weight_min }) => [name, weight_min])).toEqual([
      ['Get ready', 20],
      ['Operate', 70],
    ])
    // The question without an objective and the orphaned one follow the renamed area.
    expect(new Set(questions.map((question) => question.skill_area))).toEqual(new Set(['Get ready', 'Operate']))
  })

  test('is refused to users who are not administrators', async () => {
    const refused = await applyOutline(database.db, 'unknown', 'mb-800', { text }, undefined, now)
    expect(refused).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
  })
})

test('coverage counts published questions and drafts, and lists questions that no objective has', async () => {
  await apply()
  const { objectives, orphaned, unplaced } = await readCoverage(database.db, 'mb-800', after.objectives)
  expect(objectives.slice(0, 2)).toMatchObject([
    { id: 'copilot', published: 0, drafts: 0 },
    { id: 'bullet-0', published: 1, drafts: 1 },
  ])
  expect(objectives).toHaveLength(10)
  expect(orphaned).toMatchObject({ total: 1, listed: [{ id: idOf(9), objective: 'bullet-9' }] })
  expect(unplaced).toMatchObject({ total: 1, listed: [{ id: unplacedId, objective: null, isDraft: false }] })
})

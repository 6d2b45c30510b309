import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setAdministrator } from '#server/accounts/administrators.ts'
import { listAuditLog } from '#server/audit/audit.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/questions.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { addQuestion, changeQuestion, restoreVersion } from '#server/bank/question-editing.ts'
import { findStoredQuestion, listVersions, type StoredQuestion } from '#server/bank/question-history.ts'
import type { SaveResult } from '#server/bank/versioned-record.ts'
import { listAdministratorOwnedIds } from '#server/bank/owned-rows.ts'
import { aBankItem, aCertification, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { countRows, openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
let ada: string
let noor: string
let camille: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const { db } = database
  await saveCertification(db, aCertification(), 0)
  await saveCertification(
    db,
    aCertification({ id: 'mb-230', skillAreas: [{ name: 'Cases', weightMin: 1, weightMax: 2, skills: ['x'] }] }),
    1,
  )
  ada = await addPerson('ada@example.com', true)
  noor = await addPerson('noor@example.com', true)
  camille = await addPerson('camille@example.com', false)
})
afterEach(() => database.empty())

const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-20T13:00:00Z')
const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`
const { id } = aQuestion()

async function addPerson(email: string, isAdministrator: boolean): Promise<string> {
  const personId = randomUUIDv7()
  const values = { id: personId, name: '', email, email_verified: true, created_at: now, updated_at: now }
  await database.db.insertInto('users').values(values).execute()
  await setAdministrator(database.db, personId, isAdministrator)
  return personId
}

const change = (changes: unknown, version?: number, actor: string | null = ada) =>
  changeQuestion(database.db, actor, id, changes, version, later)
const changeMany = (ids: unknown, what: unknown, actor: string | null = ada) => changeQuestions(database.db, actor, ids, what, later)
const versions = async (questionId = id) => (await listVersions(database.db, questionId)).map(({ version }) => version)
const log = async () => (await listAuditLog(database.db, {})).lines.map(({ action, subjectId, detail }) => [action, subjectId, detail])

function savedOf(outcome: SaveResult<StoredQuestion>): StoredQuestion {
  if (!outcome.ok) throw new Error(`Not saved: ${JSON.stringify(outcome)}`)
  return outcome.record
}

/** Ids that are not UUIDs, which would be a database error. */
const noIds = ['', 'unknown', 'zero \0 byte', `${id}0`, "'; drop table questions; --"]

describe('the day on which a question was compared with its page', () => {
  const checked = { ...aQuestion().grounding, checked_on: '2026-11-20' }
  const groundingAfter = async (changes: object) => {
    await addQuestion(database.db, ada, aBankItem({ grounding: checked }), now)
    return savedOf(await change(changes)).grounding
  }

  test('does not change while the content is the same', async () => {
    expect(await groundingAfter({ difficulty: 3, skill: 'Other', text: aQuestion().text })).toEqual(checked)
  })

  test.each([{ text: '<p>Which one?</p>' }, { correct_answer: ['A'] }, { reference: 'https://learn.microsoft.com/en-us/other' }])(
    'is dropped when %j changes',
    async (changes) => {
      expect(await groundingAfter(changes)).toEqual(aQuestion().grounding)
    },
  )

  test('can be set with the change', async () => {
    const grounding = { ...checked, checked_on: '2026-11-23' }
    expect(await groundingAfter({ text: '<p>Which one?</p>', grounding })).toEqual(grounding)
  })
})

describe('adding a question', () => {
  test('stores it as version 1 with its author', async () => {
    const question = savedOf(await addQuestion(database.db, ada, aBankItem(), now))
    expect(question).toMatchObject({ id, exam_id: 'mb-800', correct_answer: ['C'], version: 1, updated_by: 'ada@example.com' })
    expect(question.updated_at).toBe(now.toISOString())
    expect(await findStoredQuestion(database.db, id)).toEqual(question)
    expect(await versions()).toEqual([1])
    expect(await log()).toEqual([['question-added', id, null]])
    expect(await readContentVersion(database.db)).toBe(1)
  })

  test('creates the id and the time, and ignores fields that the server sets', async () => {
    const item = aBankItem({
      id: undefined,
      created_at: undefined,
      version: 77,
      updated_by: camille,
      updated_at: '2001-01-01',
      is_admin: true,
    })
    const question = savedOf(await addQuestion(database.db, ada, item, now))
    expect(question).toMatchObject({
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      version: 1,
      updated_by: 'ada@example.com',
    })
    expect(question.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/)
  })

  test('is refused for an existing id, for members, and when invalid', async () => {
    await addQuestion(database.db, ada, aBankItem(), now)
    const again = await addQuestion(database.db, ada, aBankItem({ text: '<p>Another?</p>' }), later)
    expect(again).toMatchObject({ ok: false, refusal: 'QUESTION_EXISTS' })
    const newItem = aBankItem({ id: idOf(2) })
    expect(await addQuestion(database.db, camille, newItem, now)).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    const refusals: [unknown, string][] = [
      [null, ''],
      ['text', ''],
      [[newItem], ''],
      [{ ...newItem, correct_answer: ['Z'] }, 'correct_answer'],
      [{ ...newItem, exam_id: 'zz-100' }, 'exam_id'],
      [{ ...newItem, text: '<p onclick="x()">?</p>' }, 'text'],
      [{ ...newItem, reference: 'javascript:alert(1)' }, 'reference'],
      [{ ...newItem, case_study_id: 'nowhere', case_study: { title: 'T', content: '<p>C</p>' } }, 'case_study_id'],
    ]
    for (const [item, field] of refusals) {
      const outcome = await addQuestion(database.db, ada, item, now)
      expect(outcome).toMatchObject({ ok: false, refusal: 'QUESTION_REFUSED', refusals: [expect.objectContaining({ field })] })
    }
    expect(await countRows(database, 'questions')).toBe(1)
  })
})

describe('changing a question', () => {
  beforeEach(() => saveQuestions(database.db, [aQuestion()]))

  test('stores the previous version with its time and author', async () => {
    const changed = savedOf(await change({ text: '<p>New?</p>' }, 1))
    expect(changed).toMatchObject({ version: 2, text: '<p>New?</p>', explanation: aQuestion().explanation, updated_by: 'ada@example.com' })
    savedOf(await change({ text: '<p>Newer?</p>' }, 2, noor))
    const listed = await listVersions(database.db, id)
    expect(listed.map(({ version, saved_at, saved_by, item }) => [version, saved_at, saved_by, item.text])).toEqual([
      [3, later.toISOString(), 'noor@example.com', '<p>Newer?</p>'],
      [2, later.toISOString(), 'ada@example.com', '<p>New?</p>'],
      [1, null, null, aQuestion().text],
    ])
    expect(await log()).toEqual([
      ['question-changed', id, null],
      ['question-changed', id, null],
    ])
    expect(await readContentVersion(database.db)).toBe(2)
  })

  test('updates the public pages when the question is withdrawn, but not when a draft changes', async () => {
    const before = await readContentVersion(database.db)
    await change({ state: 'draft' })
    expect(await readContentVersion(database.db)).toBe(before + 1)
    await change({ text: '<p>Not yet?</p>' })
    expect(await readContentVersion(database.db)).toBe(before + 1)
  })

  test('creates no version when nothing changes', async () => {
    const before = savedOf(await change({ text: '<p>New?</p>' }))
    expect(savedOf(await change(before, 2))).toEqual(before)
    expect(savedOf(await change({ text: '<p>New?</p>', nonsense: 1 }))).toEqual(before)
    expect(savedOf(await change({}))).toEqual(before)
    expect(await versions()).toEqual([2, 1])
    expect(await log()).toHaveLength(1)
  })

  test('does not change the id, the created time, and fields that the server sets', async () => {
    const changes = {
      id: idOf(2),
      created_at: '2001-01-01T00:00:00Z',
      version: 77,
      updated_by: camille,
      updated_at: '2001-01-01',
      text: '<p>New?</p>',
    }
    const { created_at } = (await findStoredQuestion(database.db, id)) ?? {}
    expect(savedOf(await change(changes))).toMatchObject({
      id,
      created_at,
      version: 2,
      updated_by: 'ada@example.com',
      updated_at: later.toISOString(),
    })
    expect(await findStoredQuestion(database.db, idOf(2))).toBeUndefined()
  })

  test('can move it to another certification', async () => {
    expect(savedOf(await change({ exam_id: 'mb-230', skill_area: 'Cases' }))).toMatchObject({ exam_id: 'mb-230', skill_area: 'Cases' })
  })

  test('accepts the answer key of a reorder question under both names', async () => {
    await saveQuestions(database.db, [aReorderQuestion()])
    expect(savedOf(await change({ sequence: ['0', '1', '2'] }))).toMatchObject({
      correct_answer: ['0', '1', '2'],
      sequence: ['0', '1', '2'],
    })
    expect(savedOf(await change({ correct_answer: '1,0,2' }))).toMatchObject({ correct_answer: ['1', '0', '2'], sequence: ['1', '0', '2'] })
  })

  test('refuses an outdated version and returns the current one', async () => {
    const current = savedOf(await change({ text: '<p>Theirs?</p>' }, 1, noor))
    expect(await change({ text: '<p>Mine?</p>' }, 1)).toEqual({ ok: false, refusal: 'QUESTION_CHANGED', current })
    expect(savedOf(await change({ text: '<p>Mine?</p>' }, 2)).version).toBe(3)
  })

  // After a restored backup, the stored version is lower than the version on an open screen.
  test('refuses a version that does not exist yet', async () => {
    expect(await change({ text: '<p>Mine?</p>' }, 2)).toMatchObject({ refusal: 'QUESTION_CHANGED', current: { version: 1 } })
  })

  test('succeeds for exactly one of two concurrent administrators', async () => {
    const outcomes = await Promise.all([change({ text: '<p>Ada?</p>' }, 1, ada), change({ text: '<p>Noor?</p>' }, 1, noor)])
    const [won] = outcomes.filter((outcome) => outcome.ok)
    const [lost] = outcomes.filter((outcome) => !outcome.ok)
    expect(won).toMatchObject({ ok: true, record: { version: 2 } })
    expect(lost).toEqual({ ok: false, refusal: 'QUESTION_CHANGED', current: won?.ok && won.record })
    expect(await versions()).toEqual([2, 1])
  })

  test('stores both versions of a concurrent command and administrator', async () => {
    await Promise.all([change({ text: '<p>Ada?</p>' }), change({ text: '<p>Command?</p>' }, undefined, null)])
    expect(await versions()).toEqual([3, 2, 1])
  })

  test('is refused for members, for unknown ids, and when invalid', async () => {
    expect(await change({ text: '<p>New?</p>' }, 1, camille)).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    for (const unknown of [idOf(2), ...noIds]) {
      expect(await changeQuestion(database.db, ada, unknown, {}, 1, later)).toEqual({ ok: false, refusal: 'UNKNOWN_QUESTION' })
      expect(await findStoredQuestion(database.db, unknown)).toBeUndefined()
      expect(await listVersions(database.db, unknown)).toEqual([])
    }
    for (const changes of [null, 'text', [], { text: '' }, { text: 'zero \0 byte' }, { options: 'A' }, { state: 'hidden' }])
      expect(await change(changes)).toMatchObject({ ok: false, refusal: 'QUESTION_REFUSED', refusals: [expect.anything()] })
    expect(await versions()).toEqual([1])
    expect(await log()).toEqual([])
  })

  test('records the images that it uses', async () => {
    const images = async () => (await database.db.selectFrom('image_uses').select('image').execute()).map(({ image }) => image)
    savedOf(await change({ explanation: '<p><img src="/storage/questions/question-images/one.png" alt="One"></p>' }))
    expect(await images()).toEqual(['one.png'])
    await changeMany([id], { type: 'delete' })
    expect(await images()).toEqual([])
  })
})

describe('restoring a version', () => {
  beforeEach(async () => {
    await saveQuestions(database.db, [aQuestion()])
    await change({ text: '<p>New?</p>' })
  })
  const restore = (version: number, expected?: number, actor: string | null = ada) =>
    restoreVersion(database.db, actor, id, version, expected, later)

  test('restores a version that is too old for the list, whose length is limited', async () => {
    await change({ explanation: '<p>Second.</p>' })
    await change({ explanation: '<p>Third.</p>' })
    await sql`update question_versions set item = item || jsonb_build_object('grounding', repeat('x', 4000000)) where version = 3`.execute(
      database.db,
    )
    expect(await versions()).toEqual([4])
    expect(await restore(1)).toMatchObject({ ok: true, record: { version: 5 } })
    expect(await restore(3_000_000_000)).toMatchObject({ refusal: 'QUESTION_REFUSED' })
  })

  test('makes it the current one and keeps the versions between', async () => {
    expect(savedOf(await restore(1, 2))).toMatchObject({ version: 3, text: aQuestion().text, updated_by: 'ada@example.com' })
    expect(await versions()).toEqual([3, 2, 1])
    expect((await log())[0]).toEqual(['question-restored', id, { version: 1 }])
    expect(savedOf(await restore(3)).version).toBe(3)
  })

  test('is refused for an outdated version, for members, and for an unknown version', async () => {
    expect(await restore(1, 1)).toMatchObject({ ok: false, refusal: 'QUESTION_CHANGED', current: { version: 2 } })
    expect(await restore(1, 2, camille)).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    for (const version of [0, 7, -1, 1.5, 2 ** 40, Number.NaN])
      expect(await restore(version)).toMatchObject({
        refusal: 'QUESTION_REFUSED',
        refusals: [expect.objectContaining({ field: 'version' })],
      })
    for (const unknown of [idOf(2), ...noIds])
      expect(await restoreVersion(database.db, ada, unknown, 1, undefined, later)).toEqual({ ok: false, refusal: 'UNKNOWN_QUESTION' })
  })

  test('validates the question again', async () => {
    await saveCaseStudy(database.db, { id: 'fabrikam', title: 'Fabrikam', content: '<p>Boats.</p>' })
    savedOf(await change({ case_study_id: 'fabrikam' }))
    savedOf(await change({ case_study_id: null }))
    await database.db.deleteFrom('case_studies').execute()
    expect(await restore(3)).toMatchObject({ refusal: 'QUESTION_REFUSED', refusals: [expect.objectContaining({ field: 'case_study_id' })] })
  })

  test('restores a deleted question and continues its version numbers', async () => {
    await changeMany([id], { type: 'delete' })
    expect(await versions()).toEqual([2, 1])
    expect(await restore(2, 2)).toEqual({ ok: false, refusal: 'UNKNOWN_QUESTION' })
    expect(savedOf(await restore(2))).toMatchObject({ version: 3, text: '<p>New?</p>' })
    expect(savedOf(await change({ text: '<p>Newer?</p>' })).version).toBe(4)
    expect(await versions()).toEqual([4, 3, 2, 1])
  })
})

describe('changing many questions', () => {
  beforeEach(async () => {
    await saveQuestions(database.db, [
      aQuestion({ id: idOf(1), state: 'draft' }),
      aQuestion({ id: idOf(2) }),
      aQuestion({ id: idOf(3), state: 'draft', examId: 'mb-230' }),
    ])
  })
  const all = [idOf(1), idOf(2), idOf(3)]
  const stored = async () =>
    (await database.db.selectFrom('questions').selectAll().orderBy('id').execute()).map((row) => [
      row.state,
      row.exam_id,
      row.skill_area,
      row.version,
    ])
  const area = 'Configure financials'

  test('publishes drafts and withdraws published questions', async () => {
    expect(await changeMany(all, { type: 'publish' })).toEqual({ ok: true, changed: [idOf(1), idOf(3)] })
    expect(await stored()).toEqual([
      ['published', 'mb-800', area, 2],
      ['published', 'mb-800', area, 1],
      ['published', 'mb-230', area, 2],
    ])
    expect(await changeMany([...all, ...all], { type: 'withdraw' })).toEqual({ ok: true, changed: all })
    expect(await versions(idOf(1))).toEqual([3, 2, 1])
    expect(await log()).toEqual(
      expect.arrayContaining([
        ['questions-published', 'mb-800', { questions: 1 }],
        ['questions-published', 'mb-230', { questions: 1 }],
        ['questions-withdrawn', 'mb-800', { questions: 2 }],
        ['questions-withdrawn', 'mb-230', { questions: 1 }],
      ]),
    )
    expect(await readContentVersion(database.db)).toBe(2)
    expect(await changeMany(all, { type: 'withdraw' })).toEqual({ ok: true, changed: [] })
    expect(await readContentVersion(database.db)).toBe(2)
  })

  test('moves them to a skill area, or keeps their area when the outline has it', async () => {
    expect(await changeMany([idOf(1), idOf(2)], { type: 'move', exam_id: 'mb-230', skill_area: 'Cases' })).toMatchObject({ ok: true })
    expect(await changeMany(all, { type: 'move', exam_id: 'mb-230' })).toEqual({ ok: true, changed: [] })
    await saveCertification(database.db, aCertification({ id: 'pl-200' }), 2)
    expect(await changeMany([idOf(3)], { type: 'move', exam_id: 'pl-200' })).toEqual({ ok: true, changed: [idOf(3)] })
    expect(await stored()).toEqual([
      ['draft', 'mb-230', 'Cases', 2],
      ['published', 'mb-230', 'Cases', 2],
      ['draft', 'pl-200', area, 2],
    ])
    expect(await log()).toEqual([
      ['questions-moved', idOf(3), { to: 'pl-200' }],
      ['questions-moved', 'mb-800', { to: 'mb-230', questions: 2 }],
    ])
  })

  test('keep their objective only in the same skill area', async () => {
    await changeQuestion(database.db, ada, idOf(1), { objective: 'payment-terms' }, undefined, later)
    const objectiveOf = async () => (await findStoredQuestion(database.db, idOf(1)))?.objective
    await changeMany([idOf(1)], { type: 'move', exam_id: 'mb-800' })
    expect(await objectiveOf()).toBe('payment-terms')
    await changeMany([idOf(1)], { type: 'move', exam_id: 'mb-230', skill_area: 'Cases' })
    expect(await objectiveOf()).toBeNull()
  })

  test('does not bump the content version for drafts', async () => {
    await change({ explanation: '<p>Because.</p>' })
    await changeQuestion(database.db, ada, idOf(1), { explanation: '<p>Because.</p>' }, undefined, later)
    await changeMany([idOf(1), idOf(3)], { type: 'delete' })
    expect(await readContentVersion(database.db)).toBe(0)
    await changeMany([idOf(2)], { type: 'withdraw' })
    expect(await readContentVersion(database.db)).toBe(1)
  })

  test('deletes them, stores their last version, and content files do not restore them', async () => {
    await database.db
      .insertInto('question_statistics')
      .values({ question_id: idOf(1), answered: 1, correct: 1 })
      .execute()
    expect(await changeMany([idOf(1), idOf(2).toUpperCase()], { type: 'delete' })).toEqual({ ok: true, changed: [idOf(1), idOf(2)] })
    expect(await stored()).toHaveLength(1)
    expect((await listVersions(database.db, idOf(1))).map(({ version, item }) => [version, item.state])).toEqual([[1, 'draft']])
    expect(await listAdministratorOwnedIds(database.db, 'question', all)).toEqual(new Set([idOf(1), idOf(2)]))
    expect((await listAuditLog(database.db, {})).lines.map(({ action, subject }) => [action, subject?.slice(0, 14)])).toEqual([
      ['questions-deleted', 'A vendor grant'],
      ['questions-deleted', 'A vendor grant'],
    ])
  })

  test('changes nothing when an id is unknown, and returns that id', async () => {
    const before = await stored()
    const unknown = [idOf(9), ...noIds]
    for (const type of ['publish', 'withdraw', 'delete'])
      expect(await changeMany([...unknown, ...all], { type })).toEqual({ ok: false, refusal: 'UNKNOWN_QUESTION', unknown })
    expect(await stored()).toEqual(before)
  })

  test('is refused for members and for invalid changes', async () => {
    expect(await changeMany(all, { type: 'delete' }, camille)).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    const tooMany = Array.from({ length: 501 }, (_, i) => idOf(i))
    const refused: [unknown, unknown, string][] = [
      [undefined, { type: 'delete' }, 'ids'],
      ['all', { type: 'delete' }, 'ids'],
      [[1, null], { type: 'delete' }, 'ids'],
      [tooMany, { type: 'delete' }, 'ids'],
      [all, undefined, 'change'],
      [all, { type: 'rename' }, 'change'],
      [all, { type: 'move' }, 'change'],
      [all, { type: 'move', exam_id: 'zz-100' }, 'exam_id'],
      [all, { type: 'move', exam_id: 'zero \0 byte' }, 'exam_id'],
      [all, { type: 'move', exam_id: 'mb-230', skill_area: area }, 'skill_area'],
      [all, { type: 'move', exam_id: 'mb-230' }, 'skill_area'],
    ]
    for (const [ids, what, field] of refused)
      expect(await changeMany(ids, what)).toMatchObject({ refusal: 'CHANGE_REFUSED', refusals: [expect.objectContaining({ field })] })
    expect(await changeMany([], { type: 'delete' })).toEqual({ ok: true, changed: [] })
    expect(await log()).toEqual([])
  })

  test('accepts five hundred questions', async () => {
    const ids = Array.from({ length: 500 }, (_, i) => idOf(i + 10))
    for (let i = 0; i < ids.length; i += 50)
      await saveQuestions(
        database.db,
        ids.slice(i, i + 50).map((one) => aQuestion({ id: one })),
      )
    expect(await changeMany(ids, { type: 'withdraw' })).toEqual({ ok: true, changed: ids })
    expect(await changeMany(ids, { type: 'delete' })).toEqual({ ok: true, changed: ids })
    expect(await countRows(database, 'question_versions')).toBe(1_000)
  })
})

import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { readContentVersion } from '#server/platform/content-version.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { addQuestion, changeQuestion, restoreVersion } from '#server/bank/question-editing.ts'
import { findStoredQuestion, listVersions, type StoredQuestion } from '#server/bank/question-history.ts'
import type { SaveResult } from '#server/bank/versioned-record.ts'
import { aBankItem, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { countRows } from '#tests/services.ts'
import {
  ada,
  camille,
  change,
  changeMany,
  database,
  id,
  idOf,
  later,
  log,
  noIds,
  noor,
  now,
  prepareEditing,
  versions,
} from '#server/bank/question-editing.test-setup.ts'

prepareEditing()

function savedOf(outcome: SaveResult<StoredQuestion>): StoredQuestion {
  if (!outcome.ok) throw new Error(`Not saved: ${JSON.stringify(outcome)}`)
  return outcome.record
}

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

import { beforeEach, describe, expect, test } from 'vitest'
import { listAuditLog } from '#server/audit/audit.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { findStoredQuestion, listVersions } from '#server/bank/question-history.ts'
import { listAdministratorOwnedIds } from '#server/bank/owned-rows.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { countRows } from '#tests/services.ts'
import {
  ada,
  camille,
  change,
  changeMany,
  database,
  idOf,
  later,
  log,
  noIds,
  prepareEditing,
  versions,
} from '#server/bank/question-editing.test-setup.ts'

prepareEditing()

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

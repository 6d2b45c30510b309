import { describe, expect, test } from 'vitest'
import type { LoggedKind } from '#exam/reports/challenge.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeChallenge } from '#server/challenges/change.ts'
import { countChanges, listChanges, listLatestChanges } from '#server/challenges/change-log.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { aQuestion } from '#tests/factories.ts'
import {
  change,
  confirmed,
  correctQuestion,
  database,
  guest,
  later,
  listed,
  now,
  prepareChallenges,
  question,
  rejected,
  report,
  services,
} from '#server/challenges/challenges.test-setup.ts'

prepareChallenges()

describe('the change log', () => {
  test('has corrections, the latest first, in pages, without rejections or names', async () => {
    for (let version = 2; version < 5; version++) {
      await report('wrong_answer', guest, later(version), { version: version - 1 })
      await correctQuestion(`<p>Version ${version}?</p>`)
      const [challenge] = await listed('open')
      const decision = { ...confirmed, publicReason: `Corrected in version ${version}.`, correctedVersion: version } as const
      expect(
        await changeChallenge(services(), { actorId: 'ada', id: challenge?.id ?? '', version: 1 }, decision, later(10 - version)),
      ).toEqual({ ok: true })
    }
    const first = await listChanges(database.db, 'mb-800', { size: 2 })
    expect(first.changes).toEqual(
      [2, 3].map((version) => ({
        id: expect.any(String),
        at: later(10 - version).toISOString(),
        kind: 'answer_key',
        publicReason: `Corrected in version ${version}.`,
        question: 'Version 4?',
        skillArea: question.skillArea,
        // The helper saves without storing the previous version.
        fields: [],
      })),
    )
    const second = await listChanges(database.db, 'mb-800', { size: 2, before: first.next })
    expect(second).toMatchObject({ changes: [{ publicReason: 'Corrected in version 4.' }], next: undefined })
    expect((await listChanges(database.db, 'mb-200', { size: 2 })).changes).toEqual([])
    expect(await listLatestChanges(database.db)).toEqual(new Map([['mb-800', '2026-11-23']]))
  })

  test('can be filtered by what was corrected, and counts each kind', async () => {
    expect(await countChanges(database.db, 'mb-800')).toEqual([])
    for (const [version, correction] of [
      [2, 'wording'],
      [3, 'answer_key'],
      [4, 'wording'],
    ] as const) {
      await report('wrong_answer', guest, later(version), { version: version - 1 })
      await correctQuestion(`<p>Version ${version}?</p>`)
      const [challenge] = await listed('open')
      const decision = { ...confirmed, publicReason: `Corrected in version ${version}.`, correctedVersion: version, correction } as const
      await changeChallenge(services(), { actorId: 'ada', id: challenge?.id ?? '', version: 1 }, decision, later(version))
    }
    await report('unclear', guest, later(20), { version: 4 })
    const [last] = await listed('open')
    await changeChallenge(services(), { actorId: 'ada', id: last?.id ?? '', version: 1 }, rejected, later(21))
    const reasonsOf = async (kind: LoggedKind, before?: string) => {
      const { changes, next } = await listChanges(database.db, 'mb-800', { size: 1, kind, before })
      return [changes.map((change) => change.publicReason), next] as const
    }
    const [latest, next] = await reasonsOf('wording')
    expect([latest, await reasonsOf('wording', next)]).toEqual([['Corrected in version 4.'], [['Corrected in version 2.'], undefined]])
    expect(await reasonsOf('answer_key')).toEqual([['Corrected in version 3.'], undefined])
    expect(await reasonsOf('unchanged')).toEqual([[rejected.publicReason], undefined])
    expect(await reasonsOf('removed')).toEqual([[], undefined])
    expect(await countChanges(database.db, 'mb-800')).toEqual([
      { kind: 'answer_key', count: 1 },
      { kind: 'wording', count: 2 },
      { kind: 'unchanged', count: 1 },
    ])
    expect(await countChanges(database.db, 'mb-200')).toEqual([])
  })

  test.each(['by an administrator', 'by another report'])('lists a rejected challenge until it is reopened %s', async (how) => {
    await report('unclear')
    const [challenge] = await listed('open')
    const id = challenge?.id ?? ''
    const versions = [await readContentVersion(database.db)]
    await changeChallenge(services(), { actorId: 'ada', id, version: 1 }, rejected, later(5))
    const { changes } = await listChanges(database.db, 'mb-800', { size: 2 })
    expect(changes).toMatchObject([{ id, kind: 'unchanged', publicReason: rejected.publicReason, fields: [] }])
    expect(await listLatestChanges(database.db)).toEqual(new Map([['mb-800', later(5).toISOString().slice(0, 10)]]))
    versions.push(await readContentVersion(database.db))
    if (how === 'by another report') await report('outdated', guest, later(6))
    else await changeChallenge(services(), { actorId: 'ada', id, version: 2 }, { kind: 'reopened' }, later(6))
    expect((await listChanges(database.db, 'mb-800', { size: 2 })).changes).toEqual([])
    versions.push(await readContentVersion(database.db))
    // Each change makes the cached pages stale.
    expect(new Set(versions).size).toBe(3)
  })

  test('shows how the corrected version differs from the reported one, also after later edits', async () => {
    await report()
    const options = ['A payment method', 'A reminder with a fee', 'Payment terms with a discount', 'A payment tolerance']
    await changeQuestion(database.db, null, question.id, { correct_answer: ['B'], options }, undefined, now)
    await change(confirmed)
    await changeQuestion(database.db, null, question.id, { text: '<p>Edited later?</p>' }, undefined, now)
    const [entry] = (await listChanges(database.db, 'mb-800', { size: 9 })).changes
    expect(entry?.fields).toEqual([
      {
        field: 'answerKey',
        changes: [
          { type: 'removed', text: 'C. Payment terms with a discount' },
          { type: 'added', text: 'B. A reminder with a fee' },
        ],
      },
      {
        field: 'options',
        changes: [
          { type: 'same', text: 'A. A payment method\nB. A reminder ' },
          { type: 'removed', text: 'term' },
          { type: 'added', text: 'with a fee' },
          { type: 'same', text: '\nC. Payment terms with a discount\nD. A payment tolerance' },
        ],
      },
    ])
  })

  test('is rendered again after a correction, and only then', async () => {
    await report()
    const before = await readContentVersion(database.db)
    await change({ kind: 'claimed' })
    expect(await readContentVersion(database.db)).toBe(before)
    await correctQuestion()
    const corrected = await readContentVersion(database.db)
    await change(confirmed)
    expect(await readContentVersion(database.db)).toBe(corrected + 1)
  })

  test('does not show the words of a question that candidates can no longer get', async () => {
    await report()
    await saveQuestions(database.db, [aQuestion({ state: 'draft' })])
    await change({ ...confirmed, correction: 'removed' })
    expect((await listChanges(database.db, 'mb-800', { size: 9 })).changes).toMatchObject([
      { kind: 'removed', question: undefined, fields: [] },
    ])
  })
})

import { describe, expect, test } from 'vitest'
import type { Move } from '#exam/moves.ts'
import { transact } from '#server/db/transact.ts'
import { removeAttempt } from '#server/practice/history.ts'
import { rescoreBatch } from '#server/rescoring/batch.ts'
import { previewRescore } from '#server/rescoring/preview.ts'
import { continueRescores } from '#server/rescoring/queue.ts'
import { readRescore } from '#server/rescoring/read-rescore.ts'
import { continueRescore } from '#server/rescoring/rescore.ts'
import { readRescoreVersions } from '#server/rescoring/versions.ts'
import {
  append,
  bank,
  begin,
  challengeId,
  correct,
  database,
  later,
  mail,
  members,
  practice,
  prepareRescoring,
  question,
  resultOf,
  run,
  sent,
} from '#server/rescoring/rescoring.test-setup.ts'

prepareRescoring()

describe('a job', () => {
  test('scores each attempt once, wherever it is stopped', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, (_, i) => practice({ userId: members[i] ?? '', answers: ['B'] })))
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    const versions = (await readRescoreVersions(database.db, question.id, version)) ?? expect.fail('There is no version')
    const target = { challengeId, questionId: question.id, versions }
    // The process dies before the transaction ends, so nothing has changed.
    const dying = transact(database.db, async (transaction) => {
      await rescoreBatch(transaction, target, { version: 1, after: undefined }, later)
      throw new Error('The process dies')
    })
    await expect(dying).rejects.toThrow('dies')
    expect(await readRescore(database.db, challengeId)).toMatchObject({ done: 0, state: 'running' })
    // Another process dies after a batch that starts at the second attempt, before it can report this.
    const [first = ''] = ids.toSorted()
    await transact(database.db, (transaction) => rescoreBatch(transaction, target, { version: 1, after: first }, later))
    expect(await readRescore(database.db, challengeId)).toMatchObject({ done: 2, state: 'running' })

    await continueRescores(database.db, mail, () => later)
    expect(await readRescore(database.db, challengeId)).toMatchObject({ done: 3, state: 'finished' })
    expect(await Promise.all(ids.map(async (id) => (await resultOf(id)).correct))).toEqual([1, 1, 1])
    expect(sent).toEqual([])
  })

  test('that has a signal stops before the next batch, and continues later', async () => {
    const id = await practice({ answers: ['B'] })
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    expect(await continueRescore(database.db, challengeId, () => later, AbortSignal.abort())).toBe(false)
    expect((await resultOf(id)).correct).toBe(0)
    expect(await continueRescore(database.db, challengeId, () => later)).toBe(true)
    expect((await resultOf(id)).correct).toBe(1)
  })

  test('changes nothing when it is started or run again', async () => {
    const id = await practice({ answers: ['B'] })
    const version = await correct({ correct_answer: ['B'] })
    for (let times = 0; times < 2; times++) {
      await begin(version)
      expect(await run()).toBe(true)
    }
    expect((await resultOf(id)).correct).toBe(1)
    expect(await readRescore(database.db, challengeId)).toMatchObject({ done: 1, total: 1, noticed: 1, finishedAt: later })
  })

  test('is shared by processes while members answer', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => practice({ userId: members[i % 3] ?? '', answers: ['B', 'C'] })))
    const open = await practice({ answers: ['B'], ends: false })
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    const questionId = bank[1]?.id ?? ''
    const at = later.getTime()
    const saves = Array.from({ length: 3 }, (_, i) =>
      practice({ userId: members[i] ?? '', answers: ['B', 'C'], at: new Date(at + i * 1000) }),
    )
    const more: Move[] = [
      { type: 'answer', at, questionId, answer: ['C'] },
      { type: 'finish', at },
    ]
    const [, , , ...finished] = await Promise.all([run(), run(), append('camille', open, more, 3, later), ...saves])
    while (!(await run()));
    expect(await Promise.all(ids.map(async (id) => (await resultOf(id)).correct))).toEqual(ids.map(() => 2))
    expect(await resultOf(open)).toMatchObject({ correct: 2, total: 2 })
    for (const id of finished) expect(await resultOf(id)).toMatchObject({ total: 2 })
    const rows = await database.db.selectFrom('rescored_attempts').select('attempt_id').execute()
    expect(new Set(rows.map(({ attempt_id }) => attempt_id))).toEqual(new Set([...ids, open]))
    expect(rows).toHaveLength(13)
  })

  test('leaves nothing undone when an attempt is deleted meanwhile', async () => {
    const id = await practice({ answers: ['B'] })
    await practice({ userId: 'ada', answers: ['B'] })
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    await removeAttempt(database.db, 'camille', id, later)
    expect(await run()).toBe(true)
    expect(await readRescore(database.db, challengeId)).toMatchObject({ state: 'finished', done: 1, total: 2 })
  })

  test('ends when the corrected version is gone, and attempts keep their results', async () => {
    const id = await practice({ answers: ['B'] })
    await begin(await correct({ correct_answer: ['B'] }))
    // This happens when a release no longer has the question.
    await database.db.deleteFrom('questions').where('id', '=', question.id).execute()
    expect(await run()).toBe(true)
    expect(await readRescore(database.db, challengeId)).toMatchObject({ state: 'finished', done: 0, total: 1 })
    expect((await resultOf(id)).correct).toBe(0)
  })

  test('is refused for a version that the question never had', async () => {
    expect(await begin(9)).toEqual({ ok: false, refusal: 'RESCORE_VERSION_MISSING' })
    expect(await previewRescore(database.db, question.id, undefined, 9)).toBeUndefined()
    expect(await run()).toBe(true)
  })
})

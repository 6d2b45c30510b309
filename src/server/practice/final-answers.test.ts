import { describe, expect, test } from 'vitest'
import { start } from '#exam/attempt.ts'
import { insertAttempt, findAttempt } from '#server/practice/store.ts'
import { finishAllExpired } from '#server/practice/deadline.ts'
import { type MoveBatch } from '#server/practice/append-moves.ts'
import { listPinnedQuestions } from '#server/practice/pinned-questions.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { findStoredQuestion } from '#server/bank/question-history.ts'
import { shuffleQuestion } from '#exam/planning/simulation.ts'
import { countRows } from '#tests/services.ts'
import {
  answer,
  begin,
  camille,
  database,
  entry,
  finalAnswers,
  finish,
  id,
  now,
  prepareAttempts,
  reorder,
  reveal,
  send,
  single,
  stored,
  strange,
} from '#server/practice/attempts.test-setup.ts'

prepareAttempts()

describe('final answers', () => {
  test('are graded on reveal, and the others when the attempt is finished', async () => {
    await send([begin(), answer(single.id, 'C'), answer(reorder.id, '0', '1', '2')])
    expect(await finalAnswers()).toEqual([])
    await send([reveal(single.id)], { base: 3 })
    expect(await finalAnswers()).toEqual([{ question: single.id, isCorrect: true }])
    await send([finish()], { base: 4 })
    expect(await finalAnswers()).toEqual([
      { question: single.id, isCorrect: true },
      { question: reorder.id, isCorrect: false },
    ])
    expect(await findAttempt(database.db, id, camille)).toMatchObject({ correct: 1, total: 2 })
  })

  test('are counted once in the statistics of their questions', async () => {
    const last = finish()
    await send([begin(), answer(single.id, 'C'), last])
    await send([last], { base: 2 })
    const counts = await database.db.selectFrom('question_statistics').select(['question_id', 'answered', 'correct']).execute()
    expect(counts).toEqual([{ question_id: single.id, answered: 1, correct: 1 }])
  })

  // A guest signed in and added a finished attempt to the account. Its answers were already counted.
  test('are not counted again when a guest’s browser counted them before sign-in', async () => {
    await send([begin(), answer(single.id, 'C'), entry({ type: 'finish', isCounted: true })])
    expect(await finalAnswers()).toEqual([{ question: single.id, isCorrect: true }])
    expect(await findAttempt(database.db, id, camille)).toMatchObject({ correct: 1, total: 1 })
    expect(await countRows(database, 'question_statistics')).toBe(0)
  })

  test('are graded by the pinned version, regardless of later edits', async () => {
    await send([begin(), answer(single.id, 'C'), answer(reorder.id, '0', '1', '2')])
    const current = await findStoredQuestion(database.db, single.id)
    await changeQuestion(database.db, null, single.id, { ...current, correct_answer: ['A'] }, undefined, now)
    await changeQuestions(database.db, null, [reorder.id], { type: 'delete' }, now)
    await send([reveal(single.id), finish()], { base: 3 })
    expect(await finalAnswers()).toEqual([
      { question: single.id, isCorrect: true },
      { question: reorder.id, isCorrect: false },
    ])
    const attempt = await findAttempt(database.db, id, camille)
    expect(attempt).toMatchObject({ correct: 1, total: 2 })
    const questions = await listPinnedQuestions(database.db, { pinned: attempt?.pinned ?? [], simulation: null })
    expect(questions.map(({ id: one, answerKey: key }) => [one, key])).toEqual([
      [single.id, ['C']],
      [reorder.id, ['2', '0', '1']],
    ])
  })

  test('exclude unknown questions', async () => {
    await send([begin([strange, single.id]), answer(strange, 'A'), answer(single.id, 'C'), finish()])
    expect(await finalAnswers()).toEqual([{ question: single.id, isCorrect: true }])
    expect(await findAttempt(database.db, id, camille)).toMatchObject({ correct: 1, total: 1 })
  })
})

// A question was withdrawn during an attempt. The screen said that it did not count, but the account counted it as incorrect.
describe('an unanswered question', () => {
  const makeDraft = () => changeQuestions(database.db, null, [reorder.id], { type: 'withdraw' }, now)

  test('of practice is not in the score', async () => {
    await send([begin(), answer(single.id, 'C'), finish()])
    expect(await findAttempt(database.db, id, camille)).toMatchObject({ correct: 1, total: 1 })
  })

  test('stays in the attempt when it was removed before the end', async () => {
    await send([begin(), answer(single.id, 'C')])
    await makeDraft()
    await send([finish()], { base: 2 })
    expect(await findAttempt(database.db, id, camille)).toMatchObject({ correct: 1, total: 1 })
    expect((await stored())?.questionIds).toEqual([single.id, reorder.id])
  })

  test('leaves no result when it is the only question', async () => {
    await send([begin([reorder.id])])
    await makeDraft()
    await send([finish()], { base: 1 })
    expect(await findAttempt(database.db, id, camille)).toMatchObject({ correct: 0, total: 0 })
  })
})

describe('an attempt with a deadline', () => {
  const deadlineAt = new Date(now.getTime() + 60_000)
  const secret = { secret: 'a-secret-of-a-guest-1234' }
  const right = shuffleQuestion(single, 'seed').answerKey
  const after = (ms: number) => new Date(deadlineAt.getTime() + ms)
  const simulate = (owner: MoveBatch['owner'] = camille) =>
    insertAttempt(
      database.db,
      {
        id,
        owner,
        pinned: [{ id: single.id, version: 1 }],
        attempt: start('mb-800', 'simulation', [single.id], now.getTime()),
        simulation: { terms: { seed: 'seed', minutes: 1, extraTime: 1 }, deadlineAt },
      },
      now,
    )

  test('accepts moves until a few seconds after it, by the server’s clock', async () => {
    await simulate()
    expect(await send([answer(single.id, 'A')], { sentAt: 0 }, after(4_000))).toMatchObject({ next: 1, finished: false })
    expect(await send([answer(single.id, 'C')], { base: 1, sentAt: now.getTime() }, after(6_000))).toMatchObject({
      next: 2,
      recorded: [],
      finished: true,
    })
    expect(await stored()).toMatchObject({ answers: { [single.id]: ['A'] }, finishedAt: deadlineAt.getTime() })
  })

  test('is finished as of its deadline, even if the candidate does not return', async () => {
    await simulate()
    await send([answer(single.id, ...right)])
    await finishAllExpired(database.db, after(0))
    expect(await stored()).toMatchObject({ finishedAt: null })
    await finishAllExpired(database.db, after(10 * 60_000))
    expect(await findAttempt(database.db, id, camille)).toMatchObject({
      correct: 1,
      total: 1,
      attempt: { finishedAt: deadlineAt.getTime() },
    })
    expect(await finalAnswers()).toEqual([{ question: single.id, isCorrect: true }])
  })

  test('counts a removed blank question, because it was shown until the end', async () => {
    await simulate()
    await changeQuestions(database.db, null, [single.id], { type: 'withdraw' }, now)
    await finishAllExpired(database.db, after(10 * 60_000))
    expect(await findAttempt(database.db, id, camille)).toMatchObject({ correct: 0, total: 1 })
  })

  test('is finished even if a sender guessed move keys', async () => {
    await simulate()
    await send([{ key: `deadline-${id}`, move: { type: 'go', at: now.getTime(), position: 0 } }, answer(single.id, 'C')])
    await finishAllExpired(database.db, after(10 * 60_000))
    expect(await stored()).toMatchObject({ finishedAt: deadlineAt.getTime() })
  })

  test('does not end before its start or after its deadline, regardless of the sender’s clock', async () => {
    await simulate()
    const early = finish()
    await send([{ ...early, move: { ...early.move, at: 0 } }])
    expect(await stored()).toMatchObject({ finishedAt: now.getTime() })
  })

  test('ignores reveals', async () => {
    await simulate()
    expect(await send([reveal(single.id)])).toMatchObject({ next: 0, recorded: [] })
  })

  test('of a guest is accessible by its secret only, and its answers are counted anonymously', async () => {
    await simulate(secret)
    expect(await send([answer(single.id, 'C')])).toMatchObject({ ok: false })
    expect(await send([answer(single.id, 'C'), finish()], { owner: secret })).toMatchObject({ ok: true, finished: true })
    expect(await finalAnswers()).toEqual([])
    expect(await countRows(database, 'question_statistics')).toBe(1)
  })
})

import { randomUUID } from 'node:crypto'
import { aQuestion } from '#tests/factories.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { describe, expect, test } from 'vitest'
import { start } from '#exam/attempt.ts'
import { insertAttempt, findAttempt, findLatestAttempt, listEntries } from '#server/practice/store.ts'
import { listPinnedQuestions } from '#server/practice/pinned-questions.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { findStoredQuestion } from '#server/bank/question-history.ts'
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

describe('appending moves', () => {
  test('starts an attempt and continues with later batches', async () => {
    expect(await send([begin(), answer(single.id, 'A')])).toMatchObject({ ok: true, next: 2, missed: [], conflicts: [], finished: false })
    expect(await send([answer(single.id, 'C')], { base: 2 })).toMatchObject({ ok: true, next: 3 })
    expect(await stored()).toMatchObject({ questionIds: [single.id, reorder.id], answers: { [single.id]: ['C'] }, finishedAt: null })
  })

  test('stores guess marks, and reads attempts of earlier releases without any', async () => {
    await send([begin(), entry({ type: 'go', position: 1, isGuess: true })])
    expect(await stored()).toMatchObject({ current: 1, guessed: [reorder.id] })
    const { guessed: _, ...earlier } = {
      guessed: [],
      ...(await database.db.selectFrom('attempts').select('state').executeTakeFirstOrThrow()).state,
    }
    await database.db
      .updateTable('attempts')
      .set({ state: JSON.stringify(earlier) })
      .execute()
    expect(await stored()).toMatchObject({ guessed: [] })
    expect(await send([entry({ type: 'go', position: 0, isGuess: true })], { base: 2 })).toMatchObject({ ok: true, next: 3 })
    expect(await stored()).toMatchObject({ guessed: [single.id] })
  })

  test('stores a move once when it is sent repeatedly', async () => {
    const entries = [begin(), answer(single.id, 'A'), answer(single.id, 'B')]
    await send(entries)
    const again = await send(entries)
    expect(again).toMatchObject({ ok: true, next: 3, missed: entries, recorded: [], conflicts: [] })
    await send([...entries.slice(1), answer(single.id, 'D')], { base: 1 })
    expect((await listEntries(database.db, id, 0)).map(({ move }) => move.type)).toEqual(['start', 'answer', 'answer', 'answer'])
    expect(await stored()).toMatchObject({ answers: { [single.id]: ['D'] } })
  })

  test('does not replace an answer or a flag by an older one that arrives in a repeated list', async () => {
    const first = begin()
    const older = [answer(single.id, 'A'), entry({ type: 'unflag', questionId: single.id })]
    const newer = [answer(single.id, 'B'), entry({ type: 'flag', questionId: single.id })]
    await send([first, ...newer])
    const otherAnswer = answer(reorder.id, '2', '0', '1')
    expect(await send([first, ...older, ...newer, otherAnswer])).toMatchObject({ recorded: [otherAnswer.key], conflicts: [] })
    expect(await stored()).toMatchObject({ answers: { [single.id]: ['B'], [reorder.id]: ['2', '0', '1'] }, flagged: [single.id] })
  })

  test('stores each move once when the same batch is sent concurrently', async () => {
    const entries = [begin(), answer(single.id, 'A')]
    await Promise.all([send(entries), send(entries), send(entries)])
    expect(await countRows(database, 'attempts')).toBe(1)
    expect(await countRows(database, 'attempt_moves')).toBe(2)
  })

  test('stores a key once within a batch', async () => {
    const twice = answer(single.id, 'A')
    expect(await send([begin(), twice, { ...twice, move: answer(single.id, 'B').move }])).toMatchObject({ next: 2 })
    expect(await stored()).toMatchObject({ answers: { [single.id]: ['A'] } })
  })

  test('stores a move once when a sender with all moves repeats it', async () => {
    const flag = entry({ type: 'flag', questionId: single.id })
    const unflag = entry({ type: 'unflag', questionId: single.id })
    await send([begin(), flag, unflag])
    expect(await send([flag], { base: 3 })).toMatchObject({ ok: true, next: 3, recorded: [] })
  })

  test('pins the last published version of a question that is a draft', async () => {
    const current = await findStoredQuestion(database.db, single.id)
    await changeQuestion(
      database.db,
      null,
      single.id,
      { ...current, state: 'draft', text: '<p>Not for candidates yet?</p>' },
      undefined,
      now,
    )
    await send([begin()])
    const attempt = await findAttempt(database.db, id, camille)
    const [question] = await listPinnedQuestions(database.db, attempt ?? { pinned: [], simulation: null })
    expect(question).toMatchObject({ id: single.id, text: single.text })
  })

  test('returns the moves of another device and does not replace its answer', async () => {
    await send([begin()])
    const theirs = answer(single.id, 'A')
    await send([theirs], { base: 1 })
    const other = answer(reorder.id, '2', '0', '1')
    const kept = await send([answer(single.id, 'B'), other], { base: 1 })
    expect(kept).toMatchObject({ next: 3, missed: [theirs], recorded: [other.key], conflicts: [single.id] })
    expect(await stored()).toMatchObject({ answers: { [single.id]: ['A'], [reorder.id]: ['2', '0', '1'] } })
    expect(await send([answer(single.id, 'B')], { base: 3 })).toMatchObject({ next: 4, conflicts: [] })
    expect(await stored()).toMatchObject({ answers: { [single.id]: ['B'] } })
  })

  test('records nothing and returns the stored count when the sender has more moves', async () => {
    await send([begin()])
    expect(await send([answer(single.id, 'A')], { base: 7 })).toMatchObject({ ok: true, next: 1, recorded: [] })
    expect(await countRows(database, 'attempt_moves')).toBe(1)
  })

  test('ignores moves without effect: other questions, locked answers, moves after the end', async () => {
    await send([begin([single.id]), answer(single.id, 'A'), reveal(single.id)])
    const late = [
      answer(single.id, 'C'),
      answer(reorder.id, '2', '0', '1'),
      finish(),
      answer(single.id, 'C'),
      entry({ type: 'flag', questionId: single.id }),
    ]
    expect(await send(late, { base: 3 })).toMatchObject({ next: 4, finished: true })
    expect(await stored()).toMatchObject({ answers: { [single.id]: ['A'] }, flagged: [], finishedAt: now.getTime() })
  })

  test('corrects times by the error of the sender’s clock, but not into the future or beyond 90 days', async () => {
    const hour = 60 * 60_000
    const at = (time: number, sentAt: number) => ({ entries: [{ ...begin(), move: { ...begin().move, at: time } }], sentAt })
    const startedAt = async () => (await stored())?.startedAt
    await send([], at(now.getTime() + hour - 1000, now.getTime() + hour))
    expect(await startedAt()).toBe(now.getTime() - 1000)
    await database.db.deleteFrom('attempts').execute()
    await send([], at(now.getTime() + hour, now.getTime()))
    expect(await startedAt()).toBe(now.getTime())
    await database.db.deleteFrom('attempts').execute()
    await send([], at(0, now.getTime()))
    expect(await startedAt()).toBe(now.getTime() - 90 * 24 * hour)
  })
})

describe('a wrong clock', () => {
  const hour = 60 * 60_000
  const ids = [-hour, 0, hour].map((offMs, i) => ({ offMs, attemptId: `01a20000-0000-7000-8000-00000000001${i}` }))

  test.each(ids)('by $offMs ms has no effect', async ({ offMs, attemptId }) => {
    const made = [begin(), answer(single.id, 'C'), reveal(single.id), answer(reorder.id, '2', '0', '1'), finish()]
    const entries = made.map(({ key, move }, i) => ({ key, move: { ...move, at: now.getTime() + offMs - (made.length - i) * 60_000 } }))
    expect(await send(entries, { id: attemptId, sentAt: now.getTime() + offMs })).toMatchObject({ next: 5, finished: true })
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    const moves = await database.db.selectFrom('attempt_moves').select(['made_at', 'move']).orderBy('number').execute()
    expect(moves.map(({ made_at }) => made_at)).toEqual([5, 4, 3, 2, 1].map(minutesAgo))
    expect(moves.map(({ move }) => move.at)).toEqual(moves.map(({ made_at }) => made_at.getTime()))
    const answers = await database.db.selectFrom('final_answers').select('finalized_at').orderBy('question_id').execute()
    expect(answers.map(({ finalized_at }) => finalized_at)).toEqual([minutesAgo(3), minutesAgo(1)])
    const attempt = await database.db.selectFrom('attempts').select(['started_at', 'finished_at', 'changed_at']).executeTakeFirst()
    expect(attempt).toEqual({ started_at: minutesAgo(5), finished_at: minutesAgo(1), changed_at: now })
  })
})

describe('moves out of order', () => {
  test('are refused before the start and stored after it', async () => {
    const [first, second, third] = [begin(), answer(single.id, 'A'), answer(single.id, 'C')]
    expect(await send([third], { base: 2 })).toEqual({ ok: false, refusal: 'ATTEMPT_MISSING' })
    expect(await send([second, first])).toEqual({ ok: false, refusal: 'ATTEMPT_MISSING' })
    expect(await countRows(database, 'attempts')).toBe(0)
    await send([first, second])
    expect(await send([third], { base: 2 })).toMatchObject({ ok: true, next: 3 })
    expect(await stored()).toMatchObject({ answers: { [single.id]: ['C'] } })
  })

  test('in one batch have no effect: locked answers stay and a second start is ignored', async () => {
    await send([begin()])
    const mixed = [reveal(single.id), answer(single.id, 'C'), begin([single.id]), answer(reorder.id, '2', '0', '1')]
    expect(await send(mixed, { base: 1 })).toMatchObject({ ok: true, next: 3, recorded: [mixed[0]?.key, mixed[3]?.key] })
    expect(await stored()).toMatchObject({ questionIds: [single.id, reorder.id], answers: { [reorder.id]: ['2', '0', '1'] } })
    expect(await finalAnswers()).toEqual([])
  })

  test('after the end change neither the attempt nor its result', async () => {
    await send([begin(), answer(single.id, 'A'), finish()])
    const before = await findAttempt(database.db, id, camille)
    const late = [answer(single.id, 'C'), answer(reorder.id, '2', '0', '1'), reveal(reorder.id), finish()]
    const later = new Date(now.getTime() + 60_000)
    expect(await send(late, { base: 3 }, later)).toMatchObject({ ok: true, next: 3, recorded: [], finished: true })
    expect(await findAttempt(database.db, id, camille)).toEqual(before)
    expect(await finalAnswers()).toEqual([{ question: single.id, isCorrect: false }])
    const counts = await database.db.selectFrom('question_statistics').select(['answered', 'correct']).execute()
    expect(counts).toEqual([{ answered: 1, correct: 0 }])
  })
})

describe('refused moves', () => {
  test('include those for the attempt of another member, as if it did not exist', async () => {
    await send([begin()])
    const missing = { ok: false, refusal: 'ATTEMPT_MISSING' }
    expect(await send([answer(single.id, 'A')], { base: 1, owner: { userId: 'noor' } })).toEqual(missing)
    expect(await send([begin()], { owner: { secret: 'a secret that was guessed' } })).toEqual(missing)
    expect(await send([answer(single.id, 'A')], { id: strange, base: 1 })).toEqual(missing)
    expect(await send([begin()], { id: 'no-uuid' })).toEqual(missing)
    expect(await findAttempt(database.db, id, { userId: 'noor' })).toBeUndefined()
    expect(await stored()).toMatchObject({ answers: {} })
  })

  test('include those without a start', async () => {
    expect(await send([answer(single.id, 'A')])).toEqual({ ok: false, refusal: 'ATTEMPT_MISSING' })
    expect(await send([])).toEqual({ ok: false, refusal: 'ATTEMPT_MISSING' })
    expect(await countRows(database, 'attempts')).toBe(0)
  })

  test('include those of unknown exams, unknown questions and simulations that the server did not start', async () => {
    const unknown = { ok: false, refusal: 'ATTEMPT_UNKNOWN_EXAM' }
    expect(await send([begin([strange])])).toEqual(unknown)
    expect(await send([entry({ type: 'start', certificationId: 'zz-100', set: 'all', questionIds: [single.id] })])).toEqual(unknown)
    expect(await send([entry({ type: 'start', certificationId: 'mb-800', set: 'simulation', questionIds: [single.id] })])).toEqual(unknown)
  })

  test('include those beyond the limit of an attempt', async () => {
    await send([begin()])
    await database.db.updateTable('attempts').set({ next: 4999 }).execute()
    const entries = [answer(single.id, 'A'), answer(single.id, 'B')]
    expect(await send(entries, { base: 4999 })).toEqual({ ok: false, refusal: 'ATTEMPT_FULL' })
    // The batch that finishes the attempt may exceed the limit.
    expect(await send([...entries, finish()], { base: 4999 })).toMatchObject({ ok: true, next: 5002, finished: true })
    expect(await findAttempt(database.db, id, camille)).toMatchObject({ attempt: { answers: { [single.id]: ['B'] } } })
    const late = [answer(single.id, 'C'), entry({ type: 'go', position: 1 })]
    expect(await send(late, { base: 5002 })).toMatchObject({ ok: true, next: 5002, recorded: [] })
  })

  test('do not include those of an attempt with so many questions that it needs more moves', async () => {
    const many = Array.from({ length: 250 }, () => randomUUID())
    await saveQuestions(
      database.db,
      many.map((questionId) => aQuestion({ id: questionId })),
    )
    await send([begin(many)])
    await database.db.updateTable('attempts').set({ next: 5_990 }).execute()
    const entries = many.slice(0, 10).map((questionId) => answer(questionId, 'A'))
    expect(await send(entries, { base: 5_990 })).toMatchObject({ ok: true, next: 6_000 })
    expect(await send([answer(many[7] ?? '', 'B')], { base: 6_000 })).toEqual({ ok: false, refusal: 'ATTEMPT_FULL' })
  })

  test('include those beyond the lower limit of a simulation', async () => {
    const simulation = { terms: { minutes: 20, extraTime: 1, seed: 'seed' }, deadlineAt: new Date(now.getTime() + 60_000) }
    const asked = [{ id: single.id, version: 1 }]
    await insertAttempt(
      database.db,
      { id, owner: camille, pinned: asked, attempt: start('mb-800', 'simulation', [single.id], now.getTime()), simulation },
      now,
    )
    await database.db.updateTable('attempts').set({ next: 1_020 }).execute()
    expect(await send([answer(single.id, 'A')], { base: 1_020 })).toEqual({ ok: false, refusal: 'ATTEMPT_FULL' })
    expect(await send([answer(single.id, 'A'), finish()], { base: 1_020 })).toMatchObject({ ok: true, finished: true })
  })

  test('include new attempts beyond the daily limit', async () => {
    await database.db
      .insertInto('rate_limit_counts')
      .values({ key: 'attempts:camille', count: 300, window_ends_at: new Date(now.getTime() + 1000) })
      .execute()
    expect(await send([begin()])).toEqual({ ok: false, refusal: 'TOO_MANY_ATTEMPTS' })
  })
})

test('the latest attempt of a set is the one that started last', async () => {
  await send([begin()])
  const later = { ...begin(), move: { ...begin().move, at: now.getTime() } }
  await send([later], { id: strange }, new Date(now.getTime() + 1000))
  expect((await findLatestAttempt(database.db, 'camille', 'mb-800', 'all'))?.id).toBe(strange)
  expect(await findLatestAttempt(database.db, 'camille', 'mb-800', 'area-1')).toBeUndefined()
  expect(await findLatestAttempt(database.db, 'noor', 'mb-800', 'all')).toBeUndefined()
})

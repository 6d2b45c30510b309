import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { start } from '#exam/attempt.ts'
import type { JournalEntry, Move } from '#exam/moves.ts'
import type { Insertable } from 'kysely'
import type { RecentSession } from '#server/accounts/index.ts'
import type { Tables } from '#server/db/tables.ts'
import { deleteAccount } from '#server/accounts/change-person.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { movesBeforeFold } from '#server/db/folded-state.ts'
import { appendMoves, type MoveBatch } from '#server/practice/append-moves.ts'
import { removeAttempt } from '#server/practice/history.ts'
import { quickMovesMax, saveQuickly } from '#server/practice/quick-save.ts'
import { findAttempt, insertAttempt, lockAttempt } from '#server/practice/store.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers, waitForBlockedTransaction } from '#tests/services.ts'

const now = new Date('2026-11-22T12:00:00Z')
const idOf = (n: number) => `01a20000-0000-7000-8000-00000000000${n}`
const [q1 = '', q2 = '', other = ''] = [1, 2, 3].map((n) => `01a20000-0000-7000-8000-0000000000a${n}`)
const userId = 'camille'

const database = prepareDatabase()
beforeEach(async () => {
  await saveQuestions(
    database.db,
    [q1, q2, other].map((id) => aQuestion({ id })),
  )
  await addMembers(database.db, [userId, 'noor'], now)
  for (const n of [1, 2, 3]) await append(n, 0, [move({ type: 'start', certificationId: 'mb-800', set: 'all', questionIds: [q1, q2] })])
})
afterEach(async () => {
  vi.restoreAllMocks()
})

let keys = 0
const move = (values: Partial<Move> & { type: Move['type'] }): JournalEntry => ({
  key: `key-${++keys}-made-up`,
  move: { at: now.getTime(), ...values } as Move,
})
const answer = (questionId: string, ...given: string[]) => move({ type: 'answer', questionId, answer: given })
const answers = (count: number) => Array.from({ length: count }, () => answer(q1, 'A'))
const append = (n: number, base: number, entries: JournalEntry[], values: Partial<MoveBatch> = {}) =>
  appendMoves(database.db, { id: idOf(n), owner: { userId }, base, sentAt: now.getTime(), entries, ...values }, now)
const save = (
  entries: JournalEntry[],
  values: { base?: number; userId?: string; session?: RecentSession; sentAt?: number; n?: number } = {},
) => saveQuickly(database.db, { id: idOf(values.n ?? 1), userId, base: 1, sentAt: now.getTime(), entries, ...values }, now)
const rowOf = (n: number) =>
  database.db
    .selectFrom('attempts')
    .select(['state', 'next', 'folded_moves', 'unfolded_moves'])
    .where('id', '=', idOf(n))
    .executeTakeFirstOrThrow()
const answersOf = async (n: number) => (await findAttempt(database.db, idOf(n), { userId }))?.attempt.answers

describe('a quick save', () => {
  test('adds the moves and leaves the state, which readers complete', async () => {
    expect(await save([answer(q1, 'A'), move({ type: 'flag', questionId: q2 }), move({ type: 'go', position: 1 })])).toBe(true)
    expect(await rowOf(1)).toMatchObject({ state: { answers: {}, current: 0 }, next: 4, folded_moves: 1, unfolded_moves: 3 })
    expect((await findAttempt(database.db, idOf(1), { userId }))?.attempt).toMatchObject({
      answers: { [q1]: ['A'] },
      flagged: [q2],
      current: 1,
    })
  })

  test.each<[string, () => Parameters<typeof save>]>([
    ['the start of an attempt', () => [[answer(q1, 'A')], { base: 0 }]],
    ['nothing', () => [[]]],
    ['a blank answer', () => [[answer(q1, '')]]],
    ['a reveal', () => [[move({ type: 'reveal', questionId: q1 })]]],
    ['a mark as a guess', () => [[move({ type: 'go', position: 1, isGuess: true })]]],
    ['the end', () => [[move({ type: 'finish' })]]],
    // No test before this one saves quickly to the second attempt, so its questions are not known yet.
    ['an answer to a question of another attempt', () => [[answer(other, 'A')], { n: 2 }]],
    ['a position after the last question', () => [[move({ type: 'go', position: 2 })], { n: 2 }]],
    ['moves to an attempt of another member', () => [[answer(q1, 'A')], { userId: 'noor' }]],
    ['moves from before the latest one', () => [[answer(q1, 'A')], { base: 2 }]],
    ['a time before the start', () => [[answer(q1, 'A')], { sentAt: now.getTime() + 1 }]],
    ['too many moves', () => [answers(quickMovesMax + 1)]],
  ])('does not save %s', async (_, parameters) => {
    const [entries, values = {}] = parameters()
    expect(await save(entries, values)).toBe(false)
    expect(await rowOf(values.n ?? 1)).toMatchObject({ next: 1, unfolded_moves: null })
  })

  test.each<[string, () => JournalEntry]>([
    ['an answer to a question of another attempt', () => answer(other, 'A')],
    ['a position after the last question', () => move({ type: 'go', position: 2 })],
  ])('does not save %s after it has learned the questions of the attempt', async (_, make) => {
    expect(await save([answer(q1, 'A')])).toBe(true)
    expect(await save([make()], { base: 2 })).toBe(false)
    expect(await save([answer(q2, 'B'), move({ type: 'go', position: 1 })], { base: 2 })).toBe(true)
    expect(await rowOf(1)).toMatchObject({ next: 4, unfolded_moves: 3 })
  })

  test.each<[string, boolean, Partial<Insertable<Tables['sessions']>> & { isDisabled?: true }]>([
    ['of the member', true, {}],
    ['of another member', false, { user_id: 'noor' }],
    ['that has expired', false, { expires_at: new Date(now.getTime() - 1) }],
    ['that does not exist', false, { token: 'another-token' }],
    ['of a disabled account', false, { isDisabled: true }],
  ])('checks a session: one %s', async (_, isValid, { isDisabled, ...values }) => {
    const session = { id: 'session', token: 'token', user_id: userId, created_at: now, updated_at: now, expires_at: now, ...values }
    await database.db.insertInto('sessions').values(session).execute()
    if (isDisabled) await database.db.updateTable('users').set({ disabled_at: now }).where('id', '=', userId).execute()
    const recent = { token: 'token', userId, isValid: () => Promise.resolve(false), forget: () => undefined }
    expect(await save([answer(q1, 'A')], { session: recent })).toBe(isValid)
  })

  test('reads the questions of an attempt only once', async () => {
    expect(await save([answer(q1, 'A')])).toBe(true)
    await database.db.updateTable('attempts').set({ questions: '[]' }).where('id', '=', idOf(1)).execute()
    expect(await save([answer(q2, 'B')], { base: 2 })).toBe(true)
  })

  test('compares with the current questions when another member has started an attempt with the same id', async () => {
    expect(await save([answer(q1, 'A')])).toBe(true)
    await deleteAccount(database.db, userId)
    await append(1, 0, [move({ type: 'start', certificationId: 'mb-800', set: 'all', questionIds: [other] })], {
      owner: { userId: 'noor' },
    })
    expect(await save([answer(q1, 'A')], { userId: 'noor' })).toBe(false)
    expect(await save([move({ type: 'go', position: 1 })], { userId: 'noor' })).toBe(false)
    expect(await save([answer(other, 'A')], { userId: 'noor' })).toBe(true)
  })

  test('compares with the current questions when the member has imported an attempt with the same id', async () => {
    expect(await save([answer(q1, 'A')])).toBe(true)
    await removeAttempt(database.db, userId, idOf(1), now)
    const [attempt, pinned] = [start('mb-800', 'all', [other], now.getTime()), [{ id: other, version: 1 }]]
    await insertAttempt(database.db, { id: idOf(1), owner: { userId }, pinned, attempt, importedAt: now }, now)
    expect(await save([answer(q1, 'A')], { base: 0 })).toBe(false)
  })

  test('does not remember the questions of an imported attempt', async () => {
    const attempt = start('mb-800', 'all', [q1, q2], now.getTime())
    const pinned = [q1, q2].map((id) => ({ id, version: 1 }))
    await insertAttempt(database.db, { id: idOf(4), owner: { userId }, pinned, attempt, importedAt: now }, now)
    for (const base of [0, 1]) expect(await save([answer(q1, 'A')], { n: 4, base })).toBe(true)
    expect(await save([answer(other, 'A')], { n: 4, base: 2 })).toBe(false)
  })

  test('does not save an answer to a revealed question, a repeated key, or moves after the end', async () => {
    const first = answer(q1, 'A')
    await append(1, 1, [first, move({ type: 'reveal', questionId: q1 })])
    expect(await save([answer(q1, 'B')], { base: 3 })).toBe(false)
    expect(await save([{ ...answer(q2, 'B'), key: first.key }], { base: 3 })).toBe(false)
    await append(1, 3, [move({ type: 'finish' })])
    expect(await save([move({ type: 'go', position: 1 })], { base: 4 })).toBe(false)
    expect(await append(1, 4, [answer(q1, 'B')])).toMatchObject({ ok: true, next: 4, conflicts: [q1], finished: true })
  })

  test('does not save moves of a simulation, which has a deadline', async () => {
    const simulation = { terms: { minutes: 20, extraTime: 1, seed: 'seed' }, deadlineAt: new Date(now.getTime() + 60_000) }
    const attempt = start('mb-800', 'simulation', [q1], now.getTime())
    await insertAttempt(database.db, { id: idOf(4), owner: { userId }, pinned: [{ id: q1, version: 1 }], attempt, simulation }, now)
    await database.db.updateTable('attempts').set({ next: 1 }).where('id', '=', idOf(4)).execute()
    expect(await save([answer(q1, 'A')], { n: 4 })).toBe(false)
  })

  test('leaves it to a transaction to fold after so many moves, at another time for each attempt', async () => {
    const [first, second] = [movesBeforeFold(idOf(1)), movesBeforeFold(idOf(2))]
    expect(second).toBeGreaterThan(first)
    for (const n of [1, 2])
      for (let base = 1; base <= first; base += quickMovesMax)
        expect(await save(answers(Math.min(quickMovesMax, first + 1 - base)), { n, base })).toBe(true)
    expect(await save([answer(q2, 'B')], { base: first + 1 })).toBe(false)
    await append(1, first + 1, [answer(q2, 'B')])
    expect(await rowOf(1)).toMatchObject({ state: { answers: { [q1]: ['A'], [q2]: ['B'] } }, folded_moves: null, unfolded_moves: null })
    expect(await save([answer(q2, 'B')], { n: 2, base: first + 1 })).toBe(true)
    expect(await rowOf(2)).toMatchObject({ folded_moves: 1, unfolded_moves: first + 1 })
  })
})

describe('saves at the same time', () => {
  test('are one statement', async () => {
    const connect = vi.spyOn(database.pool, 'connect')
    const saved = await Promise.all([1, 2, 3].map((n) => append(n, 1, [answer(q1, 'A')])))
    expect(saved).toMatchObject([{ next: 2 }, { next: 2 }, { next: 2 }])
    expect(connect).toHaveBeenCalledTimes(1)
  })

  test('are saved alone if one of them repeats a key', async () => {
    const first = answer(q1, 'A')
    await append(1, 1, [first])
    const saved = await Promise.all([append(1, 2, [first]), append(2, 1, [answer(q1, 'A')]), append(3, 1, [answer(q1, 'A')])])
    expect(saved).toMatchObject([{ next: 2, recorded: [] }, { next: 2 }, { next: 2 }])
    expect(await Promise.all([1, 2, 3].map(rowOf))).toMatchObject([{ next: 2 }, { next: 2 }, { next: 2 }])
  })

  test('fail alone when the statement fails because of one of them', async () => {
    // The database cannot store a zero character.
    const invalid = { ...answer(q1, 'A'), key: 'key\0' }
    const results = await Promise.allSettled([1, 2, 3].map((n) => append(n, 1, [n === 2 ? invalid : answer(q1, 'A')])))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await Promise.all([1, 2, 3].map(answersOf))).toEqual([{ [q1]: ['A'] }, {}, { [q1]: ['A'] }])
  })

  test('fail together, without another try, when the database is unavailable', async () => {
    const outage = Object.assign(new Error('terminating connection'), { code: '57P01' })
    const connect = vi.spyOn(database.pool, 'connect').mockImplementation(() => {
      throw outage
    })
    const results = await Promise.allSettled([1, 2].map((n) => append(n, 1, [answer(q1, 'A')])))
    expect(results).toMatchObject([{ reason: outage }, { reason: outage }])
    expect(connect).toHaveBeenCalledTimes(1)
  })

  // The embedded database has one connection, so its transactions never run at the same time.
  describe.skipIf(!process.env['DATABASE_URL'])('on a database with several connections', () => {
    test('do not wait for an attempt that a transaction has locked', async () => {
      await database.db.transaction().execute(async (transaction) => {
        await lockAttempt(transaction, idOf(1))
        const results = await Promise.all([save([answer(q1, 'A')]), save([answer(q1, 'A')], { n: 2 })])
        expect(results).toEqual([false, true])
      })
    })

    test('are in the state that a transaction reads after it waited for them', async () => {
      let revealing: Promise<unknown> | undefined
      await database.db.transaction().execute(async (transaction) => {
        expect(
          await saveQuickly(transaction, { id: idOf(1), userId, base: 1, sentAt: now.getTime(), entries: [answer(q1, 'C')] }, now),
        ).toBe(true)
        revealing = append(1, 2, [move({ type: 'reveal', questionId: q1 })])
        await waitForBlockedTransaction(database.db)
      })
      await revealing
      expect(await rowOf(1)).toMatchObject({ state: { answers: { [q1]: ['C'] }, revealed: [q1] }, unfolded_moves: null })
      const finals = await database.db.selectFrom('final_answers').select(['question_id', 'is_correct']).execute()
      expect(finals).toEqual([{ question_id: q1, is_correct: true }])
    })
  })
})

describe('a process of an earlier release', () => {
  test('cannot save to an attempt whose state lacks moves, and can otherwise', async () => {
    const saveAsBefore = () =>
      database.db
        .updateTable('attempts')
        .set(({ eb }) => ({ state: JSON.stringify({ answers: {} }), next: eb('next', '+', 1) }))
        .where('id', '=', idOf(1))
        .execute()
    await saveAsBefore()
    await save([answer(q1, 'A')], { base: 2 })
    await expect(saveAsBefore()).rejects.toMatchObject({ code: '23514' })
  })
})

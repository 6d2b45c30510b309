import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#exam/planning/local-day.ts'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { removeAttempt } from '#server/practice/history.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { countReviews, listDue, scheduleReviews, reschedule } from '#server/review/index.ts'
import { aQuestion } from '#tests/factories.ts'
import {
  at,
  database,
  due,
  dueOn,
  first,
  firstDay,
  intervals,
  listPlans,
  practice,
  prepareReview,
  questions,
  second,
  setProfile,
  third,
} from '#server/review/review.test-setup.ts'

prepareReview()

describe('a question of the daily review', () => {
  test('is due after growing intervals while answers are correct', async () => {
    const days = await intervals(6)
    expect(days[0]).toBeGreaterThanOrEqual(2)
    for (const [i, length] of days.entries()) if (i > 0) expect(length).toBeGreaterThan(days[i - 1] ?? 0)
  })

  test('is due the next day after an incorrect answer, and then at shorter intervals', async () => {
    const before = await intervals(4)
    const day = (await dueOn()) ?? ''
    await practice(at(day), [first], { isRight: false })
    expect(await dueOn()).toBe(addDays(day, 1))
    const again = (await dueOn()) ?? ''
    await practice(at(again), [first])
    expect(daysBetween(again, (await dueOn()) ?? '')).toBeLessThan(before[3] ?? 0)
    await practice(at(firstDay), [second], { isRight: false })
    expect(await dueOn(second)).toBe(addDays(firstDay, 1))
  })

  test('is due sooner after a correct guess than after a confident answer, even when it is marked later', async () => {
    await practice(at(firstDay), [first])
    await practice(at(firstDay), [second], { isGuess: true })
    expect(await dueOn(second)).toBe(addDays(firstDay, 1))
    expect(daysBetween(firstDay, (await dueOn(first)) ?? '')).toBeGreaterThan(1)
    const late = await practice(at(firstDay), [third])
    const sure = await dueOn(third)
    const mark = async (base: number, isGuess: boolean) => {
      const entries: JournalEntry[] = [{ key: crypto.randomUUID(), move: { type: 'go', at: at(firstDay).getTime(), position: 0, isGuess } }]
      await appendMoves(
        database.db,
        { id: late, owner: { userId: 'camille' }, base, sentAt: at(firstDay).getTime(), entries },
        at(firstDay),
      )
    }
    await mark(3, true)
    expect(await dueOn(third)).toBe(addDays(firstDay, 1))
    await mark(4, false)
    expect(await dueOn(third)).toBe(sure)
  })

  test('is scheduled after any attempt, including answers that became final at its end', async () => {
    await practice(at(firstDay), [first], { set: 'all' })
    const id = crypto.randomUUID()
    const moves: Move[] = [
      { type: 'start', at: at(firstDay).getTime(), certificationId: 'mb-800', set: 'all', questionIds: [second, third] },
      { type: 'answer', at: at(firstDay).getTime(), questionId: second, answer: ['A'] },
    ]
    const send = (base: number, sent: Move[]) =>
      appendMoves(
        database.db,
        {
          id,
          owner: { userId: 'camille' },
          base,
          sentAt: at(firstDay).getTime(),
          entries: sent.map((move) => ({ key: crypto.randomUUID(), move })),
        },
        at(firstDay),
      )
    await send(0, moves)
    expect((await listPlans()).map(({ question_id }) => question_id)).toEqual([first])
    await send(2, [{ type: 'finish', at: at(firstDay).getTime() }])
    expect((await listPlans()).map(({ question_id }) => question_id)).toEqual([first, second])
  })

  test('is not rated as known when its answer key was just seen', async () => {
    await practice(at(firstDay, 9), [first], { isRight: false })
    await practice(at(firstDay, 10), [first])
    expect(await dueOn()).toBe(addDays(firstDay, 1))
    await practice(at(firstDay, 10), [second])
    const plain = await dueOn(second)
    await practice(at(firstDay, 11), [second])
    expect(await dueOn(second)).toBe(plain)
    await practice(at(firstDay, 12), [second], { isRight: false })
    expect(await dueOn(second)).not.toBe(plain)
  })

  test('is scheduled the same regardless of the order in which answers arrive', async () => {
    const [early, late] = [at(firstDay), at(addDays(firstDay, 3))]
    await practice(early, [first])
    await practice(late, [first], { isRight: false })
    await practice(late, [second], { isRight: false })
    await practice(early, [second], { sentAt: late })
    const [one, other] = await database.db.selectFrom('review_cards').select(['due_at', 'card']).execute()
    expect(one).toBeDefined()
    expect(other).toEqual(one)
  })

  test('is scheduled by its latest answers', async () => {
    const days = Array.from({ length: 60 }, (_, i) => addDays(firstDay, i - 60))
    const attempt = { user_id: 'camille', certification_id: 'mb-800', question_set: 'all', questions: '[]', state: '{}', next: 0 }
    const attempts = days.map((day) => ({ id: crypto.randomUUID(), at: at(day) }))
    await database.db
      .insertInto('attempts')
      .values(attempts.map(({ id, at: instant }) => ({ ...attempt, id, started_at: instant, changed_at: instant })))
      .execute()
    const answer = { user_id: 'camille', certification_id: 'mb-800', skill_area: 'Finance', question_id: first, is_correct: true }
    await database.db
      .insertInto('final_answers')
      .values(attempts.map(({ id, at: instant }) => ({ ...answer, attempt_id: id, finalized_at: instant })))
      .execute()
    await transact(database.db, (transaction) => scheduleReviews(transaction, 'camille', 'mb-800', [first], at(firstDay)))
    const { card } = await database.db.selectFrom('review_cards').select('card').executeTakeFirstOrThrow()
    expect(card).toMatchObject({ reps: 50, last_review: `${addDays(firstDay, -1)}T00:00:00.000Z` })
  })

  test('loses its schedule with its answers', async () => {
    await practice(at(firstDay), [first, second])
    const plain = await dueOn()
    const later = await practice(at(addDays(firstDay, 2)), [first, third])
    expect(await removeAttempt(database.db, 'ada', later, at(addDays(firstDay, 2)))).toBe(false)
    expect(await listPlans()).toHaveLength(3)
    expect(await removeAttempt(database.db, 'camille', later, at(addDays(firstDay, 2)))).toBe(true)
    expect((await listPlans()).map(({ question_id }) => question_id)).toEqual([first, second])
    expect(await dueOn()).toBe(plain)
  })

  test('that was deleted from the bank does not block saving its answer', async () => {
    const id = crypto.randomUUID()
    const start: Move = { type: 'start', at: at(firstDay).getTime(), certificationId: 'mb-800', set: 'all', questionIds: [first, second] }
    const sent = { id, owner: { userId: 'camille' }, sentAt: at(firstDay).getTime() }
    await appendMoves(database.db, { ...sent, base: 0, entries: [{ key: 'start-of-it', move: start }] }, at(firstDay))
    await changeQuestions(database.db, null, [first], { type: 'delete' }, at(firstDay))
    const moves: Move[] = [first, second].flatMap((questionId): Move[] => [
      { type: 'answer', at: at(firstDay).getTime(), questionId, answer: ['C'] },
      { type: 'reveal', at: at(firstDay).getTime(), questionId },
    ])
    const entries = moves.map((move) => ({ key: crypto.randomUUID(), move }))
    expect(await appendMoves(database.db, { ...sent, base: 1, entries }, at(firstDay))).toMatchObject({ ok: true, next: 5 })
    expect((await listPlans()).map(({ question_id }) => question_id)).toEqual([second])
  })
})

describe('due questions', () => {
  test('are none without answers', async () => {
    expect(await due(firstDay)).toEqual({ questionIds: [], dueCount: 0, leftToday: 20, nextDueOn: null })
    expect(await countReviews(database.db, 'camille', at(firstDay))).toEqual({ leftToday: 20, certifications: [] })
  })

  test('start with the most overdue and, on the same day, the weakest memory', async () => {
    await practice(at(firstDay), [third])
    await practice(at(addDays(firstDay, -5)), [second])
    const dueDay = (await dueOn(third)) ?? ''
    await practice(at(addDays(dueDay, -1)), [first], { isRight: false })
    expect(await dueOn(first)).toBe(dueDay)
    expect((await due(dueDay)).questionIds).toEqual([second, first, third])
  })

  test('belong to one member and certification', async () => {
    await practice(at(firstDay), [first], { userId: 'ada', isRight: false })
    await practice(at(firstDay), [second], { isRight: false })
    expect((await due(addDays(firstDay, 1))).questionIds).toEqual([second])
    expect(await listDue(database.db, 'camille', 'mb-300', at(addDays(firstDay, 1)))).toMatchObject({ questionIds: [], dueCount: 0 })
  })

  test('exclude withdrawn and deleted questions', async () => {
    await practice(at(firstDay), [first, second, third], { isRight: false })
    const change = (type: 'withdraw' | 'delete', id: string) => changeQuestions(database.db, null, [id], { type }, at(firstDay))
    await change('withdraw', first)
    await change('delete', second)
    expect(await due(addDays(firstDay, 1))).toMatchObject({ questionIds: [third], dueCount: 1 })
  })

  test('include the day of the next one', async () => {
    await practice(at(firstDay), [first], { isRight: false })
    expect(await due(firstDay)).toEqual({ questionIds: [], dueCount: 0, leftToday: 19, nextDueOn: addDays(firstDay, 1) })
    expect(await due(addDays(firstDay, 1), 0)).toMatchObject({ dueCount: 1, nextDueOn: null })
  })

  test('stay within the daily limit, which all certifications share', async () => {
    await setProfile({ daily_questions: 5 })
    const ids = questions.slice(0, 8).map(({ id }) => id)
    await practice(at(firstDay), ids, { set: 'all', isRight: false })
    const day = addDays(firstDay, 1)
    const morning = await due(day)
    expect(morning).toMatchObject({ dueCount: 8, leftToday: 5 })
    expect(morning.questionIds).toHaveLength(5)
    await practice(at(day, 10), morning.questionIds.slice(0, 2))
    expect(await due(day, 11)).toMatchObject({ dueCount: 6, leftToday: 3 })
    // Answers in other attempts do not count toward the daily limit.
    await practice(at(day, 11), morning.questionIds.slice(2, 3), { set: 'all' })
    expect(await due(day, 12)).toMatchObject({ dueCount: 5, leftToday: 3 })
    await practice(at(day, 12), morning.questionIds.slice(3))
    expect(await due(day, 13)).toMatchObject({ dueCount: 3, leftToday: 1 })
    const other = aQuestion({ id: '01a20000-0000-7000-8000-000000000301', examId: 'mb-300' })
    await saveQuestions(database.db, [other])
    await practice(at(day, 13), [other.id], { certificationId: 'mb-300' })
    expect(await due(day, 14)).toMatchObject({ questionIds: [], dueCount: 3, leftToday: 0 })
    const next = await due(addDays(day, 1))
    expect(next.leftToday).toBe(5)
    expect(next.questionIds.length).toBeLessThanOrEqual(5)
  })

  test('are none when the daily limit was lowered below the answers of the day', async () => {
    await setProfile({ daily_questions: 8 })
    const ids = questions.slice(0, 8).map(({ id }) => id)
    await practice(at(firstDay), ids, { set: 'all', isRight: false })
    const day = addDays(firstDay, 1)
    await practice(at(day), ids.slice(0, 6))
    await database.db.updateTable('user_profiles').set({ daily_questions: 5 }).execute()
    expect(await due(day, 10)).toMatchObject({ questionIds: [], dueCount: 2, leftToday: 0 })
  })

  test('are counted for every certification with scheduled reviews', async () => {
    const other = aQuestion({ id: '01a20000-0000-7000-8000-000000000301', examId: 'mb-300' })
    await saveQuestions(database.db, [other])
    await practice(at(firstDay), [first, second], { set: 'all', isRight: false })
    await practice(at(firstDay), [other.id], { set: 'all', certificationId: 'mb-300' })
    const { certifications } = await countReviews(database.db, 'camille', at(addDays(firstDay, 1)))
    expect(certifications).toEqual([
      { id: 'mb-300', dueCount: 0, oldestDueOn: null, nextDueOn: expect.any(String) as string },
      { id: 'mb-800', dueCount: 2, oldestDueOn: expect.any(String) as string, nextDueOn: null },
    ])
  })
})

describe('weeks of daily review', () => {
  test('show every question in time, within the daily limit', async () => {
    await setProfile({ daily_questions: 6 })
    await practice(
      at(firstDay),
      questions.map(({ id }) => id),
      { set: 'all' },
    )
    const asked = new Map<string, number>()
    let seed = 7
    for (let day = addDays(firstDay, 1); day < addDays(firstDay, 43); day = addDays(day, 1)) {
      const { questionIds, leftToday } = await due(day)
      expect(leftToday).toBe(6)
      expect(questionIds.length).toBeLessThanOrEqual(6)
      expect(new Set(questionIds).size).toBe(questionIds.length)
      for (const id of questionIds) {
        seed = (seed * 16_807) % 2_147_483_647
        await practice(at(day), [id], { isRight: seed % 5 !== 0 })
        asked.set(id, (asked.get(id) ?? 0) + 1)
        expect(((await dueOn(id)) ?? '') > day).toBe(true)
      }
      expect((await due(day, 20)).questionIds).toEqual([])
    }
    expect(asked.size).toBe(questions.length)
  })
})

// An exam date was set while an attempt was finished on another device. The new card ignored the exam date.
test('transactions that schedule reviews of a member run one after another', async () => {
  const isLocked = sql<boolean>`xmax::text = pg_current_xact_id()::xid::text`.as('isLocked')
  const readLock = (db: Db) => db.selectFrom('users').select(isLocked).where('id', '=', 'camille').executeTakeFirstOrThrow()
  const work = {
    recap: (db: Db) => reschedule(db, 'camille', 'mb-800', at(firstDay)),
    plan: (db: Db) => scheduleReviews(db, 'camille', 'mb-800', [first], at(firstDay)),
  }
  for (const plan of Object.values(work)) {
    const found = await transact(database.db, async (transaction) => {
      expect(await readLock(transaction)).toEqual({ isLocked: false })
      await plan(transaction)
      return readLock(transaction)
    })
    expect(found).toEqual({ isLocked: true })
  }
})

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { addDays, daysBetween, toInstant } from '#exam/planning/local-day.ts'
import type { JournalEntry, Move, QuestionSet } from '#exam/attempt.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { removeAttempt } from '#server/practice/history.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { saveQuestions } from '#server/bank/questions.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { listReturns } from '#server/review/return-days.ts'
import { countReviews, listDue, scheduleReviews, reschedule } from '#server/review/index.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { addMembers, openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const questions: BankQuestion[] = Array.from({ length: 30 }, (_, i) =>
  aQuestion({ id: `01a20000-0000-7000-8000-0000000001${String(i).padStart(2, '0')}` }),
)
const idOf = (i: number) => questions[i]?.id ?? ''
const [first, second, third] = [idOf(0), idOf(1), idOf(2)]
const firstDay = '2026-11-02'

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await saveCertification(database.db, aCertification(), 0)
  await saveCertification(database.db, aCertification({ id: 'mb-300' }), 1)
  await saveQuestions(database.db, questions)
  await addMembers(database.db, ['camille', 'ada'], new Date(0))
})
afterEach(() => database.empty())

/** An hour of a day in the member's time zone. */
const at = (day: string, hour = 9, timeZone = 'UTC') => new Date(toInstant(day, hour, timeZone))

type PracticeValues = { set?: QuestionSet; userId?: string; isRight?: boolean; isGuess?: boolean; certificationId?: string; sentAt?: Date }

/** Stores an attempt in which Camille answers these questions and reveals each. */
async function practice(now: Date, ids: readonly string[], values: PracticeValues = {}): Promise<string> {
  const { set = 'review', userId = 'camille', isRight = true, isGuess = false, certificationId = 'mb-800', sentAt = now } = values
  const id = crypto.randomUUID()
  const entry = (move: Partial<Move> & { type: Move['type'] }): JournalEntry => ({
    key: crypto.randomUUID(),
    move: { at: now.getTime(), ...move } as Move,
  })
  const entries = [
    entry({ type: 'start', certificationId, set, questionIds: [...ids] }),
    ...ids.flatMap((questionId, position) => [
      ...(isGuess ? [entry({ type: 'go', position, isGuess })] : []),
      entry({ type: 'answer', questionId, answer: isRight ? ['C'] : ['A'] }),
      entry({ type: 'reveal', questionId }),
    ]),
  ]
  const sent = { id, owner: { userId }, base: 0, sentAt: sentAt.getTime(), entries }
  expect(await appendMoves(database.db, sent, sentAt)).toMatchObject({ ok: true })
  return id
}

const listPlans = () =>
  database.db.selectFrom('review_cards').select(['question_id', 'due_at']).where('user_id', '=', 'camille').orderBy('question_id').execute()
const dueAt = async (questionId = first) => (await listPlans()).find(({ question_id }) => question_id === questionId)?.due_at
const dueOn = async (questionId = first) => (await dueAt(questionId))?.toISOString().slice(0, 10)
const due = (day: string, hour = 9) => listDue(database.db, 'camille', 'mb-800', at(day, hour))

async function setProfile(values: { time_zone?: string; daily_questions?: number }): Promise<void> {
  await database.db
    .insertInto('user_profiles')
    .values({ id: 'camille', ...values })
    .execute()
}

async function setExam(day: string | undefined, now: Date): Promise<void> {
  await transact(database.db, async (transaction) => {
    await transaction.deleteFrom('exam_dates').where('user_id', '=', 'camille').execute()
    const row = { user_id: 'camille', certification_id: 'mb-800', exam_on: day ?? '' }
    if (day) await transaction.insertInto('exam_dates').values(row).execute()
    await reschedule(transaction, 'camille', 'mb-800', now)
  })
}

/** Answers the first question correctly whenever it is due. @returns the days between reviews */
async function intervals(count: number, from = firstDay): Promise<number[]> {
  const found: number[] = []
  let day = from
  for (let i = 0; i < count; i += 1) {
    await practice(at(day), [first])
    const next = (await dueOn()) ?? ''
    found.push(daysBetween(day, next))
    day = next
  }
  return found
}

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

describe('the questions of an attempt', () => {
  test('come back on their days, soonest first, for its owner only', async () => {
    await setProfile({ time_zone: 'America/New_York' })
    const id = await practice(at(firstDay, 12), [first, second])
    await practice(at(firstDay, 13), [second], { isRight: false })
    const returns = await listReturns(database.db, 'camille', id, at(firstDay, 14))
    expect(returns).toEqual([
      { questionId: second, dueOn: addDays(firstDay, 1) },
      { questionId: first, dueOn: expect.stringMatching(/^2026-11-0[4-9]$/) },
    ])
    // Overdue questions come back today.
    const today = addDays(firstDay, 30)
    expect(await listReturns(database.db, 'camille', id, at(today, 14))).toEqual([
      { questionId: second, dueOn: today },
      { questionId: first, dueOn: today },
    ])
    await practice(at(firstDay, 13), [first], { userId: 'ada' })
    expect(await listReturns(database.db, 'ada', id, at(firstDay, 14))).toEqual([])
    expect(await listReturns(database.db, 'camille', 'no-id', at(firstDay))).toEqual([])
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

describe('the exam date', () => {
  const examOn = addDays(firstDay, 9)
  const lastDay = addDays(examOn, -1)

  test('is after every scheduled review', async () => {
    await setExam(examOn, at(firstDay))
    let day = firstDay
    for (let i = 0; day < lastDay && i < 9; i += 1) {
      await practice(at(day), [first])
      expect(((await dueOn()) ?? '') <= lastDay).toBe(true)
      day = (await dueOn()) ?? ''
    }
    expect(day).toBe(lastDay)
  })

  test('reschedules reviews when it is set, changed and removed', async () => {
    await intervals(3, addDays(firstDay, -40))
    const plain = await dueOn()
    expect((plain ?? '') > examOn).toBe(true)
    await setExam(examOn, at(firstDay))
    expect(await dueOn()).toBe(lastDay)
    await setExam(addDays(examOn, 2), at(firstDay))
    expect(await dueOn()).toBe(addDays(lastDay, 2))
    await setExam(undefined, at(firstDay))
    expect(await dueOn()).toBe(plain)
  })

  test('does not make questions due again that were reviewed on the day before', async () => {
    await setExam(examOn, at(firstDay))
    await practice(at(lastDay), [first])
    expect((await due(lastDay, 20)).questionIds).toEqual([])
  })

  test('no longer limits reviews from that day on', async () => {
    await intervals(3, addDays(firstDay, -40))
    const plain = await dueOn()
    await setExam(examOn, at(firstDay))
    expect(await due(lastDay)).toMatchObject({ questionIds: [first] })
    expect(await due(examOn)).toMatchObject({ questionIds: [], dueCount: 0, nextDueOn: plain })
    expect((await countReviews(database.db, 'camille', at(examOn))).certifications).toEqual([
      { id: 'mb-800', dueCount: 0, oldestDueOn: null, nextDueOn: plain },
    ])
    await practice(at(examOn), [second])
    expect(await dueOn(second)).toBe(addDays(examOn, daysBetween(addDays(firstDay, -40), (await firstInterval()) ?? '')))
  })

  /** The due day of a question that was first answered correctly forty days before the first day. */
  async function firstInterval(): Promise<string | undefined> {
    await practice(at(addDays(firstDay, -40)), [third])
    return dueOn(third)
  }

  test('fills the daily limit in the last round, with the questions that the plan chooses', async () => {
    await setProfile({ daily_questions: 5 })
    await practice(
      at(addDays(firstDay, -1)),
      questions.slice(0, 20).map(({ id }) => id),
      { set: 'all' },
    )
    await setExam(addDays(firstDay, 10), at(firstDay))
    expect(await due(firstDay)).toMatchObject({ questionIds: [], dueCount: 0 })
    await setExam(addDays(firstDay, 4), at(firstDay))
    const planned = await due(firstDay)
    expect(planned).toMatchObject({ dueCount: 5, leftToday: 5, nextDueOn: addDays(firstDay, 1) })
    expect(planned.questionIds).toHaveLength(5)
    expect((await countReviews(database.db, 'camille', at(firstDay))).certifications).toEqual([
      { id: 'mb-800', dueCount: 5, oldestDueOn: firstDay, nextDueOn: addDays(firstDay, 1) },
    ])
    await practice(at(firstDay, 10), planned.questionIds)
    expect(await due(firstDay, 11)).toMatchObject({ questionIds: [], dueCount: 0, leftToday: 0, nextDueOn: addDays(firstDay, 1) })
    // Three days are missed. The last day has five others.
    const last = await due(addDays(firstDay, 3))
    expect(last.questionIds).toHaveLength(5)
    expect(last.questionIds.filter((id) => planned.questionIds.includes(id))).toEqual([])
  })

  test('gives the skill area that weighs more the first questions', async () => {
    const [light = '', heavy = ''] = aCertification()
      .skillAreas.toSorted((a, b) => a.weightMin - b.weightMin)
      .map(({ name }) => name)
    const ofAreas = questions.slice(0, 20).map((question, i) => ({ ...question, skillArea: i < 10 ? light : heavy }))
    await saveQuestions(database.db, ofAreas)
    await setProfile({ daily_questions: 5 })
    await practice(
      at(addDays(firstDay, -1)),
      ofAreas.map(({ id }) => id),
      { set: 'all' },
    )
    await setExam(addDays(firstDay, 1), at(firstDay))
    const heavyIds = ofAreas.slice(10).map(({ id }) => id)
    expect((await due(firstDay)).questionIds.filter((id) => !heavyIds.includes(id))).toEqual([])
  })

  test('of another certification has no effect', async () => {
    await intervals(3, addDays(firstDay, -40))
    const plain = await dueOn()
    const row = { user_id: 'camille', certification_id: 'mb-300', exam_on: examOn }
    await database.db.insertInto('exam_dates').values(row).execute()
    await transact(database.db, (transaction) => reschedule(transaction, 'camille', undefined, at(firstDay)))
    expect(await dueOn()).toBe(plain)
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

describe('days in the member’s time zone', () => {
  test.each([
    ['Europe/Paris', '2026-11-02T22:59:59Z', '2026-11-02T23:00:00Z'],
    ['America/Los_Angeles', '2026-11-03T07:59:59Z', '2026-11-03T08:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-03T09:59:59Z', '2026-11-03T10:00:00Z'],
  ])('start at midnight in %s', async (timeZone, before, after) => {
    await setProfile({ time_zone: timeZone })
    const yesterday = at(localDayOf(before, timeZone), 20, timeZone)
    await practice(new Date(yesterday.getTime()), [first], { isRight: false })
    const ask = (text: string) => listDue(database.db, 'camille', 'mb-800', new Date(text))
    expect((await ask(before)).questionIds).toEqual([])
    expect((await ask(after)).questionIds).toEqual([first])
    await practice(new Date(before), [second])
    expect((await ask(before)).leftToday).toBe(18)
    expect((await ask(after)).leftToday).toBe(20)
  })

  test('follow daylight saving time without gaining or losing a day', async () => {
    await setProfile({ time_zone: 'Europe/Paris' })
    for (const [i, sunday] of ['2027-03-28', '2026-10-25'].entries()) {
      const id = idOf(10 + i)
      await practice(at(addDays(sunday, -1), 23, 'Europe/Paris'), [id], { isRight: false })
      expect(await dueAt(id)).toEqual(at(sunday, 0, 'Europe/Paris'))
      await practice(at(sunday, 23, 'Europe/Paris'), [id], { isRight: false })
      expect(await dueAt(id)).toEqual(at(addDays(sunday, 1), 0, 'Europe/Paris'))
    }
  })

  test('change with the time zone', async () => {
    await practice(at(firstDay), [first], { isRight: false })
    await setProfile({ time_zone: 'America/New_York' })
    await transact(database.db, (transaction) => reschedule(transaction, 'camille', undefined, at(firstDay)))
    expect(await dueAt()).toEqual(at(addDays(firstDay, 1), 0, 'America/New_York'))
  })

  function localDayOf(text: string, timeZone: string): string {
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(text))
  }
})

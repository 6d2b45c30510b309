import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#exam/planning/local-day.ts'
import { transact } from '#server/db/transact.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { countReviews, listDue, reschedule } from '#server/review/index.ts'
import { listReturns } from '#server/review/return-days.ts'
import { aCertification } from '#tests/factories.ts'
import {
  at,
  database,
  due,
  dueAt,
  dueOn,
  first,
  firstDay,
  idOf,
  intervals,
  practice,
  prepareReview,
  questions,
  second,
  setProfile,
  third,
} from '#server/review/review.test-setup.ts'

prepareReview()

async function setExam(day: string | undefined, now: Date): Promise<void> {
  await transact(database.db, async (transaction) => {
    await transaction.deleteFrom('exam_dates').where('user_id', '=', 'camille').execute()
    const row = { user_id: 'camille', certification_id: 'mb-800', exam_on: day ?? '' }
    if (day) await transaction.insertInto('exam_dates').values(row).execute()
    await reschedule(transaction, 'camille', 'mb-800', now)
  })
}

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
    // Three days are missed. On the last day, five other questions are due.
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

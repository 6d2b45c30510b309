import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#exam/duration.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveExamDate, saveExamOutcome, savePreparation } from '#server/exam-dates/index.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { readSettings, saveSettings } from '#server/settings/settings.ts'
import { readToday } from '#server/today/today.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers } from '#tests/services.ts'

const now = new Date('2026-11-23T12:00:00Z')
const areas = ['Set up Business Central', 'Configure financials']
const uuid = (number: number) => `01a20000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const bank = Array.from({ length: 12 }, (_, i) => aQuestion({ id: uuid(100 + i), skillArea: areas[i % 2] ?? '' }))
const other = [aQuestion({ id: uuid(200), examId: 'pl-900' })]

const database = prepareDatabase()
beforeEach(async () => {
  await saveCertification(database.db, aCertification({ id: 'pl-900', name: 'Power Platform Fundamentals', family: 'Power Platform' }), 1)
  await saveCertification(database.db, aCertification({ id: 'mb-200', status: 'retired' }), 2)
  await saveQuestions(database.db, [...bank, ...other])
  await addMembers(database.db, ['camille', 'noor'], now)
})

const today = (at = now) => readToday(database.db, 'camille', at)
const setDate = (certification: string, day: string, at = now) => saveExamDate(database.db, 'camille', { certification, day }, at)

type Practice = { questions?: typeof bank; rights?: readonly boolean[]; at?: number; set?: QuestionSet; ends?: boolean; userId?: string }

let attempts = 0
async function practice({
  questions = bank,
  rights = [],
  at = now.getTime() - hourMs,
  set = 'all',
  ends = true,
  userId = 'camille',
}: Practice) {
  const id = uuid(0x10000 + ++attempts)
  const [first] = questions
  const start: Move = { type: 'start', at, certificationId: first?.examId ?? '', set, questionIds: questions.map((one) => one.id) }
  const answers = rights.flatMap((isRight, i): Move[] => [
    { type: 'answer', at: at + i, questionId: questions[i]?.id ?? '', answer: [isRight ? 'C' : 'A'] },
    { type: 'go', at: at + i, position: Math.min(i + 1, questions.length - 1) },
  ])
  const moves: Move[] = [start, ...answers, ...(ends ? [{ type: 'finish' as const, at: at + 1000 }] : [])]
  const entries = moves.map((move, i): JournalEntry => ({ key: `move-${attempts}-${i}`, move }))
  await appendMoves(database.db, { id, owner: { userId }, base: 0, sentAt: at + 1000, entries }, new Date(at + 1000))
  return id
}

describe('today of a new member', () => {
  test('asks what the exam is and has nothing to do', async () => {
    expect(await today()).toMatchObject({
      today: '2026-11-23',
      exam: null,
      exams: [],
      pending: null,
      asksForExam: true,
      preparingFor: null,
      choices: [{ id: 'mb-800' }, { id: 'pl-900' }],
      goal: { perDay: null, answered: 0 },
      due: [],
      unfinished: [],
    })
    expect((await today()).days).toHaveLength(28)
  })

  test('accepts "not sure yet" as an answer', async () => {
    await savePreparation(database.db, 'camille', '')
    expect(await today()).toMatchObject({ asksForExam: false, exam: null })
    await savePreparation(database.db, 'camille', 'pl-900')
    expect(await today()).toMatchObject({ asksForExam: false, exam: { id: 'pl-900', day: null, daysLeft: null, seen: 0 } })
  })
})

describe('the exam on Today', () => {
  test('is the next one with a date, and counts the days in the time zone of the member', async () => {
    await practice({ questions: other, rights: [true] })
    expect(await today()).toMatchObject({ exam: { id: 'pl-900' }, asksForExam: true })
    await setDate('mb-800', '2026-12-17')
    expect(await today()).toMatchObject({
      exam: { id: 'mb-800', day: '2026-12-17', daysLeft: 24 },
      exams: [{ id: 'mb-800' }, { id: 'pl-900', day: null, seen: 1 }],
      asksForExam: false,
    })
    const settings = await readSettings(database.db, 'camille')
    await saveSettings(database.db, 'camille', { ...settings, timeZone: 'Pacific/Auckland' }, now)
    expect(await today()).toMatchObject({ today: '2026-11-24', exam: { daysLeft: 23 } })
  })

  test('is asked about once it is over, until the member says how it went', async () => {
    await setDate('mb-800', '2026-11-24')
    expect(await today(new Date('2026-11-24T12:00:00Z'))).toMatchObject({ exam: { daysLeft: 0 }, pending: null })
    const after = new Date('2026-11-25T12:00:00Z')
    expect(await today(after)).toMatchObject({ exam: null, pending: { certificationId: 'mb-800', day: '2026-11-24' }, asksForExam: false })
    await saveExamOutcome(database.db, 'camille', 'mb-800', 'not_yet', after)
    expect(await today(after)).toMatchObject({ pending: null, preparingFor: 'mb-800', exam: { id: 'mb-800', daysLeft: null } })
    await saveExamOutcome(database.db, 'camille', 'mb-800', 'passed', after)
    expect(await today(after)).toMatchObject({ pending: null, preparingFor: null, asksForExam: true })
  })
})

describe('the figures on Today', () => {
  test('are the latest answers: mistakes, the weakest area, and answers per day', async () => {
    // Questions with even numbers are in the first area, which has one mistake. The second area has three.
    const first = [true, false, true, false, false, false, true, true, true, true, true, true]
    await practice({ rights: bank.map(() => false), at: now.getTime() - 3 * dayMs })
    await practice({ rights: first })
    await practice({ rights: [true], userId: 'noor' })
    const { exam, days, goal } = await today()
    expect(exam).toMatchObject({
      seen: 12,
      mistakes: 4,
      weakest: { number: 2, area: { name: areas[1], share: { percent: 50, total: 6 } } },
    })
    expect(days.slice(-4)).toEqual([
      { day: '2026-11-20', answers: 12 },
      { day: '2026-11-21', answers: 0 },
      { day: '2026-11-22', answers: 0 },
      { day: '2026-11-23', answers: 12 },
    ])
    expect(goal).toEqual({ perDay: null, answered: 12 })
    // A new date schedules the reviews again, which must not change the figures.
    await setDate('mb-800', '2026-11-30')
    expect((await today()).exam).toMatchObject({ seen: 12, mistakes: 4 })
  })

  test('include due questions with their waiting time, within the daily limit', async () => {
    await practice({ rights: bank.map(() => false), at: now.getTime() - 3 * dayMs })
    expect((await today()).due).toEqual([{ certificationId: 'mb-800', count: 12, waitingDays: 2 }])
    const settings = await readSettings(database.db, 'camille')
    await saveSettings(database.db, 'camille', { ...settings, dailyQuestions: 5, dailyGoal: 10 }, now)
    expect(await today()).toMatchObject({ due: [{ count: 5 }], goal: { perDay: 10 } })
    // The limit covers both exams, and the one with the date comes first.
    await practice({ questions: other, rights: [false], at: now.getTime() - 3 * dayMs })
    await setDate('pl-900', '2026-12-17')
    expect((await today()).due).toMatchObject([
      { certificationId: 'pl-900', count: 1 },
      { certificationId: 'mb-800', count: 4 },
    ])
  })
})

describe('the attempts to resume', () => {
  test('are those in progress, the one that changed last first', async () => {
    const other = await practice({ rights: [true, false], ends: false, at: now.getTime() - 2 * hourMs })
    const id = await practice({ rights: [true], ends: false, set: 'mixed' })
    const { unfinished } = await today()
    expect(unfinished.map((attempt) => attempt.id)).toEqual([id, other])
    expect(unfinished[0]).toEqual({
      id,
      certificationId: 'mb-800',
      set: 'mixed',
      position: 2,
      questionCount: 12,
      answered: 1,
      changedAt: now.getTime() - hourMs + 1000,
    })
  })

  test('include a simulation only while its time is running', async () => {
    const id = await practice({ rights: [true], ends: false })
    const openUntil = async (deadlineAt: Date) => {
      await database.db.updateTable('attempts').set({ question_set: 'simulation', deadline_at: deadlineAt }).where('id', '=', id).execute()
      return (await today()).unfinished[0]?.set
    }
    expect(await openUntil(new Date(now.getTime() + 1000))).toBe('simulation')
    expect(await openUntil(now)).toBeUndefined()
  })

  test('are none that are finished, replaced by a later one, or without an answer', async () => {
    await practice({ rights: [true], ends: false, at: now.getTime() - 3 * hourMs })
    await practice({ rights: [true], at: now.getTime() - 2 * hourMs })
    await practice({ rights: [], ends: false, set: 'mixed' })
    expect((await today()).unfinished).toEqual([])
  })
})

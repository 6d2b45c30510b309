/** What the tests of the daily review share: thirty questions, attempts with answers to them, and their schedules. */
import { beforeEach, expect } from 'vitest'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { daysBetween, toInstant } from '#exam/planning/local-day.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { listDue } from '#server/review/index.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers, type TestDatabase } from '#tests/services.ts'

export let database: TestDatabase
export const questions: BankQuestion[] = Array.from({ length: 30 }, (_, i) =>
  aQuestion({ id: `01a20000-0000-7000-8000-0000000001${String(i).padStart(2, '0')}` }),
)
export const idOf = (i: number) => questions[i]?.id ?? ''
export const [first, second, third] = [idOf(0), idOf(1), idOf(2)]
export const firstDay = '2026-11-02'

/** An hour of a day in the member's time zone. */
export const at = (day: string, hour = 9, timeZone = 'UTC') => new Date(toInstant(day, hour, timeZone))

type PracticeValues = { set?: QuestionSet; userId?: string; isRight?: boolean; isGuess?: boolean; certificationId?: string; sentAt?: Date }

/** Stores an attempt in which Camille answers these questions and reveals each. */
export async function practice(now: Date, ids: readonly string[], values: PracticeValues = {}): Promise<string> {
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

export const listPlans = () =>
  database.db.selectFrom('review_cards').select(['question_id', 'due_at']).where('user_id', '=', 'camille').orderBy('question_id').execute()
export const dueAt = async (questionId = first) => (await listPlans()).find(({ question_id }) => question_id === questionId)?.due_at
export const dueOn = async (questionId = first) => (await dueAt(questionId))?.toISOString().slice(0, 10)
export const due = (day: string, hour = 9) => listDue(database.db, 'camille', 'mb-800', at(day, hour))

export async function setProfile(values: { time_zone?: string; daily_questions?: number }): Promise<void> {
  await database.db
    .insertInto('user_profiles')
    .values({ id: 'camille', ...values })
    .execute()
}

/** Answers the first question correctly whenever it is due. @returns the days between reviews */
export async function intervals(count: number, from = firstDay): Promise<number[]> {
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

/** Opens a database for the tests in a file. Before each test, it has the questions and two members. */
export function prepareReview(): void {
  database = prepareDatabase()
  beforeEach(async () => {
    await saveCertification(database.db, aCertification({ id: 'mb-300' }), 1)
    await saveQuestions(database.db, questions)
    await addMembers(database.db, ['camille', 'ada'], new Date(0))
  })
}

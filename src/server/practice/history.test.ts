import { beforeEach, describe, expect, test } from 'vitest'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { findAttempt } from '#server/practice/store.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { listAttempts, removeAttempt, removePractice } from '#server/practice/history.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { readProgressOverview } from '#server/progress/progress.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers, countRows } from '#tests/services.ts'

const now = new Date('2026-11-22T12:00:00Z')
const finance = aQuestion({ id: '01a20000-0000-7000-8000-0000000000a1' })
const power = aQuestion({ id: '01a20000-0000-7000-8000-0000000000a2', examId: 'pl-900', createdAt: '2026-11-20T09:00:00.000Z' })

const database = prepareDatabase()
beforeEach(async () => {
  await saveCertification(database.db, aCertification({ id: 'pl-900' }), 1)
  await saveQuestions(database.db, [finance, power])
  await addMembers(database.db, ['camille', 'noor'], now)
})

let made = 0
type Given = { userId?: string; question?: typeof finance; minutesAgo?: number; isFinished?: boolean }

function movesOf({ question = finance, minutesAgo = 60, isFinished = true }: Given): JournalEntry[] {
  const at = now.getTime() - minutesAgo * 60_000
  const moves: Move[] = [
    { type: 'start', at, certificationId: question.examId, set: 'all', questionIds: [question.id] },
    { type: 'answer', at: at + 1000, questionId: question.id, answer: ['C'] },
    ...(isFinished ? [{ type: 'finish' as const, at: at + 2000 }] : []),
  ]
  return moves.map((move, i) => ({ key: `${made}-${i}-of-a-run`, move }))
}

async function practice(given: Given = {}): Promise<string> {
  const id = `01a20000-0000-7000-8000-${(++made).toString(16).padStart(12, '0')}`
  const sent = { id, owner: { userId: given.userId ?? 'camille' }, base: 0, sentAt: now.getTime(), entries: movesOf(given) }
  expect(await appendMoves(database.db, sent, now)).toMatchObject({ ok: true })
  return id
}

const history = (before: string | null = null) => listAttempts(database.db, 'camille', before)
const figures = async () => (await readProgressOverview(database.db, 'camille', now)).totals

describe('the history', () => {
  test('lists a member’s attempts, latest first', async () => {
    await practice({ userId: 'noor' })
    const older = await practice({ minutesAgo: 90 })
    const newer = await practice({ question: power, minutesAgo: 30, isFinished: false })
    expect(await history()).toMatchObject({
      attempts: [
        {
          id: newer,
          certificationId: 'pl-900',
          set: 'all',
          answered: 1,
          questionCount: 1,
          finishedAt: null,
          correct: null,
          isLatest: true,
        },
        { id: older, certificationId: 'mb-800', answered: 1, questionCount: 1, correct: 1, total: 1, isLatest: true },
      ],
      next: null,
    })
  })

  test('marks the latest attempt of each set', async () => {
    await practice({ minutesAgo: 90, isFinished: false })
    await practice({ minutesAgo: 30, isFinished: false })
    expect((await history()).attempts.map(({ isLatest }) => isLatest)).toEqual([true, false])
  })

  test('continues page by page without gaps when several attempts started at once', async () => {
    const ids: string[] = []
    for (let i = 0; i < 45; i++) ids.push(await practice({ minutesAgo: 10 + Math.floor(i / 3) }))
    const first = await history()
    const second = await history(first.next)
    const third = await history(second.next)
    expect([first, second, third].map(({ attempts }) => attempts.length)).toEqual([20, 20, 5])
    expect(third.next).toBeNull()
    const shown = [first, second, third].flatMap(({ attempts }) => attempts.map(({ id }) => id))
    expect(shown.toSorted()).toEqual(ids.toSorted())
  })

  test.each(['nonsense', '-', '17-no-uuid', "1'; drop table attempts; --"])('returns the first page for %s', async (before) => {
    await practice()
    expect((await history(before)).attempts).toHaveLength(1)
  })
})

describe('deleting an attempt', () => {
  test('removes it from the totals, with its moves and answers', async () => {
    const id = await practice()
    await practice({ question: power, isFinished: false })
    expect(await figures()).toMatchObject({ certifications: 2, finishedAttempts: 1, activeMs: 2000 })
    expect(await removeAttempt(database.db, 'camille', id, now)).toBe(true)
    expect(await figures()).toMatchObject({ certifications: 1, finishedAttempts: 0, activeMs: 1000 })
    expect([await countRows(database, 'attempt_moves'), await countRows(database, 'final_answers')]).toEqual([2, 0])
    expect(await findAttempt(database.db, id, { userId: 'camille' })).toBeUndefined()
  })

  test('does not affect the attempt of another member', async () => {
    const id = await practice()
    expect(await removeAttempt(database.db, 'noor', id, now)).toBe(false)
    expect(await removeAttempt(database.db, 'noor', 'no-uuid', now)).toBe(false)
    expect(await countRows(database, 'attempts')).toBe(1)
  })

  test('is not undone when a device sends its moves again', async () => {
    const id = await practice()
    await removeAttempt(database.db, 'camille', id, now)
    const sent = { id, owner: { userId: 'camille' }, base: 0, sentAt: now.getTime(), entries: movesOf({}) }
    expect(await appendMoves(database.db, sent, now)).toEqual({ ok: false, refusal: 'ATTEMPT_MISSING' })
    expect(await countRows(database, 'attempts')).toBe(0)
  })
})

describe('starting over', () => {
  test('deletes all practice of one certification and its scheduled reviews', async () => {
    await practice()
    await practice({ minutesAgo: 30 })
    await practice({ question: power })
    await practice({ userId: 'noor' })
    const planned = () => database.db.selectFrom('review_cards').select(['user_id', 'question_id']).orderBy('user_id').execute()
    expect(await planned()).toHaveLength(3)
    expect(await removePractice(database.db, 'camille', 'mb-800', now)).toBe(2)
    expect(await figures()).toMatchObject({ certifications: 1, finishedAttempts: 1 })
    expect(await countRows(database, 'attempts')).toBe(2)
    expect(await planned()).toEqual([
      { user_id: 'camille', question_id: power.id },
      { user_id: 'noor', question_id: finance.id },
    ])
    expect(await removePractice(database.db, 'camille', 'mb-800', now)).toBe(0)
  })
})

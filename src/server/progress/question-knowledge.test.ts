import { afterEach, describe, expect, test } from 'vitest'
import { deriveKnowledge } from '#exam/planning/knowledge.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { listKnowledge } from '#server/progress/question-knowledge.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'

const [a, b, c] = ['a1', 'a2', 'a3'].map((end) => aQuestion({ id: `01a20000-0000-7000-8000-0000000000${end}` })) as [
  ReturnType<typeof aQuestion>,
  ReturnType<typeof aQuestion>,
  ReturnType<typeof aQuestion>,
]
const questions = [a, b, c]
const noon = Date.parse('2026-11-22T12:00:00Z')
const journals: Move[][] = []

const database = prepareDatabase({ questions, members: ['camille', 'ada'] })
afterEach(async () => {
  journals.length = 0
})

/** Stores an attempt that started at a minute after noon, with a move every second. */
async function practice(minute: number, moves: readonly object[], userId = 'camille', set: QuestionSet = 'all'): Promise<void> {
  const start = { type: 'start', certificationId: 'mb-800', set, questionIds: questions.map(({ id }) => id) }
  const timed = [start, ...moves].map((move, i) => ({ at: noon + minute * 60_000 + i * 1000, ...move }) as Move)
  if (userId === 'camille') journals.push(timed)
  const entries = timed.map((move) => ({ key: crypto.randomUUID(), move }))
  const now = new Date(noon + 24 * 60 * 60_000)
  const batch = { id: crypto.randomUUID(), owner: { userId }, base: 0, sentAt: now.getTime(), entries }
  expect(await appendMoves(database.db, batch, now)).toMatchObject({ ok: true })
}

const answer = (questionId: string, ...entries: string[]) => ({ type: 'answer', questionId, answer: entries })
const move = (type: 'reveal' | 'flag' | 'unflag', questionId: string) => ({ type, questionId })
const guess = (position: number) => ({ type: 'go', position, isGuess: true })
const read = () => listKnowledge(database.db, 'camille', 'mb-800')

describe('knowledge on the server', () => {
  test('is empty before the first final answer or flag', async () => {
    await practice(0, [answer(a.id, 'A'), move('reveal', b.id)])
    expect(await read()).toEqual([])
  })

  test('equals the knowledge on a device with the same attempts', async () => {
    await practice(0, [answer(a.id, 'C'), move('reveal', a.id), move('flag', a.id), answer(b.id, 'A'), guess(1), { type: 'finish' }])
    await practice(10, [answer(a.id, 'A'), move('reveal', a.id), move('flag', c.id)])
    await practice(20, [answer(b.id, 'C'), move('flag', b.id), guess(1), { type: 'finish' }], 'camille', 'mistakes')
    await practice(30, [answer(a.id, 'C'), move('reveal', a.id)], 'ada')
    const onServer = await read()
    expect(onServer.map(({ id, isCorrect, isGuess, isFlagged }) => ({ id, isCorrect, isGuess, isFlagged }))).toEqual([
      { id: a.id, isCorrect: false, isGuess: false, isFlagged: false },
      { id: b.id, isCorrect: true, isGuess: true, isFlagged: true },
      { id: c.id, isCorrect: null, isGuess: false, isFlagged: true },
    ])
    const onDevice = [...deriveKnowledge(journals, questions)]
      .map(([id, knowledge]) => ({ id, ...knowledge }))
      .toSorted((x, y) => (x.id < y.id ? -1 : 1))
    expect(onServer).toEqual(onDevice)
  })

  test('preserves a flag while later attempts do not reach the question', async () => {
    await practice(0, [move('flag', a.id)])
    await practice(10, [answer(b.id, 'C')])
    expect(await read()).toMatchObject([{ id: a.id, isFlagged: true }])
    await practice(20, [answer(a.id, 'C')])
    expect(await read()).toMatchObject([{ id: a.id, isFlagged: false }])
  })
})

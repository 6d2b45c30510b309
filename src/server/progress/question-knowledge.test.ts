import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deriveKnowledge } from '#exam/knowledge.ts'
import type { Move, QuestionSet } from '#exam/attempt.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { listKnowledge } from '#server/progress/question-knowledge.ts'
import { saveQuestions } from '#server/bank/questions.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { addMembers, openTestDatabase } from '#tests/services.ts'
import type { TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const [a, b, c] = ['a1', 'a2', 'a3'].map((end) => aQuestion({ id: `01a20000-0000-7000-8000-0000000000${end}` })) as [
  ReturnType<typeof aQuestion>,
  ReturnType<typeof aQuestion>,
  ReturnType<typeof aQuestion>,
]
const questions = [a, b, c]
const noon = Date.parse('2026-11-22T12:00:00Z')
const journals: Move[][] = []

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await saveCertification(database.db, aCertification(), 0)
  await saveQuestions(database.db, questions)
  await addMembers(database.db, ['camille', 'ada'], new Date(0))
})
afterEach(async () => {
  journals.length = 0
  await database.empty()
})

/** A run that began so many minutes after noon, with a move every second. */
async function practise(minute: number, moves: readonly object[], userId = 'camille', set: QuestionSet = 'all'): Promise<void> {
  const begun = { type: 'start', certificationId: 'mb-800', set, questionIds: questions.map(({ id }) => id) }
  const made = [begun, ...moves].map((move, i) => ({ at: noon + minute * 60_000 + i * 1000, ...move }) as Move)
  if (userId === 'camille') journals.push(made)
  const entries = made.map((move) => ({ key: crypto.randomUUID(), move }))
  const now = new Date(noon + 24 * 60 * 60_000)
  const sent = { id: crypto.randomUUID(), owner: { userId }, base: 0, sentAt: now.getTime(), entries }
  expect(await appendMoves(database.db, sent, now)).toMatchObject({ ok: true })
}

const answer = (questionId: string, ...given: string[]) => ({ type: 'answer', questionId, answer: given })
const move = (type: 'reveal' | 'flag' | 'unflag', questionId: string) => ({ type, questionId })
const read = () => listKnowledge(database.db, 'camille', 'mb-800')

describe('what the server knows of questions', () => {
  test('is nothing before the first settled answer or flag', async () => {
    await practise(0, [answer(a.id, 'A'), move('reveal', b.id)])
    expect(await read()).toEqual([])
  })

  test('is the same as a device knows that made all the runs', async () => {
    await practise(0, [answer(a.id, 'C'), move('reveal', a.id), move('flag', a.id), answer(b.id, 'A'), { type: 'finish' }])
    await practise(10, [answer(a.id, 'A'), move('reveal', a.id), move('flag', c.id)])
    await practise(20, [answer(b.id, 'C'), move('flag', b.id), { type: 'finish' }], 'camille', 'mistakes')
    await practise(30, [answer(a.id, 'C'), move('reveal', a.id)], 'ada')
    const known = await read()
    expect(known.map(({ id, isCorrect, isFlagged }) => ({ id, isCorrect, isFlagged }))).toEqual([
      { id: a.id, isCorrect: false, isFlagged: false },
      { id: b.id, isCorrect: true, isFlagged: true },
      { id: c.id, isCorrect: null, isFlagged: true },
    ])
    const here = [...deriveKnowledge(journals, questions)].map(([id, one]) => ({ id, ...one })).toSorted((x, y) => (x.id < y.id ? -1 : 1))
    expect(known).toEqual(here)
  })

  test('keeps a flag while later runs do not come to the question', async () => {
    await practise(0, [move('flag', a.id)])
    await practise(10, [answer(b.id, 'C')])
    expect(await read()).toMatchObject([{ id: a.id, isFlagged: true }])
    await practise(20, [answer(a.id, 'C')])
    expect(await read()).toMatchObject([{ id: a.id, isFlagged: false }])
  })
})

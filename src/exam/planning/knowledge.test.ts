import { describe, expect, test } from 'vitest'
import { deriveKnowledge, mergeKnowledge, type QuestionKnowledge } from '#exam/planning/knowledge.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { aQuestion, aReorderQuestion } from '#tests/factories.ts'

const questions = [aQuestion({ id: 'a' }), aQuestion({ id: 'b' }), aReorderQuestion({ id: 'c' })]

/** A journal that starts at `startedAt`, with one move in each millisecond after that. */
function aJournal(startedAt: number, moves: readonly object[], set: QuestionSet = 'all'): Move[] {
  const start = { type: 'start', certificationId: 'mb-800', set, questionIds: ['a', 'b', 'c'] }
  return [start, ...moves].map((move, i) => ({ at: startedAt + i, ...move }) as Move)
}

const answer = (questionId: string, ...entries: string[]) => ({ type: 'answer', questionId, answer: entries })
const move = (type: 'reveal' | 'flag' | 'unflag', questionId: string) => ({ type, questionId })
const right = ['C']
const knowledge = (...journals: Move[][]) => Object.fromEntries(deriveKnowledge(journals, questions))
const aKnowledge = (values: Partial<QuestionKnowledge>): QuestionKnowledge => ({
  isCorrect: null,
  answeredAt: 0,
  isGuess: false,
  isFlagged: false,
  flaggedAt: 0,
  ...values,
})

describe('knowledge of questions', () => {
  test('is empty without attempts and without a start', () => {
    expect(knowledge()).toEqual({})
    expect(knowledge(aJournal(10, []))).toEqual({})
    expect(knowledge([{ type: 'answer', at: 5, questionId: 'a', answer: right }])).toEqual({})
  })

  test('has the correctness of an answer once the answer is final', () => {
    const open = aJournal(10, [answer('a', ...right)])
    expect(knowledge(open)).toEqual({ a: aKnowledge({ flaggedAt: 10 }) })
    expect(knowledge([...open, { type: 'reveal', at: 15, questionId: 'a' }])).toEqual({
      a: aKnowledge({ isCorrect: true, answeredAt: 15, flaggedAt: 10 }),
    })
    expect(knowledge([...open, { type: 'finish', at: 20 }])).toEqual({ a: aKnowledge({ isCorrect: true, answeredAt: 20, flaggedAt: 10 }) })
  })

  test('has the time of the reveal, not of the later end of the attempt', () => {
    const journal = aJournal(10, [answer('a', ...right), move('reveal', 'a'), { type: 'finish', at: 90 }])
    expect(knowledge(journal)).toEqual({ a: aKnowledge({ isCorrect: true, answeredAt: 12, flaggedAt: 10 }) })
  })

  test('grades by question type', () => {
    const journal = aJournal(10, [answer('a', 'A'), answer('c', '2', '0', '1'), { type: 'finish' }])
    expect(knowledge(journal)).toMatchObject({ a: { isCorrect: false }, c: { isCorrect: true } })
    const disordered = aJournal(10, [answer('c', '0', '2', '1'), { type: 'finish' }])
    expect(knowledge(disordered)).toMatchObject({ c: { isCorrect: false } })
  })

  test('counts a question as seen after a reveal, a cleared answer or a flag', () => {
    const seen = aJournal(10, [move('reveal', 'a'), answer('b', 'A'), answer('b'), move('flag', 'c'), { type: 'finish' }])
    expect(knowledge(seen)).toEqual({
      a: aKnowledge({ flaggedAt: 10 }),
      b: aKnowledge({ flaggedAt: 10 }),
      c: aKnowledge({ flaggedAt: 10, isFlagged: true }),
    })
  })

  test('has the latest answer, regardless of the order of the journals', () => {
    const before = aJournal(10, [answer('a', 'A'), move('reveal', 'a')])
    const after = aJournal(50, [answer('a', ...right), move('reveal', 'a')])
    const expected = { a: aKnowledge({ isCorrect: true, answeredAt: 52, flaggedAt: 50 }) }
    expect(knowledge(before, after)).toEqual(expected)
    expect(knowledge(after, before)).toEqual(expected)
  })

  test('preserves the last final answer while a later answer can still change', () => {
    const before = aJournal(10, [answer('a', 'A'), move('reveal', 'a')])
    expect(knowledge(before, aJournal(50, [answer('a', ...right)]))).toEqual({
      a: aKnowledge({ isCorrect: false, answeredAt: 12, flaggedAt: 50 }),
    })
  })

  test('has the guess mark of the latest final answer only', () => {
    const guess = { type: 'go', position: 0, isGuess: true }
    expect(knowledge(aJournal(10, [guess, answer('a', ...right)]))).toEqual({ a: aKnowledge({ flaggedAt: 10 }) })
    const guessed = aJournal(10, [guess, answer('a', ...right), move('reveal', 'a')])
    expect(knowledge(guessed)).toMatchObject({ a: { isCorrect: true, isGuess: true } })
    expect(knowledge(guessed, aJournal(50, [answer('a', ...right), move('reveal', 'a')]))).toMatchObject({ a: { isGuess: false } })
  })

  test('preserves a flag until a later attempt shows the question without one', () => {
    const flagged = aJournal(10, [move('flag', 'a')])
    expect(knowledge(flagged, aJournal(50, [answer('b', ...right)]))).toMatchObject({ a: { isFlagged: true } })
    expect(knowledge(flagged, aJournal(50, [answer('a', ...right)]))).toMatchObject({ a: { isFlagged: false } })
    expect(knowledge(flagged, aJournal(50, [move('flag', 'a'), move('unflag', 'a')]))).toMatchObject({ a: { isFlagged: false } })
  })

  test('counts questions of a simulation as seen or flagged only', () => {
    const simulation = aJournal(10, [answer('a', ...right), move('flag', 'b'), { type: 'finish' }], 'simulation')
    expect(knowledge(simulation)).toEqual({ a: aKnowledge({ flaggedAt: 10 }), b: aKnowledge({ flaggedAt: 10, isFlagged: true }) })
  })

  test('ignores questions that were not requested', () => {
    const moves = aJournal(10, [answer('a', ...right), { type: 'finish' }])
    expect(deriveKnowledge([moves], questions.slice(1)).size).toBe(0)
  })
})

describe('merging knowledge', () => {
  test('uses the latest answer and the latest flag state independently', () => {
    const onDevice = new Map([['a', aKnowledge({ isCorrect: true, answeredAt: 20, isFlagged: true, flaggedAt: 10 })]])
    const onServer = new Map([
      ['a', aKnowledge({ isCorrect: false, answeredAt: 15, flaggedAt: 12 })],
      ['b', aKnowledge({ flaggedAt: 3 })],
    ])
    const expected = { a: aKnowledge({ isCorrect: true, answeredAt: 20, flaggedAt: 12 }), b: aKnowledge({ flaggedAt: 3 }) }
    expect(Object.fromEntries(mergeKnowledge(onDevice, onServer))).toEqual(expected)
    expect(Object.fromEntries(mergeKnowledge(onServer, onDevice))).toEqual(expected)
    expect(mergeKnowledge(new Map(), onServer)).toEqual(onServer)
  })

  test('uses the second argument when both have the same time', () => {
    const first = new Map([['a', aKnowledge({ isCorrect: false, answeredAt: 20, isFlagged: true, flaggedAt: 10 })]])
    const second = new Map([['a', aKnowledge({ isCorrect: true, answeredAt: 20, isFlagged: false, flaggedAt: 10 })]])
    expect(mergeKnowledge(first, second)).toEqual(second)
    expect(mergeKnowledge(second, first)).toEqual(first)
  })
})

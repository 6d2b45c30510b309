import { describe, expect, test } from 'vitest'
import { deriveKnowledge, mergeKnowledge } from '#exam/knowledge.ts'
import type { QuestionKnowledge } from '#exam/knowledge.ts'
import type { Move, QuestionSet } from '#exam/attempt.ts'
import { aQuestion, aReorderQuestion } from '#tests/factories.ts'

const questions = [aQuestion({ id: 'a' }), aQuestion({ id: 'b' }), aReorderQuestion({ id: 'c' })]

/** A journal that begins at this time; each move comes one later. */
function aJournal(startedAt: number, moves: readonly object[], set: QuestionSet = 'all'): Move[] {
  const start = { type: 'start', certificationId: 'mb-800', set, questionIds: ['a', 'b', 'c'] }
  return [start, ...moves].map((move, i) => ({ at: startedAt + i, ...move }) as Move)
}

const answer = (questionId: string, ...given: string[]) => ({ type: 'answer', questionId, answer: given })
const move = (type: 'reveal' | 'flag' | 'unflag', questionId: string) => ({ type, questionId })
const right = ['C']
const knowledge = (...journals: Move[][]) => Object.fromEntries(deriveKnowledge(journals, questions))
const known = (values: Partial<QuestionKnowledge>): QuestionKnowledge => ({
  isCorrect: null,
  answeredAt: 0,
  isFlagged: false,
  flaggedAt: 0,
  ...values,
})

describe('what somebody knows', () => {
  test('is nothing without runs, and without a start', () => {
    expect(knowledge()).toEqual({})
    expect(knowledge(aJournal(10, []))).toEqual({})
    expect(knowledge([{ type: 'answer', at: 5, questionId: 'a', answer: right }])).toEqual({})
  })

  test('is a verdict once the answer can no longer change', () => {
    const open = aJournal(10, [answer('a', ...right)])
    expect(knowledge(open)).toEqual({ a: known({ flaggedAt: 10 }) })
    expect(knowledge([...open, { type: 'reveal', at: 15, questionId: 'a' }])).toEqual({
      a: known({ isCorrect: true, answeredAt: 15, flaggedAt: 10 }),
    })
    expect(knowledge([...open, { type: 'finish', at: 20 }])).toEqual({ a: known({ isCorrect: true, answeredAt: 20, flaggedAt: 10 }) })
  })

  test('is graded by the rules of the question', () => {
    const given = aJournal(10, [answer('a', 'A'), answer('c', '2', '0', '1'), { type: 'finish' }])
    expect(knowledge(given)).toMatchObject({ a: { isCorrect: false }, c: { isCorrect: true } })
    const disordered = aJournal(10, [answer('c', '0', '2', '1'), { type: 'finish' }])
    expect(knowledge(disordered)).toMatchObject({ c: { isCorrect: false } })
  })

  test('is that a question was seen, where nothing was answered: a look at the key, an answer taken back, a flag', () => {
    const seen = aJournal(10, [move('reveal', 'a'), answer('b', 'A'), answer('b'), move('flag', 'c'), { type: 'finish' }])
    expect(knowledge(seen)).toEqual({
      a: known({ flaggedAt: 10 }),
      b: known({ flaggedAt: 10 }),
      c: known({ flaggedAt: 10, isFlagged: true }),
    })
  })

  test('is the latest answer, in whatever order the journals come', () => {
    const before = aJournal(10, [answer('a', 'A'), move('reveal', 'a')])
    const after = aJournal(50, [answer('a', ...right), move('reveal', 'a')])
    const expected = { a: known({ isCorrect: true, answeredAt: 52, flaggedAt: 50 }) }
    expect(knowledge(before, after)).toEqual(expected)
    expect(knowledge(after, before)).toEqual(expected)
  })

  test('keeps the verdict while a later run has the answer open', () => {
    const before = aJournal(10, [answer('a', 'A'), move('reveal', 'a')])
    expect(knowledge(before, aJournal(50, [answer('a', ...right)]))).toEqual({
      a: known({ isCorrect: false, answeredAt: 12, flaggedAt: 50 }),
    })
  })

  test('keeps a flag until the question is seen again without one', () => {
    const flagged = aJournal(10, [move('flag', 'a')])
    expect(knowledge(flagged, aJournal(50, [answer('b', ...right)]))).toMatchObject({ a: { isFlagged: true } })
    expect(knowledge(flagged, aJournal(50, [answer('a', ...right)]))).toMatchObject({ a: { isFlagged: false } })
    expect(knowledge(flagged, aJournal(50, [move('flag', 'a'), move('unflag', 'a')]))).toMatchObject({ a: { isFlagged: false } })
  })

  test('knows of a simulation what was seen and flagged, not what was right', () => {
    const sat = aJournal(10, [answer('a', ...right), move('flag', 'b'), { type: 'finish' }], 'simulation')
    expect(knowledge(sat)).toEqual({ a: known({ flaggedAt: 10 }), b: known({ flaggedAt: 10, isFlagged: true }) })
  })

  test('leaves out questions that are not asked about', () => {
    const moves = aJournal(10, [answer('a', ...right), { type: 'finish' }])
    expect(deriveKnowledge([moves], questions.slice(1)).size).toBe(0)
  })
})

describe('what two places know together', () => {
  test('is the later answer and the later word about the flag, each by itself', () => {
    const here = new Map([['a', known({ isCorrect: true, answeredAt: 20, isFlagged: true, flaggedAt: 10 })]])
    const there = new Map([
      ['a', known({ isCorrect: false, answeredAt: 15, flaggedAt: 12 })],
      ['b', known({ flaggedAt: 3 })],
    ])
    const expected = { a: known({ isCorrect: true, answeredAt: 20, flaggedAt: 12 }), b: known({ flaggedAt: 3 }) }
    expect(Object.fromEntries(mergeKnowledge(here, there))).toEqual(expected)
    expect(Object.fromEntries(mergeKnowledge(there, here))).toEqual(expected)
    expect(mergeKnowledge(new Map(), there)).toEqual(there)
  })
})

import { describe, expect, test } from 'vitest'
import { attemptQuestionsMax } from '#exam/contract.ts'
import { countDrawn, findAreaOfSet, listQuestionIdsOfSet, parseQuestionSet } from '#exam/question-set.ts'
import { aQuestion } from '#tests/factories.ts'

const areas = [{ name: 'Finance' }, { name: 'Sales' }]
const questions = [aQuestion({ id: 'q1', skillArea: 'Sales' }), aQuestion({ id: 'q2', skillArea: 'Finance' })]

describe('a set in an address', () => {
  test.each([
    [null, 'all'],
    ['all', 'all'],
    ['area-2', 'area-2'],
    ['mistakes', 'mistakes'],
    ['renewal', 'renewal'],
    ['area-0', undefined],
    ['area-', undefined],
    ['everything', undefined],
  ])('%j is %j', (text, expected) => {
    expect(parseQuestionSet(text)).toBe(expected)
  })

  test('has its questions in bank order', () => {
    expect(listQuestionIdsOfSet('all', questions, areas)).toEqual(['q1', 'q2'])
    expect(listQuestionIdsOfSet('area-1', questions, areas)).toEqual(['q2'])
    expect(listQuestionIdsOfSet('area-9', questions, areas)).toEqual([])
    expect(listQuestionIdsOfSet('mistakes', questions, areas)).toEqual([])
  })

  // The server refuses an attempt with more questions.
  test('has at most as many questions as an attempt may have', () => {
    const many = Array.from({ length: attemptQuestionsMax + 1 }, (_, i) => aQuestion({ id: `q${i}`, skillArea: 'Sales' }))
    expect(listQuestionIdsOfSet('all', many, areas)).toHaveLength(attemptQuestionsMax)
    expect(listQuestionIdsOfSet('area-2', many, areas)).toHaveLength(attemptQuestionsMax)
    expect([countDrawn('all', many.length), countDrawn('all', 7), countDrawn(10, 7), countDrawn(10, 30)]).toEqual([
      attemptQuestionsMax,
      7,
      7,
      10,
    ])
  })

  test('finds its skill area, if the outline has it', () => {
    expect(findAreaOfSet('area-2', areas)).toEqual({ name: 'Sales' })
    expect(findAreaOfSet('area-3', areas)).toBeUndefined()
    expect(findAreaOfSet('all', areas)).toBeUndefined()
  })
})

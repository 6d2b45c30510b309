import { describe, expect, test } from 'vitest'
import type { QuestionKnowledge } from '#exam/planning/knowledge.ts'
import { drawIds, filterQuestions, type CustomSetChoice } from '#exam/planning/custom-set.ts'
import { aQuestion, aReorderQuestion } from '#tests/factories.ts'

const known = (values: Partial<QuestionKnowledge>): QuestionKnowledge => ({
  isCorrect: null,
  answeredAt: 0,
  isGuess: false,
  isFlagged: false,
  flaggedAt: 0,
  ...values,
})
const questions = [
  aQuestion({ id: 'wrong' }),
  aQuestion({ id: 'right', skillArea: 'Purchase' }),
  aReorderQuestion({ id: 'flagged' }),
  aReorderQuestion({ id: 'new', skillArea: 'Purchase' }),
]
const knowledge = new Map([
  ['wrong', known({ isCorrect: false, answeredAt: 1 })],
  ['right', known({ isCorrect: true, answeredAt: 1 })],
  ['flagged', known({ isFlagged: true })],
])
const fitting = (choice: Partial<CustomSetChoice>) =>
  filterQuestions(questions, knowledge, { filters: [], areas: [], types: [], ...choice }).map(({ id }) => id)

describe('filtering questions', () => {
  test('returns all without filters', () => {
    expect(fitting({})).toEqual(['wrong', 'right', 'flagged', 'new'])
  })

  test('returns questions that match any chosen filter', () => {
    expect(fitting({ filters: ['wrong'] })).toEqual(['wrong'])
    expect(fitting({ filters: ['unseen'] })).toEqual(['new'])
    expect(fitting({ filters: ['flagged', 'wrong'] })).toEqual(['wrong', 'flagged'])
  })

  test('combines area and type', () => {
    expect(fitting({ areas: ['Purchase'] })).toEqual(['right', 'new'])
    expect(fitting({ areas: ['Purchase'], types: ['reorder', 'drag_drop'] })).toEqual(['new'])
    expect(fitting({ areas: ['Purchase'], types: ['reorder'], filters: ['wrong'] })).toEqual([])
  })

  test('counts all questions as unseen without practice', () => {
    expect(filterQuestions(questions, new Map(), { filters: ['unseen'], areas: [], types: [] })).toHaveLength(4)
  })
})

describe('drawing question ids', () => {
  test('returns the first ones of the bank, or all when there are fewer', () => {
    expect(drawIds(questions, 2, 'bank', knowledge, () => 0)).toEqual(['wrong', 'right'])
    expect(drawIds(questions, 9, 'bank', knowledge, () => 0)).toHaveLength(4)
    expect(drawIds([], 3, 'bank', knowledge, () => 0)).toEqual([])
  })

  test('returns random ones, each once', () => {
    expect(drawIds(questions, 2, 'shuffled', knowledge, () => 0.99)).toEqual(['new', 'flagged'])
    expect(drawIds(questions, 4, 'shuffled', knowledge, () => 0.5).toSorted()).toEqual(['flagged', 'new', 'right', 'wrong'])
  })

  test.each([0, 0.5, 0.99])('mixes: incorrect ones, then unseen ones, then correct ones, with random %s', (number) => {
    const drawn = drawIds(questions, 4, 'mixed', knowledge, () => number)
    expect([drawn[0], drawn.slice(1, 3).toSorted(), drawn[3]]).toEqual(['wrong', ['flagged', 'new'], 'right'])
  })

  test('mixes unseen questions differently each time', () => {
    const draw = (number: number) => drawIds(questions, 4, 'mixed', new Map(), () => number)
    expect(draw(0)).not.toEqual(draw(0.99))
  })
})

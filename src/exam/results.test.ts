import { describe, expect, test } from 'vitest'
import { listMistakeIds, gradeAttempt, listWeakAreas } from '#exam/results.ts'
import { finish, flag, recordAnswer, start } from '#exam/attempt.ts'
import { aQuestion } from '#tests/factories.ts'

const questions = [
  aQuestion({ id: 'q1', skillArea: 'Sales' }),
  aQuestion({ id: 'q2', skillArea: 'Sales' }),
  aQuestion({ id: 'q3', skillArea: 'Finance' }),
]
const started = start('mb-800', 'all', ['q1', 'q2', 'q3'], 0)
const answered = flag(recordAnswer(recordAnswer(started, 'q1', ['C']), 'q2', ['A']), 'q2')
const areas = ['Finance', 'Sales', 'Stock']

describe('the result of an attempt', () => {
  const result = gradeAttempt(finish(answered, 10), questions, areas)

  test('counts correct, incorrect and blank answers', () => {
    expect(result).toMatchObject({ correct: 1, blank: 1, total: 3, percent: 33, isPassed: false })
    expect(result?.questions.map(({ state, isFlagged, number }) => [number, state, isFlagged])).toEqual([
      [1, 'right', false],
      [2, 'wrong', true],
      [3, 'blank', false],
    ])
  })

  test('is split by skill area, in the order of the outline', () => {
    expect(result?.areas).toEqual([
      { skillArea: 'Finance', correct: 0, total: 1, percent: null },
      { skillArea: 'Sales', correct: 1, total: 2, percent: null },
      { skillArea: 'Stock', correct: 0, total: 0, percent: null },
    ])
  })

  test('lists areas that the outline no longer has last', () => {
    const renamed = gradeAttempt(finish(answered, 10), questions, ['Money', 'Sales', 'Stock'])
    expect(renamed?.areas.map(({ skillArea, total }) => [skillArea, total])).toEqual([
      ['Money', 0],
      ['Sales', result?.areas[1]?.total],
      ['Stock', result?.areas[2]?.total],
      ['Finance', result?.areas[0]?.total],
    ])
  })

  test('has percentages and weak areas from five questions', () => {
    const asked = ['q4', 'q5', 'q6', 'q7', 'q8'].map((id) => aQuestion({ id, skillArea: 'Stock' }))
    const run = start('mb-800', 'all', ['q1', ...asked.map(({ id }) => id)], 0)
    const stock = gradeAttempt(recordAnswer(run, 'q4', ['C']), [...questions, ...asked], areas)
    expect(stock?.areas[2]).toEqual({ skillArea: 'Stock', correct: 1, total: 5, percent: 20 })
    expect(stock && listWeakAreas(stock).map(({ skillArea }) => skillArea)).toEqual(['Stock'])
  })

  test('lists mistakes, including blank questions', () => {
    expect(result && listMistakeIds(result)).toEqual(['q2', 'q3'])
  })

  test('excludes removed questions', () => {
    expect(gradeAttempt(answered, questions.slice(0, 1), areas)).toMatchObject({ total: 1, percent: 100, isPassed: true })
    expect(gradeAttempt(answered, [], areas)).toBeUndefined()
  })
})

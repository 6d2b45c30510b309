import { describe, expect, test } from 'vitest'
import { findWeakestArea, gradeAttempt, listIdsInState, listWeakAreas, orderAsReported, type AreaResult } from '#exam/results/results.ts'
import { computeShare } from '#exam/answer-share.ts'
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

  test('counts correct answers of the answered questions', () => {
    expect(result).toMatchObject({ correct: 1, blank: 1, total: 2, percent: 50, isPassed: false })
    expect(result?.questions.map(({ state, isFlagged, number }) => [number, state, isFlagged])).toEqual([
      [1, 'right', false],
      [2, 'wrong', true],
      [3, 'blank', false],
    ])
  })

  test('is split by skill area, in the order of the outline', () => {
    expect(result?.areas).toEqual([
      { skillArea: 'Finance', questionCount: 1, correct: 0, total: 0, percent: null },
      { skillArea: 'Sales', questionCount: 2, correct: 1, total: 2, percent: null },
      { skillArea: 'Stock', questionCount: 0, correct: 0, total: 0, percent: null },
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
    const stockQuestions = ['q4', 'q5', 'q6', 'q7', 'q8'].map((id) => aQuestion({ id, skillArea: 'Stock' }))
    const attempt = start('mb-800', 'all', ['q1', ...stockQuestions.map(({ id }) => id)], 0)
    const answeredAll = stockQuestions.reduce((before, { id }) => recordAnswer(before, id, [id === 'q4' ? 'C' : 'A']), attempt)
    const stock = gradeAttempt(answeredAll, [...questions, ...stockQuestions], areas)
    expect(stock?.areas[2]).toEqual({ skillArea: 'Stock', questionCount: 5, correct: 1, total: 5, percent: 20 })
    expect(stock && listWeakAreas(stock).map(({ skillArea }) => skillArea)).toEqual(['Stock'])
  })

  test('lists questions without an answer apart from mistakes', () => {
    expect(result && listIdsInState(result, 'wrong')).toEqual(['q2'])
    expect(result && listIdsInState(result, 'blank')).toEqual(['q3'])
  })

  test('names the weakest area from five answers on, unless every answer is correct', () => {
    expect(result && findWeakestArea(result)).toBeUndefined()
    const sales = Array.from({ length: 5 }, (_, i) => aQuestion({ id: `s${i}`, skillArea: 'Sales' }))
    const many = sales.reduce(
      (attempt, { id }, i) => recordAnswer(attempt, id, [i === 0 ? 'A' : 'C']),
      start('mb-800', 'all', ['q1', ...sales.map(({ id }) => id)], 0),
    )
    const graded = gradeAttempt(recordAnswer(many, 'q1', ['A']), [...questions, ...sales], areas)
    expect(graded && findWeakestArea(graded)).toMatchObject({ skillArea: 'Sales', correct: 4, total: 6 })
    const stock = Array.from({ length: 6 }, (_, i) => aQuestion({ id: `t${i}`, skillArea: 'Stock' }))
    const both = [...sales, ...stock]
    const wrong = both.reduce(
      (attempt, { id }) => recordAnswer(attempt, id, ['A']),
      start(
        'mb-800',
        'all',
        both.map(({ id }) => id),
        0,
      ),
    )
    const equallyWeak = gradeAttempt(wrong, both, areas)
    expect(equallyWeak && findWeakestArea(equallyWeak)).toMatchObject({ skillArea: 'Stock', total: 6 })
    const perfect = gradeAttempt(recordAnswer(started, 'q1', ['C']), questions, areas)
    expect(perfect && findWeakestArea(perfect)).toBeUndefined()
  })

  test('lists the three weakest areas first, and the others in the order of the outline', () => {
    const area = (skillArea: string, correct: number, total = 10): AreaResult => {
      return { skillArea, questionCount: total, ...computeShare(correct, total) }
    }
    const namesOf = (...given: AreaResult[]) => orderAsReported(given).map(({ skillArea }) => skillArea)
    expect(namesOf(area('A', 9), area('B', 4), area('C', 8), area('D', 2), area('E', 7))).toEqual(['D', 'B', 'E', 'A', 'C'])
    // An area without mistakes or with too few questions is not weak.
    expect(namesOf(area('A', 10), area('B', 0, 4), area('C', 9))).toEqual(['C', 'A', 'B'])
    expect(namesOf(area('A', 10), area('B', 5, 5))).toEqual(['A', 'B'])
  })

  test('has no percentage without answers', () => {
    expect(gradeAttempt(finish(started, 10), questions, areas)).toMatchObject({
      correct: 0,
      blank: 3,
      total: 0,
      percent: null,
      isPassed: false,
    })
  })

  test('counts questions without an answer as incorrect in a simulation', () => {
    const simulation = gradeAttempt(finish({ ...answered, set: 'simulation' }, 10), questions, areas)
    expect(simulation).toMatchObject({ correct: 1, blank: 1, total: 3, percent: 33 })
    expect(simulation?.areas[0]).toEqual({ skillArea: 'Finance', questionCount: 1, correct: 0, total: 1, percent: null })
  })

  test('leaves unscored questions out of every figure, and marks them', () => {
    const all = recordAnswer(recordAnswer(answered, 'q2', ['C']), 'q3', ['A'])
    const simulation = gradeAttempt(finish({ ...all, set: 'simulation' }, 10, ['q1']), questions, areas)
    expect(simulation).toMatchObject({ correct: 1, blank: 0, total: 2, percent: 50 })
    expect(simulation?.areas[1]).toEqual({ skillArea: 'Sales', questionCount: 1, correct: 1, total: 1, percent: null })
    expect(simulation?.questions.map(({ isUnscored, state }) => [isUnscored, state])).toEqual([
      [true, 'right'],
      [false, 'right'],
      [false, 'wrong'],
    ])
    expect(gradeAttempt(finish({ ...started, set: 'simulation' }, 10, ['q1']), questions, areas)).toMatchObject({ blank: 2, total: 2 })
  })

  test('excludes removed questions', () => {
    expect(gradeAttempt(answered, questions.slice(0, 1), areas)).toMatchObject({ total: 1, percent: 100, isPassed: true })
    expect(gradeAttempt(answered, [], areas)).toBeUndefined()
  })
})

import { describe, expect, test } from 'vitest'
import { chanceOf, listCountedAnswers, type TimedAnswer } from '#exam/statistics/counted-answers.ts'
import type { StatisticsQuestion } from '#exam/statistics/item-tally.ts'

const single: StatisticsQuestion = { type: 'single_choice', options: ['1', '2', '3', '4'], pairs: null, answerKey: ['A'] }

function answered(letters: string, seconds: number | readonly number[]): TimedAnswer[] {
  return letters.split('').map((letter, i) => {
    const each = typeof seconds === 'number' ? seconds : seconds[i]
    return {
      question: single,
      answer: letter === '-' ? [] : [letter],
      isGuess: false,
      timeMs: each === undefined ? undefined : each * 1_000,
    }
  })
}

describe('the answers that count', () => {
  test('have the share of correct ones among the others as rest score', () => {
    expect(listCountedAnswers(answered('AABABA', 30)).map(({ rest, isCorrect }) => [rest, isCorrect])).toEqual([
      [600, true],
      [600, true],
      [800, false],
      [600, true],
      [800, false],
      [600, true],
    ])
  })

  test('are not those under two seconds, without a time, or blank, also not in the rest scores', () => {
    const answers = answered('AAAAAABB-', [2, 30, 30, 30, 30, 30, 1.999, Number.NaN, 30]).map((one, i) =>
      i === 7 ? { ...one, timeMs: undefined } : one,
    )
    expect(listCountedAnswers(answers).map(({ rest }) => rest)).toEqual([1000, 1000, 1000, 1000, 1000, 1000])
  })

  test('are none when fewer than six are left', () => {
    expect(listCountedAnswers(answered('AAAAAB', [30, 30, 30, 30, 30, 1]))).toEqual([])
    expect(listCountedAnswers(answered('AAAAAB', 30))).toHaveLength(6)
  })
})

describe('blind guessing', () => {
  test('is more than half of at least ten answers under two seconds', () => {
    const half = [1, 1, 1, 1, 1, 1, 30, 30, 30, 30, 30, 30]
    expect(listCountedAnswers(answered('AAAAAAAAAAAA', half))).toHaveLength(6)
    expect(listCountedAnswers(answered('AAAAAAAAAAAAA', [1, ...half]))).toEqual([])
    expect(listCountedAnswers(answered('AAAAAAAAA', [1, 1, 1, 30, 30, 30, 30, 30, 30]))).toHaveLength(6)
  })

  test('is no better than chance in less than five seconds per question', () => {
    expect(listCountedAnswers(answered('AAABBBCCCDDD', 4))).toEqual([])
    expect(listCountedAnswers(answered('AAAABBBCCCDD', 4))).toHaveLength(12)
    expect(listCountedAnswers(answered('AAABBBCCCDDD', 5))).toHaveLength(12)
    expect(listCountedAnswers(answered('BBBBBBBBB', 4))).toHaveLength(9)
  })
})

test.each<[string, StatisticsQuestion, number]>([
  ['one of four options', single, 1 / 4],
  ['two of four options', { ...single, type: 'multiple_choice', answerKey: ['A', 'C'] }, 1 / 6],
  ['three steps in order', { ...single, type: 'reorder', options: ['1', '2', '3'], answerKey: ['0', '1', '2'] }, 1 / 6],
  [
    'two of three items',
    { type: 'drag_drop', options: [], pairs: { left: ['p', 'q'], right: ['x', 'y', 'z'] }, answerKey: ['0=1', '1=0'] },
    1 / 6,
  ],
  ['no options', { ...single, options: [] }, 0],
])('the chance of a random answer to %s', (_, question, expected) => {
  expect(chanceOf(question)).toBeCloseTo(expected, 12)
})

import { describe, expect, test } from 'vitest'
import { guessChance, readItemParameters, type RatedQuestion } from '#exam/readiness/item-parameters.ts'

function aRatedQuestion(values: Partial<RatedQuestion> = {}): RatedQuestion {
  return {
    type: 'single_choice',
    options: ['a', 'b', 'c', 'd'],
    pairs: null,
    answerKey: ['A'],
    difficulty: null,
    answered: 0,
    correct: 0,
    ...values,
  }
}

const aCompletion = {
  content: '<p>[[1]] [[2]]</p>',
  form: null,
  blanks: [
    { label: 'first', choices: ['a', 'b', 'c'] },
    { label: 'second', choices: ['a', 'b', 'c', 'd'] },
  ],
}

describe('the chance to guess', () => {
  test.each([
    [{}, 1 / 4],
    [{ options: ['yes', 'no'] }, 1 / 2],
    [{ type: 'multiple_choice', options: ['a', 'b', 'c', 'd', 'e'], answerKey: ['A', 'C'] }, 1 / 10],
    [{ type: 'reorder', options: ['a', 'b', 'c', 'd'], answerKey: ['0', '1', '2'] }, 1 / 24],
    [{ type: 'drag_drop', options: [], pairs: { left: ['x', 'y'], right: ['a', 'b', 'c'] }, answerKey: ['0=1', '1=2'] }, 1 / 6],
    [{ type: 'statements', options: ['a', 'b', 'c'], answerKey: ['yes', 'no', 'yes'] }, 1 / 8],
    [{ type: 'solution', options: [], answerKey: ['no'] }, 1 / 2],
    [{ type: 'drop_down', options: [], answerKey: ['0', '2'], completion: aCompletion }, 1 / 12],
  ] as const)('%o', (values, chance) => {
    expect(guessChance(aRatedQuestion(values))).toBeCloseTo(chance)
  })
})

describe('the difficulty', () => {
  const difficultyOf = (values: Partial<RatedQuestion>) => readItemParameters(aRatedQuestion(values)).difficulty

  test('is the stated one with fewer than twenty answers', () => {
    expect(difficultyOf({ difficulty: 3 })).toBeGreaterThan(difficultyOf({ difficulty: 1 }))
    expect(difficultyOf({ difficulty: 3, answered: 19, correct: 19 })).toBe(difficultyOf({ difficulty: 3 }))
  })

  test('comes from the answers after that', () => {
    expect(difficultyOf({ difficulty: 3, answered: 20, correct: 19 })).toBeLessThan(difficultyOf({ difficulty: 1 }))
    expect(difficultyOf({ answered: 100, correct: 30 })).toBeGreaterThan(difficultyOf({ answered: 100, correct: 60 }))
  })

  test('is finite when everyone or no one was correct', () => {
    expect(difficultyOf({ answered: 1_000, correct: 1_000 })).toBeGreaterThan(-5)
    expect(difficultyOf({ answered: 1_000, correct: 0 })).toBeLessThan(5)
  })
})

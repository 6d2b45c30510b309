import { describe, expect, test } from 'vitest'
import { findSurplusLetter } from '#exam/option-limit.ts'

const chooseTwo = { type: 'multiple_choice', answerKey: ['A', 'C'] } as const

describe('choosing', () => {
  test('is allowed up to the number of letters in the answer key', () => {
    expect(findSurplusLetter([], ['B'], chooseTwo)).toBeUndefined()
    expect(findSurplusLetter(['B'], ['B', 'D'], chooseTwo)).toBeUndefined()
  })

  test('refuses one letter too many, wherever it is in the order', () => {
    expect(findSurplusLetter(['B', 'D'], ['A', 'B', 'D'], chooseTwo)).toBe('A')
    expect(findSurplusLetter(['B', 'D'], ['B', 'D', 'E'], chooseTwo)).toBe('E')
  })

  test('allows clearing a letter of an answer that has too many', () => {
    expect(findSurplusLetter(['A', 'B', 'C', 'D'], ['A', 'B', 'C'], chooseTwo)).toBeUndefined()
    expect(findSurplusLetter(['A', 'B', 'C'], ['A', 'B', 'C', 'D'], chooseTwo)).toBe('D')
  })

  test('ignores other question types', () => {
    expect(findSurplusLetter(['0=1'], ['0=1', '1=0', '2=2'], { type: 'drag_drop', answerKey: ['0=1', '1=0'] })).toBeUndefined()
  })
})

import { describe, expect, test } from 'vitest'
import { isCorrect, isEntryCorrect, isPassed, scorePercent } from '#exam/grading.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

describe('grading a single choice', () => {
  test('requires the letter of the answer key', () => {
    expect(isCorrect(['C'], aQuestion())).toBe(true)
    expect(isCorrect(['A'], aQuestion())).toBe(false)
  })

  test('treats a blank answer as incorrect', () => {
    expect(isCorrect([], aQuestion())).toBe(false)
  })
})

describe('grading a multiple choice', () => {
  const question = aQuestion({ type: 'multiple_choice', answerKey: ['A', 'C'] })

  test('compares as sets, in any order', () => {
    expect(isCorrect(['C', 'A'], question)).toBe(true)
  })

  test('is incorrect with a missing, surplus or repeated letter', () => {
    expect(isCorrect(['A'], question)).toBe(false)
    expect(isCorrect(['A', 'B', 'C'], question)).toBe(false)
    expect(isCorrect(['A', 'A'], question)).toBe(false)
  })
})

describe('grading a reorder question', () => {
  test('requires the exact sequence', () => {
    expect(isCorrect(['2', '0', '1'], aReorderQuestion())).toBe(true)
    expect(isCorrect(['0', '1', '2'], aReorderQuestion())).toBe(false)
  })

  test('treats an empty slot as incorrect, and only empty slots as blank', () => {
    expect(isCorrect(['2', '', '1'], aReorderQuestion())).toBe(false)
    expect(isCorrect(['', '', ''], aReorderQuestion())).toBe(false)
  })
})

describe('grading a drag-and-drop question', () => {
  test('compares pairs as a set', () => {
    expect(isCorrect(['1=0', '0=1'], aMatchingQuestion())).toBe(true)
    expect(isCorrect(['0=0', '1=1'], aMatchingQuestion())).toBe(false)
    expect(isCorrect(['0=1'], aMatchingQuestion())).toBe(false)
  })
})

describe('the score', () => {
  test('is rounded to whole percent, halves up', () => {
    expect(scorePercent(1, 8)).toBe(13)
    expect(scorePercent(2, 3)).toBe(67)
    expect(scorePercent(0, 5)).toBe(0)
  })

  test('does not exist for an attempt without questions', () => {
    expect(() => scorePercent(0, 0)).toThrow(RangeError)
  })

  test('passes from 70 percent', () => {
    expect(isPassed(70)).toBe(true)
    expect(isPassed(69)).toBe(false)
  })
})

describe('a single entry', () => {
  test('is correct if the answer key has it, and for reorder in the same slot', () => {
    expect(isEntryCorrect('C', 0, aQuestion())).toBe(true)
    expect(isEntryCorrect('0=1', 1, aMatchingQuestion())).toBe(true)
    expect(isEntryCorrect('0', 1, aReorderQuestion())).toBe(true)
    expect(isEntryCorrect('0', 0, aReorderQuestion())).toBe(false)
  })
})

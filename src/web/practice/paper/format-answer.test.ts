import { describe, expect, test } from 'vitest'
import { formatAnswer } from '#web/practice/paper/format-answer.ts'

describe('an answer', () => {
  test('is formatted with letters', () => {
    expect(formatAnswer(['A', 'C'], 'multiple_choice')).toEqual(['A', 'C'])
    expect(formatAnswer(['2', '', '0'], 'reorder')).toEqual(['C', '–', 'A'])
    expect(formatAnswer(['0=1', '1=0'], 'drag_drop')).toEqual(['1 B', '2 A'])
  })
})

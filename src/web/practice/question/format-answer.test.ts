import { describe, expect, test } from 'vitest'
import { formatAnswer, formatPlaces } from '#web/practice/question/format-answer.ts'

describe('an answer', () => {
  test('is formatted with letters', () => {
    expect(formatAnswer(['A', 'C'], 'multiple_choice')).toEqual(['A', 'C'])
    expect(formatAnswer(['2', '', '0'], 'reorder')).toEqual(['C', '–', 'A'])
    expect(formatAnswer(['0=1', '1=0'], 'drag_drop')).toEqual(['1 B', '2 A'])
  })

  test('to a reorder question is formatted as the correct places of its steps', () => {
    expect(formatPlaces(['1', '2', '3', ''], ['2', '0', '1'])).toEqual(['3', '1', '–', '–'])
  })
})

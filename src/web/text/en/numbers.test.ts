import { expect, test } from 'vitest'
import { anyOf, counted, someNumbers } from '#web/text/en/numbers.ts'

test.each([
  [0, '0 questions'],
  [1, '1 question'],
  [1200, '1,200 questions'],
])('%i of a noun is %s', (count, expected) => {
  expect(counted(count, 'question')).toBe(expected)
})

test('more than twelve question numbers are abbreviated', () => {
  const numbers = (length: number) => Array.from({ length }, (_, i) => i + 1)
  expect(someNumbers(numbers(12))).toBe('1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12')
  expect(someNumbers(numbers(1218))).toBe('1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, and 1,206 more')
})

test('alternatives are a list in words', () => {
  expect(anyOf(['C'])).toBe('C')
  expect(anyOf(['C', 'D'])).toBe('C or D')
  expect(anyOf(['A', 'C', 'D'])).toBe('A, C, or D')
})

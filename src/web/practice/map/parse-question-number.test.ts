import { describe, expect, test } from 'vitest'
import { parseQuestionNumber } from '#web/practice/map/parse-question-number.ts'
import { questionMap as english } from '#web/text/en/question-map.ts'
import { number as englishNumber } from '#web/text/en/numbers.ts'
import { questionMap as french } from '#web/text/fr/question-map.ts'
import { number as frenchNumber } from '#web/text/fr/numbers.ts'

describe('a question number', () => {
  test.each([
    ['1', 1],
    ['1500', 1500],
    [' 15 ', 15],
    ['007', 7],
    [englishNumber(1500), 1500],
    ['1,234,567', 1_234_567],
  ])('in English may be %j', (text, expected) => {
    expect(parseQuestionNumber(text, english.thousandsSeparators)).toBe(expected)
  })

  test.each(['', ' ', '1e3', '0x10', '1.5', '-1', '+1', '15,00', '1,50', ',500', '1,,500', '1 500', 'g', 'Infinity'])(
    'in English may not be %j',
    (text) => {
      expect(parseQuestionNumber(text, english.thousandsSeparators)).toBeUndefined()
    },
  )

  test.each(['1500', '1 500', '1\u00a0500', frenchNumber(1500), '1,500'])('in French may be %j', (text) => {
    expect(parseQuestionNumber(text, french.thousandsSeparators)).toBe(1500)
  })

  test.each(['1 50', '15 00', '1.500', '1e3'])('in French may not be %j', (text) => {
    expect(parseQuestionNumber(text, french.thousandsSeparators)).toBeUndefined()
  })
})

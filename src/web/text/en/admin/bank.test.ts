import { describe, expect, test } from 'vitest'
import { bank } from '#web/text/en/admin/bank.ts'

describe('the count of questions', () => {
  test('names all matches and the shown ones', () => {
    expect(bank.count(0, true, 0, 0)).toBe('No questions')
    expect(bank.count(1_200, true, 26, 50)).toBe('1,200 questions, 26 to 50 shown')
  })

  test('says how many are listed if there are more', () => {
    const expected = 'More than 700 questions, 76 to 100 shown. Only 100 of them are listed. Add a word or a filter.'
    expect(bank.count(700, false, 76, 100, 100)).toBe(expected)
  })
})

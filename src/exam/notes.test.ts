import { describe, expect, test } from 'vitest'
import { combineNoteTexts, storedNoteLengthMax } from '#exam/notes.ts'

describe('combining the notes of an account and a guest', () => {
  test('joins both texts', () => {
    expect(combineNoteTexts('CM is the end of the month.', ' User Setup wins. ')).toBe('CM is the end of the month.\n\nUser Setup wins.')
  })

  test('repeats nothing', () => {
    expect(combineNoteTexts('CM is the end.\n\nUser Setup wins.', 'User Setup wins.')).toBe('CM is the end.\n\nUser Setup wins.')
    expect(combineNoteTexts('CM', 'CM is the end.')).toBe('CM is the end.')
    expect(combineNoteTexts('', 'New')).toBe('New')
    expect(combineNoteTexts('Old', '')).toBe('Old')
  })

  test('is limited in length', () => {
    expect(combineNoteTexts('a'.repeat(storedNoteLengthMax - 5), 'b'.repeat(50))).toHaveLength(storedNoteLengthMax)
  })
})

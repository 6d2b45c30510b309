import { describe, expect, test } from 'vitest'
import { addMark, clipMarks, removeMarks, type TextMark } from '#exam/text-marks.ts'

const mark = (start: number, end: number): TextMark => ({ start, end })

describe('marks in a text', () => {
  const two = [mark(10, 20), mark(40, 50)]

  test('are in the order of the text', () => {
    expect(addMark(two, mark(25, 30))).toEqual([mark(10, 20), mark(25, 30), mark(40, 50)])
  })

  test('become one when they overlap or touch', () => {
    expect(addMark(two, mark(15, 45))).toEqual([mark(10, 50)])
    expect(addMark(two, mark(20, 25))).toEqual([mark(10, 25), mark(40, 50)])
    expect(addMark(two, mark(12, 13))).toEqual(two)
  })

  test('are never empty', () => {
    expect(addMark(two, mark(30, 30))).toBe(two)
    expect(addMark(two, mark(35, 30))).toBe(two)
  })

  test('are removed if they share a character with a range', () => {
    expect(removeMarks(two, mark(19, 20))).toEqual([mark(40, 50)])
    expect(removeMarks(two, mark(20, 40))).toEqual(two)
    expect(removeMarks(two, mark(0, 99))).toEqual([])
  })

  test('are clipped to a part of the text', () => {
    expect(clipMarks(two, mark(15, 45))).toEqual([mark(0, 5), mark(25, 30)])
    expect(clipMarks(two, mark(20, 40))).toEqual([])
  })
})

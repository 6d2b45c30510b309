import { describe, expect, test } from 'vitest'
import {
  placeInNextSlot,
  placeItem,
  listPoolItems,
  formatArrangement,
  parseArrangement,
  resetSlots,
  returnItem,
} from '#exam/arrangement.ts'
import { aMatchingQuestion, aReorderQuestion } from '#tests/factories.ts'

const reorder = aReorderQuestion()
const matching = aMatchingQuestion()

describe('reading an arrangement', () => {
  test('puts steps where the answer has them, gaps included', () => {
    expect(parseArrangement(reorder, ['2', '', '1'])).toEqual([2, null, 1])
    expect(parseArrangement(matching, ['1=0'])).toEqual([null, 0])
  })

  test('leaves out what names no piece, no place, or a piece twice', () => {
    expect(parseArrangement(reorder, ['9', 'x', '1', '0'])).toEqual([null, null, 1])
    expect(parseArrangement(reorder, ['1', '1'])).toEqual([1, null, null])
    expect(parseArrangement(matching, ['7=0', '0=9', '0=1'])).toEqual([1, null])
  })

  test('has as many places as the key when a step does not belong', () => {
    expect(parseArrangement(aReorderQuestion({ options: ['a', 'b', 'c', 'd'], answerKey: ['1', '0', '3'] }), [])).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('printing an arrangement', () => {
  test('gives back the answer it was read from', () => {
    expect(formatArrangement(reorder, [2, null, 1])).toEqual(['2', '', '1'])
    expect(formatArrangement(matching, [1, 0])).toEqual(['0=1', '1=0'])
  })

  test('is a blank answer when every place is empty', () => {
    expect(formatArrangement(reorder, [null, null, null])).toEqual([])
    expect(formatArrangement(matching, [null, null])).toEqual([])
  })
})

describe('moving pieces', () => {
  test('into a taken place sends the piece there back to the pool', () => {
    const next = placeItem([2, null, null], 0, 0)
    expect(next).toEqual([0, null, null])
    expect(listPoolItems(reorder, next)).toEqual([1, 2])
  })

  test('from place to place makes two pieces change places', () => {
    expect(placeItem([2, 0, null], 2, 1)).toEqual([0, 2, null])
  })

  test('into the next empty place, if there is one', () => {
    expect(placeInNextSlot([2, null, null], 1)).toEqual([2, 1, null])
    expect(placeInNextSlot([2, 0, 1], 1)).toEqual([2, 0, 1])
  })

  test('back to the pool, one or all', () => {
    expect(returnItem([2, 0, 1], 1)).toEqual([2, null, 1])
    expect(resetSlots([2, 0, 1])).toEqual([null, null, null])
  })

  test('to a place that does not exist changes nothing', () => {
    expect(placeItem([2, null, null], 1, 3)).toEqual([2, null, null])
    expect(placeItem([2, null, null], 1, -1)).toEqual([2, null, null])
  })
})

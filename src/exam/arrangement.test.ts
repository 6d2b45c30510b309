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

describe('parsing an arrangement', () => {
  test('puts items into the slots of the answer, including gaps', () => {
    expect(parseArrangement(reorder, ['2', '', '1'])).toEqual([2, null, 1])
    expect(parseArrangement(matching, ['1=0'])).toEqual([null, 0])
  })

  test('ignores unknown items, unknown slots and repeated items', () => {
    expect(parseArrangement(reorder, ['9', 'x', '1', '0'])).toEqual([null, null, 1])
    expect(parseArrangement(reorder, ['1', '1'])).toEqual([1, null, null])
    expect(parseArrangement(matching, ['7=0', '0=9', '0=1'])).toEqual([1, null])
  })

  test('has as many slots as the answer key when there is a surplus item', () => {
    expect(parseArrangement(aReorderQuestion({ options: ['a', 'b', 'c', 'd'], answerKey: ['1', '0', '3'] }), [])).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('formatting an arrangement', () => {
  test('returns the parsed answer', () => {
    expect(formatArrangement(reorder, [2, null, 1])).toEqual(['2', '', '1'])
    expect(formatArrangement(matching, [1, 0])).toEqual(['0=1', '1=0'])
  })

  test('returns a blank answer when every slot is empty', () => {
    expect(formatArrangement(reorder, [null, null, null])).toEqual([])
    expect(formatArrangement(matching, [null, null])).toEqual([])
  })
})

describe('moving items', () => {
  test('into an occupied slot returns its item to the pool', () => {
    const next = placeItem([2, null, null], 0, 0)
    expect(next).toEqual([0, null, null])
    expect(listPoolItems(reorder, next)).toEqual([1, 2])
  })

  test('from slot to slot swaps two items', () => {
    expect(placeItem([2, 0, null], 2, 1)).toEqual([0, 2, null])
  })

  test('into the next empty slot, if there is one', () => {
    expect(placeInNextSlot([2, null, null], 1)).toEqual([2, 1, null])
    expect(placeInNextSlot([2, 0, 1], 1)).toEqual([2, 0, 1])
  })

  test('back to the pool, single or all', () => {
    expect(returnItem([2, 0, 1], 1)).toEqual([2, null, 1])
    expect(resetSlots([2, 0, 1])).toEqual([null, null, null])
  })

  test('to an unknown slot changes nothing', () => {
    expect(placeItem([2, null, null], 1, 3)).toEqual([2, null, null])
    expect(placeItem([2, null, null], 1, -1)).toEqual([2, null, null])
  })
})

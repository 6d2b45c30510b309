import { describe, expect, test } from 'vitest'
import { canReuseItems, fillSlot, formatArrangement, listSlotsOf, parseArrangement, swapSlots } from '#exam/arrangement.ts'
import { aMatchingQuestion, aReorderQuestion } from '#tests/factories.ts'

const reorder = aReorderQuestion()
const matching = aMatchingQuestion()
const reusing = aMatchingQuestion({ answerKey: ['0=1', '1=1'] })

describe('parsing an arrangement', () => {
  test('puts items into the slots of the answer, including gaps', () => {
    expect(parseArrangement(reorder, ['2', '', '1'])).toEqual([2, null, 1])
    expect(parseArrangement(matching, ['1=0'])).toEqual([null, 0])
  })

  test('ignores unknown items, unknown slots and repeated items', () => {
    expect(parseArrangement(reorder, ['9', 'x', '1', '0'])).toEqual([null, null, 1])
    expect(parseArrangement(reorder, ['1', '1'])).toEqual([1, null, null])
    expect(parseArrangement(matching, ['7=0', '0=9', '0=1'])).toEqual([1, null])
    expect(parseArrangement(matching, ['0=1', '1=1'])).toEqual([1, null])
  })

  test('repeats an item that the answer key uses more than once', () => {
    expect(parseArrangement(reusing, ['0=2', '1=2'])).toEqual([2, 2])
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
    expect(formatArrangement(reusing, [1, 1])).toEqual(['0=1', '1=1'])
  })

  test('returns a blank answer when every slot is empty', () => {
    expect(formatArrangement(reorder, [null, null, null])).toEqual([])
    expect(formatArrangement(matching, [null, null])).toEqual([])
  })
})

describe('an item', () => {
  test('may fill several slots only when the answer key uses one more than once', () => {
    expect(canReuseItems(reusing)).toBe(true)
    expect(canReuseItems(matching)).toBe(false)
    expect(canReuseItems(reorder)).toBe(false)
  })

  test('is removed from its other slot, unless it may fill several', () => {
    expect(fillSlot([2, null, 0], 1, 2, false)).toEqual([null, 2, 0])
    expect(fillSlot([2, null, 0], 1, 2, true)).toEqual([2, 2, 0])
    expect(listSlotsOf([2, 2, 0], 2)).toEqual([0, 1])
  })

  test('replaces the item of its slot', () => {
    expect(fillSlot([2, null, 0], 2, 1, false)).toEqual([2, null, 1])
  })

  test('swaps places with another item, or moves to an empty slot', () => {
    expect(swapSlots([2, null, 0], 0, 2)).toEqual([0, null, 2])
    expect(swapSlots([2, null, 0], 0, 1)).toEqual([null, 2, 0])
  })
})

test('emptying a slot does not affect the others', () => {
  expect(fillSlot([2, null, 0], 0, null, false)).toEqual([null, null, 0])
})

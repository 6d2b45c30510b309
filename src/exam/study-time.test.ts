import { describe, expect, test } from 'vitest'
import type { Move } from '#exam/attempt.ts'
import { activeMs } from '#exam/study-time.ts'

const minuteMs = 60_000

/** A journal with a start at the first minute and a move at each of the others; the last finishes the run. */
function aJournal(certificationId: string, minutes: readonly number[]): Move[] {
  return minutes.map((minute, index): Move => {
    const at = minute * minuteMs
    if (index === 0) return { type: 'start', at, certificationId, set: 'all', questionIds: ['a', 'b'] }
    return index === minutes.length - 1 ? { type: 'finish', at } : { type: 'go', at, position: index % 2 }
  })
}

describe('study time', () => {
  test('is nothing without moves, and with one', () => {
    expect(activeMs([])).toBe(0)
    expect(activeMs([[]])).toBe(0)
    expect(activeMs([aJournal('mb-800', [7])])).toBe(0)
  })

  test('adds up the gaps between moves', () => {
    expect(activeMs([aJournal('mb-800', [0, 2, 3])])).toBe(3 * minuteMs)
  })

  test('counts a gap of five minutes and leaves out a longer one', () => {
    expect(activeMs([aJournal('mb-800', [0, 5])])).toBe(5 * minuteMs)
    expect(activeMs([aJournal('mb-800', [0, 5.01, 6.01])])).toBe(minuteMs)
  })

  test('does not count two runs at the same time twice', () => {
    expect(activeMs([aJournal('mb-800', [0, 4]), aJournal('pl-900', [1, 3])])).toBe(4 * minuteMs)
  })

  test('goes on from one run to the next', () => {
    const journals = [aJournal('mb-800', [10, 12]), aJournal('mb-800', [0, 2]), aJournal('mb-800', [4, 5])]
    expect(activeMs(journals)).toBe(12 * minuteMs)
  })
})

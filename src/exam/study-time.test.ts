import { expect, test } from 'vitest'
import { minuteMs } from '#exam/duration.ts'
import { sumActiveMs } from '#exam/study-time.ts'

const minutes = (...values: number[]) => values.map((value) => value * minuteMs)

test.each([
  ['no moves', [], 0],
  ['one move', [3], 0],
  ['gaps up to five minutes', [0, 2, 7], 7],
  ['no longer gaps', [0, 2, 7.01, 8], 2.99],
  ['moves in any order', [7, 0, 2], 7],
])('counts %s', (_, instants, expected) => {
  expect(sumActiveMs(minutes(...instants))).toBeCloseTo(expected * minuteMs)
})

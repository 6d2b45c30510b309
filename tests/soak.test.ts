import { expect, test } from 'vitest'
import { lowestPer, slopeOf } from '../tools/soak/watch-process.ts'

test('the growth of the memory is the slope of the line with the least squares', () => {
  expect(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x })))).toBe(2)
  expect(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: [1, 3, 2, 4][x] ?? 0 })))).toBeCloseTo(0.8)
  expect(slopeOf([{ x: 1, y: 1 }])).toBeNaN()
})

test('the growth of the heap uses the lowest sample of each minute, so that a heap that only grows between collections does not count as a leak', () => {
  const sawtooth = Array.from({ length: 40 }, (_, x) => ({ x, y: 70 + (x % 7) * 10 }))
  expect(slopeOf(lowestPer(10, 40, sawtooth))).toBe(0)
  expect(lowestPer(10, 40, sawtooth)).toEqual([0, 14, 21, 35].map((x) => ({ x, y: 70 })))
  const leaking = sawtooth.map(({ x, y }) => ({ x, y: y + 2 * x }))
  expect(slopeOf(lowestPer(10, 40, leaking))).toBeCloseTo(2)
})

test('the growth of the heap does not use an incomplete last minute, whose few samples may all be high', () => {
  const points = [0, 5, 10, 15, 20, 25, 30].map((x) => ({ x, y: x }))
  expect(lowestPer(10, 25, points).map(({ x }) => x)).toEqual([0, 10])
  expect(lowestPer(10, 30, points).map(({ x }) => x)).toEqual([0, 10, 20])
})

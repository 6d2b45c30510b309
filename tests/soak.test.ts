import { expect, test } from 'vitest'
import { slopeOf } from '../tools/soak/watch-process.ts'

test('the growth of the memory is the slope of the line with the least squares', () => {
  expect(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x })))).toBe(2)
  expect(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: [1, 3, 2, 4][x] ?? 0 })))).toBeCloseTo(0.8)
  expect(slopeOf([{ x: 1, y: 1 }])).toBeNaN()
})

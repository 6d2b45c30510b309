import { expect, test } from 'vitest'
import { createRateLimiter } from '#server/practice/rate-limiter.ts'

test('a pace lets everybody go on so many times in each window, and says how long to wait', () => {
  const pace = createRateLimiter({ max: 2, windowMs: 1000 })
  expect([pace('camille', 5), pace('camille', 6), pace('camille', 205)]).toEqual([0, 0, 800])
  expect(pace('noor', 206)).toBe(0)
  expect(pace('camille', 1004)).toBe(1)
  expect([pace('camille', 1005), pace('camille', 1006), pace('camille', 1007)]).toEqual([0, 0, 998])
})

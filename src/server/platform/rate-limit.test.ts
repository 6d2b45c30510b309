import { expect, test } from 'vitest'
import { createRateLimiter } from '#server/platform/rate-limit.ts'

test('a rate limiter in memory allows a number of requests per window and subject, then returns the time to wait', () => {
  const limiter = createRateLimiter({ max: 2, windowMs: 1000 })
  expect([limiter('camille', 5), limiter('camille', 6), limiter('camille', 205)]).toEqual([0, 0, 800])
  expect(limiter('noor', 206)).toBe(0)
  expect(limiter('camille', 1004)).toBe(1)
  expect([limiter('camille', 1005), limiter('camille', 1006), limiter('camille', 1007)]).toEqual([0, 0, 998])
})

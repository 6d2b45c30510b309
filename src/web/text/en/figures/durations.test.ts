import { expect, test } from 'vitest'
import { span } from '#web/text/en/figures/durations.ts'

test.each([
  [59_999, 'less than a minute'],
  [60_000, '1 min'],
  [82 * 60_000, '1 hr 22 min'],
])('a duration of %i ms is %s', (ms, expected) => {
  expect(span(ms)).toBe(expected)
})

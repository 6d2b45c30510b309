import { expect, test } from 'vitest'
import { createTimeAway } from '#web/simulation/time-away.ts'

test('time away counts once a page was opened, from leaving to returning', () => {
  const counter = createTimeAway()
  expect(counter.look(true, 0)).toBe(0)
  expect(counter.look(false, 60_000)).toBe(0)
  counter.open()
  expect(counter.look(true, 61_000)).toBe(0)
  // The window loses the focus first, then it is hidden.
  expect(counter.look(true, 61_200)).toBe(0)
  expect(counter.look(false, 91_000)).toBe(30_000)
  expect(counter.look(false, 95_000)).toBe(0)
  counter.look(true, 100_000)
  expect(counter.look(false, 102_000)).toBe(2_000)
})

test('a part can be taken during an absence, and nothing is counted twice', () => {
  const counter = createTimeAway()
  counter.open()
  expect(counter.take(5_000)).toBe(0)
  counter.look(true, 10_000)
  expect(counter.take(40_000)).toBe(30_000)
  expect(counter.look(false, 45_000)).toBe(5_000)
  expect(counter.take(50_000)).toBe(0)
})

test('an absence of less than a second is not counted, and neither is time that runs backward', () => {
  const counter = createTimeAway()
  counter.open()
  counter.look(true, 10_000)
  expect(counter.look(false, 10_999)).toBe(0)
  counter.look(true, 20_000)
  expect(counter.look(false, 5_000)).toBe(0)
})

import { describe, expect, test } from 'vitest'
import { minuteMs } from '#exam/duration.ts'
import { findPause, synchronize, wake, type Clocks, type PageClock, type Run } from '#web/simulation/page-clock.ts'
import { momentAt } from '#web/simulation/server-time.ts'

/** The server's clock is at 1,000 minutes when the page last runs. */
const run: Run = { wall: 500 * minuteMs, monotonic: 7 * minuteMs, moment: 1_000 * minuteMs }
const clock: PageClock = { time: { now: run.moment, at: run.monotonic } }
/** The clocks after the wall clock has advanced by `wall` minutes, and the monotonic one by `monotonic`. */
const later = (wall: number, monotonic: number): Clocks => ({
  wall: run.wall + wall * minuteMs,
  monotonic: run.monotonic + monotonic * minuteMs,
})
const wakeAt = (now: Clocks, serverMinutes?: number) =>
  wake(clock, run, now, findPause(run, now) ?? 0, serverMinutes === undefined ? undefined : serverTime(now, serverMinutes))
const serverTime = (now: Clocks, minutes: number) => ({ now: run.moment + minutes * minuteMs, at: now.monotonic })
const minutesOf = ({ time }: PageClock, now: Clocks) => (momentAt(time, now.monotonic) - run.moment) / minuteMs

describe('a pause of the page', () => {
  test('is long by either clock', () => {
    expect(findPause(run, later(1, 1))).toBeUndefined()
    expect(findPause(run, later(12, 0))).toBe(12 * minuteMs)
    expect(findPause(run, later(12, 12))).toBe(12 * minuteMs)
    // Someone has set the clock back.
    expect(findPause(run, later(-600, 1))).toBeUndefined()
  })

  test('takes its time from the server, whether or not the monotonic clock stopped', () => {
    for (const monotonic of [0, 12]) {
      const now = later(12, monotonic)
      const awake = wakeAt(now, 11)
      expect(minutesOf(awake, now)).toBe(11)
      expect(awake.pause).toEqual({ ms: 11 * minuteMs, wokeAt: run.moment + 11 * minuteMs })
      expect(awake.time.isEstimate).toBeFalsy()
    }
  })

  test('is none if only the clock of the device was set', () => {
    const now = later(600, 0)
    expect(wakeAt(now, 0)).toEqual({ time: serverTime(now, 0), pause: undefined })
  })

  test('is an estimate without the server, if the monotonic clock stopped', () => {
    const now = later(12, 0)
    const awake = wakeAt(now)
    expect(minutesOf(awake, now)).toBe(12)
    expect(awake).toMatchObject({ time: { isEstimate: true }, pause: { ms: 12 * minuteMs } })
  })

  test('needs no estimate if the monotonic clock went on', () => {
    const now = later(12, 12)
    const awake = wakeAt(now)
    expect(minutesOf(awake, now)).toBe(12)
    expect(awake.time).toBe(clock.time)
    expect(awake.pause?.ms).toBe(12 * minuteMs)
  })
})

describe('the time from the server', () => {
  const asleep = later(12, 0)
  const estimated = wakeAt(asleep)

  test('corrects an estimate, also minutes later', () => {
    const now = later(15, 3)
    // Three minutes awake and nine asleep, which the estimate had counted as twelve.
    const known = synchronize(estimated, serverTime(now, 12), now.monotonic)
    expect(minutesOf(known, now)).toBe(12)
    expect(known.pause).toEqual({ ms: 9 * minuteMs, wokeAt: run.moment + 9 * minuteMs })
    expect(known.time.isEstimate).toBeFalsy()
  })

  test('takes back a pause that was none', () => {
    const now = later(15, 3)
    expect(synchronize(estimated, serverTime(now, 3), now.monotonic)).toEqual({ time: serverTime(now, 3), pause: undefined })
  })

  test('keeps a pause that is known', () => {
    const now = later(12, 0)
    const known = wakeAt(now, 12)
    expect(synchronize(known, serverTime(now, 12), now.monotonic).pause).toBe(known.pause)
  })
})

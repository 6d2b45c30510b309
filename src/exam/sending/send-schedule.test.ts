import { describe, expect, test } from 'vitest'
import {
  batchDelayMs,
  canSend,
  emptySchedule,
  isDeferred,
  reduceSchedule,
  refusalOf,
  type SendEvent,
  type SendSchedule,
} from '#exam/sending/send-schedule.ts'

/** Applies events that happen at the given times. @returns the schedule and the timer that the last event sets */
function run(...events: [at: number, event: SendEvent][]): { schedule: SendSchedule; timerMs?: number } {
  let step: { schedule: SendSchedule; timerMs?: number } = { schedule: emptySchedule }
  for (const [at, event] of events) step = reduceSchedule(step.schedule, event, at)
  return step
}

const requested: SendEvent = { type: 'requested', delayMs: batchDelayMs }
const failed: SendEvent = { type: 'failed', afterMs: undefined, random: 0.5 }

describe('the sending of new moves', () => {
  test('waits a moment for more moves, which do not postpone it', () => {
    expect(run([0, requested]).timerMs).toBe(300)
    expect(run([0, requested], [100, requested]).timerMs).toBeUndefined()
    expect(run([0, requested], [300, { type: 'fired' }], [400, requested]).timerMs).toBe(300)
  })

  test('is at least two seconds after a failed try', () => {
    expect(run([0, { type: 'tried' }], [100, failed], [300, { type: 'fired' }], [500, requested]).timerMs).toBe(1_500)
  })

  test('is not delayed by a failure after the network is back', () => {
    expect(run([0, failed], [100, { type: 'online' }]).timerMs).toBe(0)
  })
})

describe('a retry', () => {
  test('waits twice as long after each failure, up to 15 seconds', () => {
    expect(run([0, failed]).timerMs).toBe(2_000)
    expect(run([0, failed], [0, failed]).timerMs).toBe(4_000)
    expect(run([0, failed], [0, failed], [0, failed], [0, failed], [0, failed]).timerMs).toBe(15_000)
    expect(run([0, failed], [0, { type: 'succeeded' }], [0, failed]).timerMs).toBe(2_000)
  })

  test('is spread by a quarter to both sides', () => {
    expect(run([0, { ...failed, random: 0 }]).timerMs).toBe(1_500)
    expect(run([0, { ...failed, random: 1 }]).timerMs).toBe(2_500)
  })

  test('waits as long as the server asks, whatever happens meanwhile', () => {
    const blocked: SendEvent = { ...failed, afterMs: 60_000 }
    expect(run([0, blocked]).timerMs).toBe(60_000)
    expect(run([0, blocked], [10_000, { type: 'online' }]).timerMs).toBe(50_000)
  })
})

describe('a refusal', () => {
  const refused = (refusal: 'missing' | 'tooLong' | 'signedOut'): [number, SendEvent] => [0, { type: 'refused', id: 'a', refusal }]

  test('stops one attempt until it is accepted or the user signs out', () => {
    const { schedule } = run(refused('missing'))
    expect([canSend(schedule, 'a', false), canSend(schedule, 'b', false)]).toEqual([false, true])
    for (const event of [{ type: 'accepted', id: 'a' }, { type: 'flushed' }] as const)
      expect(refusalOf(run(refused('missing'), [0, event]).schedule, 'a')).toBeUndefined()
  })

  test('of an attempt with too many moves still allows its end', () => {
    const { schedule } = run(refused('tooLong'))
    expect([canSend(schedule, 'a', false), canSend(schedule, 'a', true)]).toEqual([false, true])
  })

  test('of a signed-out member stops all attempts until the member signs in', () => {
    const { schedule } = run(refused('signedOut'))
    expect([refusalOf(schedule, undefined), canSend(schedule, 'b', true)]).toEqual(['signedOut', false])
    expect(canSend(run(refused('signedOut'), [0, { type: 'signedIn' }]).schedule, 'b', false)).toBe(true)
  })
})

describe('an attempt that the server wants later', () => {
  test('is deferred on its own', () => {
    const { schedule } = run([1_000, { type: 'deferred', id: 'a', afterMs: 500 }])
    expect([isDeferred(schedule, 'a', 1_499), isDeferred(schedule, 'a', 1_500), isDeferred(schedule, 'b', 1_000)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { createQueue } from '#server/tutor/queue.ts'
import { createTestTimers } from '#tests/tutor/timers.ts'

const never = new AbortController().signal

function open(waitingMax = 2) {
  const timers = createTestTimers()
  return { timers, queue: createQueue({ concurrency: 1, waitingMax, waitMs: 10_000, startTimer: timers.start }) }
}

describe('the queue of the tutor', () => {
  test('gives turns in the order of arrival', async () => {
    const { queue, timers } = open()
    const order: string[] = []
    const first = await queue.enter(never)
    const others = ['second', 'third'].map(async (name) => {
      const leave = await queue.enter(never)
      order.push(name)
      leave?.()
    })
    expect(order).toEqual([])
    first?.()
    await Promise.all(others)
    expect(order).toEqual(['second', 'third'])
    expect(timers.running()).toBe(0)
  })

  test('gives a turn only once for each that ended, however often that is said', async () => {
    const { queue } = open()
    const first = await queue.enter(never)
    first?.()
    first?.()
    expect(await queue.enter(never)).toBeTypeOf('function')
    const waiting = queue.enter(AbortSignal.abort())
    expect(await waiting).toBeUndefined()
    let hasTurn = false
    void queue.enter(never).then(() => (hasTurn = true))
    await Promise.resolve()
    expect(hasTurn).toBe(false)
  })

  test('refuses more than its bound at once', async () => {
    const { queue } = open(1)
    await queue.enter(never)
    const waiting = queue.enter(never)
    expect(await queue.enter(never)).toBeUndefined()
    expect(waiting).toBeInstanceOf(Promise)
  })

  test('gives up after a time, and lets the next one wait', async () => {
    const { queue, timers } = open(1)
    const leave = await queue.enter(never)
    const waiting = queue.enter(never)
    timers.advance(10_000)
    expect(await waiting).toBeUndefined()
    const next = queue.enter(never)
    leave?.()
    expect(await next).toBeTypeOf('function')
  })

  test('forgets those who go away', async () => {
    const { queue, timers } = open(1)
    const leave = await queue.enter(never)
    const leaving = new AbortController()
    const waiting = queue.enter(leaving.signal)
    leaving.abort()
    expect(await waiting).toBeUndefined()
    expect(timers.running()).toBe(0)
    leave?.()
    expect(await queue.enter(never)).toBeTypeOf('function')
  })
})

import { EventEmitter, once } from 'node:events'
import { Agent, createServer, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { drain, endAfter, stopTimeoutMs, waitForSignal, type ShutdownClock } from '#server/http/shutdown.ts'

/** A clock that advances only when the test advances it. */
function aClock(): ShutdownClock & { advanceTo: (ms: number) => void } {
  const timers = new Map<() => void, number>()
  let now = 0
  return {
    setTimer: (ring, ms) => {
      timers.set(ring, now + ms)
      return () => timers.delete(ring)
    },
    advanceTo: (ms) => {
      for (let due = first(); due && due[1] <= ms; due = first()) {
        timers.delete(due[0])
        now = due[1]
        due[0]()
      }
      now = ms
    },
  }
  function first() {
    return [...timers].toSorted(([, a], [, b]) => a - b)[0]
  }
}

/** A server with one request in progress. `outcome` is what its client gets. */
async function serveOne(listener: RequestListener) {
  // Like a load balancer, the client keeps its connection.
  const agent = new Agent({ keepAlive: true })
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    agent.destroy()
    server.closeAllConnections()
  })
  server.keepAliveTimeout = 60_000
  await once(server, 'listening')
  const received = once(server, 'request')
  const sent = request({ agent, host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  const outcome = new Promise<number | string | undefined>((resolve) => {
    sent.on('response', ({ statusCode }) => resolve(statusCode))
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
  sent.end()
  await received
  return { server, outcome }
}

describe('after a signal', () => {
  test('the same signal again within a second does not end the process, and a later one does', async () => {
    const clock = aClock()
    const source = new EventEmitter()
    const stopped = waitForSignal(source, clock)
    const isHandled = () => source.emit('SIGINT') && source.emit('SIGTERM')
    expect(isHandled()).toBe(true)
    await stopped
    clock.advanceTo(999)
    expect(isHandled()).toBe(true)
    clock.advanceTo(1_000)
    expect(isHandled()).toBe(false)
  })

  test('a request that never ends is cut off after six seconds', async () => {
    const clock = aClock()
    const { server, outcome } = await serveOne(() => undefined)
    let isDrained = false
    const drained = drain(server, clock).then(() => (isDrained = true))
    clock.advanceTo(5_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(isDrained).toBe(false)
    clock.advanceTo(6_000)
    await drained
    expect(await outcome).toBe('ECONNRESET')
  })

  test('a request that ends in time gets its response', async () => {
    const clock = aClock()
    let respond = () => undefined as unknown
    const { server, outcome } = await serveOne((_, response) => (respond = () => response.end()))
    const drained = drain(server, clock)
    respond()
    expect(await outcome).toBe(200)
    // Its connection would stay open for a minute.
    clock.advanceTo(100)
    await drained
  })

  test('the process ends before a container would be killed, if something does not close', () => {
    const clock = aClock()
    const exit = vi.fn()
    const lines: unknown[] = []
    const logging = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
    onTestFinished(() => logging.mockRestore())
    endAfter(stopTimeoutMs, clock, exit)
    clock.advanceTo(stopTimeoutMs - 1)
    expect(exit).not.toHaveBeenCalled()
    clock.advanceTo(9_999)
    expect(exit).toHaveBeenCalledExactlyOnceWith(1)
    expect(lines).toEqual([expect.stringContaining('did not stop within 10 seconds')])
  })
})

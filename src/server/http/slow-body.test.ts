import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serve } from '#tests/http-server.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const windowMs = 30_000

/** An upload whose body the test sends in parts, and an application that reads it. */
async function startUpload(bodyBytes: number) {
  let receivedBytes = 0
  const { promise: opened, resolve: open } = createSignal()
  const application = async (request: Request) => {
    open()
    for await (const chunk of request.body ?? []) receivedBytes += chunk.length
    return new Response(String(receivedBytes))
  }
  const { port } = await serve({ application })
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(answer)).on('error', () => resolve(answer)))
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.write(
    `POST /api/images HTTP/1.1\r\nHost: localhost:${port}\r\nSec-Fetch-Site: same-origin\r\nContent-Length: ${bodyBytes}\r\nConnection: close\r\n\r\n`,
  )
  await opened
  /** Sends bytes and waits until the application has read them. */
  const send = async (bytes: number) => {
    socket.write(Buffer.alloc(bytes))
    const expected = Math.min(receivedBytes + bytes, bodyBytes)
    await vi.waitUntil(() => receivedBytes >= expected, { timeout: 10_000, interval: 5 })
  }
  return { send, closed }
}

function createSignal() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve: () => resolve() }
}

describe('a request body', () => {
  test('that stops ends the request with 408 after half a minute', async () => {
    const { send, closed } = await startUpload(1_000_000)
    await send(1000)
    vi.advanceTimersByTime(windowMs)
    expect(await closed).toMatch(/^HTTP\/1\.1 408 [^]*too slowly/)
  })

  test('that arrives steadily may take many minutes', async () => {
    const { send, closed } = await startUpload(1_500_000)
    for (let i = 0; i < 10; i++) {
      await send(150_000)
      vi.advanceTimersByTime(windowMs)
    }
    expect(await closed).toMatch(/^HTTP\/1\.1 200 [^]*1500000$/)
  })
})

/** A connection to an application that answers a POST with 401, and opens but does not read its body, as React Router does. */
async function connectToRefusal() {
  const application = async (request: Request) => {
    if (request.method === 'POST') void new Request(request)
    return new Response('refused', { status: request.method === 'POST' ? 401 : 404 })
  }
  const { port } = await serve({ application })
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  const isClosed = () => socket.closed
  /** Sends the headers, and the first bytes of the body. */
  const send = (method: string, path: string, bodyBytes: number, sentBytes = bodyBytes, connection = 'keep-alive') => {
    const length = bodyBytes > 0 ? `Content-Length: ${bodyBytes}\r\n` : ''
    const origin = 'Sec-Fetch-Site: same-origin\r\n'
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${origin}Connection: ${connection}\r\n${length}\r\n`)
    socket.write(Buffer.alloc(sentBytes))
  }
  /** Waits until the client has received a response with this status. */
  const until = (status: number) => vi.waitUntil(() => answer.includes(`HTTP/1.1 ${status} `), { timeout: 4_000, interval: 5 })
  return { socket, send, until, isClosed }
}

describe('after a refusal, the body', () => {
  test.each(['keep-alive', 'close'])('leaves no timer when the connection is closed (%s)', async (connection) => {
    const { socket, send, until } = await connectToRefusal()
    send('POST', '/api/images', 2_000_000, 300_000, connection)
    await until(401)
    socket.destroy()
    await vi.waitUntil(() => vi.getTimerCount() === 0, { timeout: 4_000, interval: 5 })
  })

  test('must still not stop for half a minute', async () => {
    const { send, until, isClosed } = await connectToRefusal()
    send('POST', '/api/images', 1_000_000, 1_000)
    await until(401)
    expect([isClosed(), vi.getTimerCount()]).toEqual([false, 1])
    vi.advanceTimersByTime(windowMs)
    await vi.waitUntil(isClosed, { timeout: 4_000, interval: 5 })
  })

  test('does not block the next request of the connection', async () => {
    const { socket, send, until } = await connectToRefusal()
    send('POST', '/api/images', 300_000)
    await until(401)
    send('GET', '/api/next', 0)
    await until(404)
    expect(vi.getTimerCount()).toBe(0)
    socket.destroy()
  })
})

test('the timer of a body does not keep the process running', async () => {
  // A spy on a fake timer would leave the fake one behind.
  vi.useRealTimers()
  const timers = vi.spyOn(globalThis, 'setInterval')
  const { send } = await startUpload(1000)
  const started = timers.mock.results.map(({ value }) => value as NodeJS.Timeout)
  timers.mockRestore()
  await send(1000)
  expect(started.map((timer) => timer.hasRef())).toEqual([false])
})

describe('request headers', () => {
  test('must arrive within twenty seconds, and a steady upload may take an hour', async () => {
    const { server } = await serve()
    expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 3_600_000])
  })

  test('find the connection open for longer than proxies keep one without requests', async () => {
    const { server } = await serve()
    expect(server.keepAliveTimeout).toBeGreaterThan(60_000)
  })
})

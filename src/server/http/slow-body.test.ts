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

describe('request headers', () => {
  test('must arrive within twenty seconds, and a steady upload may take an hour', async () => {
    const { server } = await serve()
    expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 3_600_000])
  })
})

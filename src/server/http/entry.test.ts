import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { serve } from '#tests/http-server.ts'

test('the client address is the address of the connection, whatever headers the client sends', async () => {
  const addresses: (string | null)[] = []
  const application = async (request: Request) => {
    addresses.push(request.headers.get(clientAddressHeader))
    return new Response('')
  }
  const { ask } = await serve({ application })
  await ask('/anything', { headers: { [clientAddressHeader]: '203.0.113.9', 'X-Forwarded-For': '203.0.113.9' } })
  expect(addresses).toEqual(['127.0.0.1'])
})

test('a request of another site has a line in the log', async () => {
  const { ask, lines } = await serve()
  const { status } = await ask('/api/reports?text=x', { method: 'POST', headers: { Origin: 'https://elsewhere.example' } })
  expect(status).toBe(403)
  const details = { method: 'POST', path: '/api/reports', network: '127.0.0.0/24', reason: 'NOT_FROM_THIS_SITE' }
  expect(lines).toEqual([{ level: 'info', time: expect.any(String), ...details, message: 'Access refused' }])
})

test('a process that stops is not ready, closes connections, and answers everything else', async () => {
  const { ask, announceStop, asked } = await serve()
  const isReady = async () => (await ask('/health/ready')).status
  expect(await isReady()).toBe(200)
  announceStop()
  expect(await isReady()).toBe(503)
  const { status, headers } = await ask('/contact', { headers: { Connection: 'keep-alive' } })
  expect([status, headers.connection]).toEqual([200, 'close'])
  expect(asked).toEqual(['/health/ready', '/contact'])
})

describe('other responses', () => {
  test.each(['/', '/contact?question=1'])('to %s that are temporarily impossible say when to repeat the request', async (path) => {
    const application = async () => new Response('<p>later</p>', { status: 503, headers: { 'Content-Type': 'text/html' } })
    const { ask, lines } = await serve({ application })
    const { status, headers } = await ask(path)
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store'])
    expect(lines).toEqual([])
  })

  test('have the nonce of their own rendering and are not cached', async () => {
    const { ask, asked } = await serve()
    const { headers, body } = await ask('/contact?question=1')
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
    expect(body.toString()).toContain(`nonce="${nonce}"`)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(asked).toEqual(['/contact?question=1'])
  })

  test('of a failing application are a short apology', async () => {
    const { ask, lines } = await serve({ application: () => Promise.reject(new Error('telling detail')) })
    const { status, body } = await ask('/contact?question=1')
    const [, reference] = /include this reference: (\S{9})\.\n$/.exec(body.toString()) ?? []
    expect(status).toBe(500)
    expect(body.toString()).not.toContain('telling')
    expect(lines).toMatchObject([
      { level: 'error', reference, path: '/contact', error: { message: 'telling detail' } },
      { level: 'warn', reference, method: 'GET', path: '/contact', status: 500, durationMs: expect.any(Number) },
    ])
  })

  test('log no failure when the client has disconnected', async () => {
    const disconnected = vi.fn<() => void>()
    const { port, lines } = await serve({
      application: ({ signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            resolve(new Response(null, { status: 500 }))
            setImmediate(disconnected)
          }),
        ),
    })
    const asking = httpRequest({ host: '127.0.0.1', port, path: '/api/viewer', headers: { Host: `localhost:${port}` }, agent: false })
    asking.on('error', () => undefined).end()
    setTimeout(() => asking.destroy(), 100)
    await vi.waitFor(() => expect(disconnected).toHaveBeenCalledTimes(1))
    expect(lines).toEqual([])
  })

  test('are logged only if the request could change data', async () => {
    const { ask, lines } = await serve()
    await ask('/contact?question=1')
    await ask('/contact?code=abc', { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } })
    expect(lines).toMatchObject([{ level: 'info', method: 'POST', path: '/contact', status: 200, reference: expect.any(String) }])
  })

  test('that acknowledge a save are not logged, but refusals are', async () => {
    const application = async ({ url }: Request) => new Response('', { status: url.includes('full') ? 409 : 200 })
    const { ask, lines } = await serve({ application })
    const init = { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } }
    await ask('/api/attempts/1/moves', init)
    await ask('/api/attempts/full/moves', init)
    expect(lines).toMatchObject([{ level: 'info', path: '/api/attempts/full/moves', status: 409 }])
  })

  test('wait for the jobs, but public pages and checks of the process do not', async () => {
    let startJobs = () => {}
    const started = new Promise<void>((resolve) => (startJobs = resolve))
    const { ask, asked } = await serve({ startJobs: () => started })
    await ask('/')
    await ask('/health/ready')
    const waiting = ask('/api/viewer')
    await ask('/health/live')
    expect(asked).toEqual(['/', '/health/ready', '/health/live'])
    startJobs()
    expect((await waiting).status).toBe(200)
    expect(asked.at(-1)).toBe('/api/viewer')
  })

  test('each have their own reference', async () => {
    const references: string[] = []
    const { ask } = await serve({
      application: async (_, __, reference) => {
        references.push(reference)
        return new Response('')
      },
    })
    await ask('/api/certifications')
    await ask('/api/certifications')
    expect(new Set(references).size).toBe(2)
    for (const reference of references) expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  })

  test('that failed are not cached', async () => {
    const application = async () => new Response('<p>failed</p>', { status: 500, headers: { 'Content-Type': 'text/html' } })
    const seen = vi.fn<typeof application>(application)
    const { ask } = await serve({ application: seen })
    expect((await ask('/')).headers['cache-control']).toBe('no-store')
    await ask('/')
    expect(seen).toHaveBeenCalledTimes(2)
  })

  test('are build files, cached for a year, or 304', async () => {
    const { ask, asked } = await serve({ files: { '/assets/a.js': 'content', '/assets/a.js.gz': 'compressed' } })
    const answer = await ask('/assets/a.js?v=1', { headers: { 'Accept-Encoding': 'br;q=0, gzip' } })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=31536000, immutable' })
    // Strong ETags would promise the same bytes in every encoding.
    expect(answer.headers.etag).toMatch(/^W\/"[^"]+"$/)
    expect((await ask('/assets/a.js', { headers: { 'If-None-Match': String(answer.headers.etag) } })).status).toBe(304)
    expect((await ask('/assets/a.js', { method: 'HEAD' })).body).toHaveLength(0)
    expect(asked).toEqual([])
  })
})

// Regression: the application waited for a body that was never announced.
test('a POST request without a body gets a response', async () => {
  const application = async (request: Request) => new Response(`read ${(await request.text()).length}`)
  const { port } = await serve({ application })
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`POST /contact HTTP/1.1\r\nHost: localhost:${port}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n`),
    )
    const chunks: string[] = []
    socket.on('data', (chunk) => chunks.push(String(chunk)))
    socket.on('close', () => resolve(chunks.join('')))
  })
  expect(answer).toContain('read 0')
})

test('a client that sends a large unread file still gets the response', async () => {
  const { port } = await serve({ application: async () => new Response('no', { status: 401 }) })
  const answer = await fetch(`http://127.0.0.1:${port}/api/questions/import`, {
    method: 'POST',
    body: Buffer.alloc(40_000_000),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status).toBe(401)
  expect((await fetch(`http://127.0.0.1:${port}/api/x`)).status).toBe(401)
})

// Regression: an aborted upload stopped the process while its rest was being discarded.
test('an upload that is aborted during its refusal does not affect other requests', async () => {
  let respond = () => undefined as void
  const refused = new Promise<void>((resolve) => (respond = resolve))
  const { ask, port } = await serve({
    application: async () => {
      await refused
      return new Response('No', { status: 401 })
    },
  })
  const socket = connect(port, '127.0.0.1')
  const head = [`POST /api/questions/import HTTP/1.1`, `Host: localhost:${port}`, 'Sec-Fetch-Site: same-origin', 'Content-Length: 1000']
  socket.write(`${head.join('\r\n')}\r\n\r\nfew bytes`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  respond()
  expect((await ask('/api/unknown')).status).toBe(401)
})

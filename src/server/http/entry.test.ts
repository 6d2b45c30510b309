import { request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { BlockList, connect } from 'node:net'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { makeEntry } from '#server/http/entry.ts'
import { cacheKeyOf } from '#server/http/page-cache.ts'
import { keepAnswer } from '#server/http/precompressed-response.ts'
import { withHashes } from '#server/http/csp.ts'
import { makeLog } from '#server/log.ts'
import { findFreePort } from '#tests/free-port.ts'

let server: Server
afterEach(() => new Promise((resolve) => server.close(resolve)))

type Options = Partial<Parameters<typeof makeEntry>[0]>
/** With `isCutShort` the body that is announced never comes. */
type Init = { method?: string; headers?: Record<string, string>; isCutShort?: boolean }
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** An entry in front of an application that says which address it was asked for. */
async function serve(options: Options = {}): Promise<{
  ask: (path: string, init?: Init) => Promise<Answer>
  port: number
  asked: string[]
  /** Lines of the log. */
  lines: Record<string, unknown>[]
}> {
  const asked: string[] = []
  const lines: Record<string, unknown>[] = []
  const log = makeLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const application = async (request: Request, nonce: string) => {
    asked.push(new URL(request.url).pathname + new URL(request.url).search)
    const html = `<!doctype html><p>${'page '.repeat(100)}</p><script nonce="${nonce}">own()</script><script>injected()</script>`
    return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
  // The port has to be known to the entry before it listens, so a free one is found first.
  const port = await findFreePort()
  const made = makeEntry({
    application,
    build: 'build-1',
    files: new Map(),
    readPublication: async () => 1,
    port,
    publicOrigin: undefined,
    trustedProxies: new BlockList(),
    readGuests: () => ({ forms: [], scripts: [] }),
    log,
    ...options,
  })
  server = made.server
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const ask = (path: string, { method = 'GET', headers = {}, isCutShort = false }: Init = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = httpRequest(
        { host: '127.0.0.1', port, path, method, headers: { Host: `localhost:${port}`, ...headers }, agent: false },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
            if (isCutShort) sent.destroy()
          })
        },
      )
      sent.on('error', reject)
      if (isCutShort) sent.flushHeaders()
      else sent.end()
    })
  return { ask, port, asked, lines }
}

test('the address of the client is that of the connection, whatever the client writes', async () => {
  const addresses: (string | null)[] = []
  const application = async (request: Request) => {
    addresses.push(request.headers.get(clientAddressHeader))
    return new Response('')
  }
  const { ask } = await serve({ application })
  await ask('/anything', { headers: { [clientAddressHeader]: '203.0.113.9', 'X-Forwarded-For': '203.0.113.9' } })
  expect(addresses).toEqual(['127.0.0.1'])
})

describe('the guard', () => {
  test.each([
    ['an unknown method', '/', { method: 'TRACE' }, 405],
    [
      'a form of more than 32 KB',
      '/login',
      {
        method: 'POST',
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
          'Content-Length': '40000',
        },
      },
      413,
    ],
    ['a broken percent-encoding', '/exam/%E0%A4%A', {}, 400],
    ['a broken percent-encoding in a query', '/?family=%zz', {}, 400],
    ['a broken percent-encoding behind a second question mark', '/?a=b?%zz', {}, 400],
    ['a zero byte', '/api/questions?exam_id=%00', {}, 400],
    ['an address of another site', '//elsewhere.example/', {}, 400],
    ['an endless address', `/${'a'.repeat(5000)}`, {}, 414],
    ['an unknown host', '/', { headers: { Host: 'elsewhere.example' } }, 421],
    ['an oversized body', '/', { method: 'POST', headers: { 'Content-Length': '99999999', 'Sec-Fetch-Site': 'same-origin' } }, 413],
    [
      'a body of unknown length',
      '/',
      { method: 'POST', headers: { 'Transfer-Encoding': 'chunked', 'Sec-Fetch-Site': 'same-origin' } },
      411,
    ],
  ])('refuses %s shortly and does not trouble the application', async (_, path, init, status) => {
    const { ask, asked } = await serve()
    const answer = await ask(path, init)
    expect(answer.status).toBe(status)
    expect(answer.body.toString()).toMatch(/^.{10,90}\.\n$/)
    expect(asked).toEqual([])
  })

  test.each([
    ['/api/questions/import?dry_run=true', 48_000_000, 200],
    ['/api/questions/import', 49_000_000, 413],
    ['/api/images', 5 * 1024 * 1024, 200],
    ['/api/images', 6_000_000, 413],
    ['/api/images/', 2_000_000, 413],
    ['/api/questions', 2_000_000, 413],
  ])('lets files pass only where they are taken: %s, %i bytes', async (path, bytes, status) => {
    const { ask, asked } = await serve()
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Length': String(bytes) }
    expect((await ask(path, { method: 'POST', headers, isCutShort: true })).status).toBe(status)
    expect(asked).toHaveLength(status === 200 ? 1 : 0)
  })

  test.each([
    [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ 'Sec-Fetch-Site': 'none' }, 403],
    [{ Origin: 'https://elsewhere.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{}, 403],
  ])('lets a request that could change something pass only from our own pages: %j', async (headers, status) => {
    const { ask } = await serve()
    expect((await ask('/contact?question=1', { method: 'POST', headers })).status).toBe(status)
  })

  test.each([
    ['POST', '/unsubscribe?token=x', {}, 200],
    ['POST', '/unsubscribe?token=x', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['POST', '/unsubscribe?token=x', { 'Sec-Fetch-Site': 'none' }, 403],
    ['POST', '/unsubscribe?token=x', { Origin: 'https://elsewhere.example' }, 403],
    ['POST', '/unsubscribe?token=x', { Origin: 'null' }, 403],
    ['PUT', '/unsubscribe?token=x', {}, 403],
    ['DELETE', '/unsubscribe?token=x', {}, 403],
    ['POST', '/unsubscribe/', {}, 403],
    ['POST', '/unsubscribe.data?token=x', {}, 403],
    ['POST', '/Unsubscribe?token=x', {}, 403],
    ['POST', '/profile?/unsubscribe', {}, 403],
    ['POST', '/%75nsubscribe?token=x', {}, 403],
  ])('lets mail programs, and no page of another site, switch mail off: %s %s with %j', async (method, path, headers, status) => {
    const { ask } = await serve()
    expect((await ask(path, { method, headers })).status).toBe(status)
  })

  test('takes the origin of older browsers for what it says', async () => {
    const { ask, port } = await serve()
    const post = (origin: string) => ask('/contact?question=1', { method: 'POST', headers: { Origin: origin } })
    expect((await post(`http://localhost:${port}`)).status).toBe(200)
    expect((await post('http://localhost:1')).status).toBe(403)
  })

  test('answers to the public host behind a proxy', async () => {
    const { ask } = await serve({ publicOrigin: 'https://praxam.example' })
    const answer = await ask('/', { headers: { Host: 'praxam.example' } })
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('survives what is not HTTP at all', async () => {
    const { ask, port } = await serve()
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
      socket
        .on('close', () => resolve())
        .on('error', () => resolve())
        .resume()
    })
    expect((await ask('/')).status).toBe(200)
  })
})

describe('the page cache', () => {
  test('renders a public page once and serves it compressed, with an ETag', async () => {
    const { ask, asked } = await serve()
    const first = await ask('/', { headers: { 'Accept-Encoding': 'gzip, br' } })
    const second = await ask('/', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(first.headers['content-encoding']).toBe('br')
    expect(second.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(first.body)).toEqual(gunzipSync(second.body))
    const third = await ask('/', { headers: { 'If-None-Match': String(first.headers.etag) } })
    expect(third.status).toBe(304)
    expect(third.body).toHaveLength(0)
    expect(asked).toEqual(['/'])
  })

  test('says of which build a page is, as every answer of the application does', async () => {
    const { ask } = await serve()
    for (const path of ['/', '/', '/login', '/exam/mb-800.data']) expect((await ask(path)).headers['praxam-build']).toBe('build-1')
  })

  test('lets many who ask at once wait for one rendering', async () => {
    const { ask, asked } = await serve()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/certifications')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(asked).toEqual(['/certifications'])
  })

  test('allows by hash exactly the scripts that carried the nonce', async () => {
    const { ask } = await serve()
    const { headers, body } = await ask('/')
    const policy = String(headers['content-security-policy'])
    expect(policy.match(/'sha256-[^']+'/g)).toHaveLength(1)
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).not.toContain('nonce-')
    expect(body.toString()).not.toContain('nonce=')
    expect(withHashes('<script nonce="n">own()</script>', 'n').policy).toBe(policy)
  })

  test('sends no page of an earlier publication two seconds after it, nor renders one twice', async () => {
    let publication = 1
    vi.useFakeTimers({ toFake: ['performance'] })
    const application = async () => new Response(`<p>made at ${publication}</p>`, { headers: { 'Content-Type': 'text/html' } })
    const seen = vi.fn<typeof application>(application)
    const { ask } = await serve({ application: seen, readPublication: async () => publication })
    expect((await ask('/')).body.toString()).toContain('made at 1')
    publication = 2
    vi.advanceTimersByTime(2100)
    expect((await ask('/')).body.toString()).toContain('made at 2')
    expect((await ask('/')).body.toString()).toContain('made at 2')
    vi.useRealTimers()
    expect(seen).toHaveBeenCalledTimes(2)
  })

  test('goes on with what it has when the publication cannot be read', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const readPublication = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockRejectedValue(new Error('gone'))
    const { ask, asked, lines } = await serve({ readPublication })
    await ask('/')
    vi.advanceTimersByTime(2100)
    expect((await ask('/')).status).toBe(200)
    vi.useRealTimers()
    expect(asked).toEqual(['/'])
    expect(lines).toMatchObject([{ level: 'warn', message: 'The publication could not be read', error: { message: 'gone' } }])
  })

  // Found when importing 20,000 questions: for seconds the embedded database answers nobody else.
  test('sends what it has while the publication is read for long, and the new page after that', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let tell: (publication: number) => void = () => undefined
    const slowly = () => new Promise<number>((resolve) => (tell = resolve))
    const readPublication = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockImplementationOnce(slowly).mockResolvedValue(2)
    const { ask, asked } = await serve({ readPublication })
    await ask('/')
    vi.advanceTimersByTime(2100)
    expect((await ask('/')).status).toBe(200)
    vi.advanceTimersByTime(60_000)
    expect((await Promise.all([ask('/'), ask('/')])).map(({ status }) => status)).toEqual([200, 200])
    expect(asked).toEqual(['/'])
    expect(readPublication).toHaveBeenCalledTimes(2)
    tell(2)
    await ask('/')
    vi.useRealTimers()
    expect(asked).toEqual(['/', '/'])
  })

  test('forgets a page that is no longer there', async () => {
    let publication = 1
    vi.useFakeTimers({ toFake: ['performance'] })
    const application = async () =>
      new Response('<p>page</p>', { status: publication === 1 ? 200 : 404, headers: { 'Content-Type': 'text/html' } })
    const { ask } = await serve({ application, readPublication: async () => publication })
    expect((await ask('/exam/mb-800')).status).toBe(200)
    publication = 2
    vi.advanceTimersByTime(2100)
    expect((await ask('/exam/mb-800')).status).toBe(404)
    expect((await ask('/exam/mb-800')).status).toBe(404)
    vi.useRealTimers()
  })

  test('keeps the sitemap as what it is', async () => {
    const application = async () => new Response('<urlset/>', { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
    const seen = vi.fn<typeof application>(application)
    const { ask } = await serve({ application: seen })
    for (let i = 0; i < 2; i++) {
      const { headers, body } = await ask('/sitemap.xml')
      expect([headers['content-type'], headers['etag'], body.toString()]).toEqual([
        'application/xml; charset=utf-8',
        expect.any(String),
        '<urlset/>',
      ])
    }
    expect(seen).toHaveBeenCalledTimes(1)
  })

  test('does not keep what is not there', async () => {
    const application = async () => new Response('<p>lost</p>', { status: 404, headers: { 'Content-Type': 'text/html' } })
    const seen = vi.fn<typeof application>(application)
    const { ask } = await serve({ application: seen })
    expect((await ask('/exam/zz-999')).status).toBe(404)
    expect((await ask('/exam/zz-999')).status).toBe(404)
    expect(seen).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['/', '/'],
    ['/certifications?family=ERP', '/certifications?family=ERP'],
    ['/certifications?family=Power+Platform', '/certifications?family=Power%20Platform'],
    ['/certifications?family=Cooking', undefined],
    ['/certifications?family=ERP&family=CRM', undefined],
    ['/certifications?utm_source=mail', '/certifications'],
    ['/certifications?utm_source=mail&family=ERP', '/certifications?family=ERP'],
    ['/exam/mb-800?set=area-2', '/exam/mb-800'],
    ['/exam/mb-800/build?only=wrong', '/exam/mb-800/build'],
    ['/exam/mb-800/simulation?results=', '/exam/mb-800/simulation'],
    ['/?utm_source=mail', '/'],
    ['/contact', '/contact'],
    ['/offline', '/offline'],
    ['/offline/simulation', '/offline/simulation'],
    ['/sitemap.xml', '/sitemap.xml'],
    ['/exam/mb-800.data', undefined],
    ['/exam/MB-800', undefined],
    ['/contact?question=1', undefined],
    ['/api/certifications', undefined],
  ])('keeps %s under %s', (url, key) => {
    expect(cacheKeyOf({ method: 'GET', url })).toBe(key)
    expect(cacheKeyOf({ method: 'POST', url })).toBeUndefined()
  })
})

describe('an address of a public page in another spelling', () => {
  test.each([
    ['/certifications/MB-800', '/certifications/mb-800'],
    ['/certifications/', '/certifications'],
    ['/seo/Tips-certification/?utm_source=x', '/seo/tips-certification?utm_source=x'],
    ['/%70rivacy', '/privacy'],
  ])('%s leads to %s', async (path, proper) => {
    const { ask, asked } = await serve()
    const { status, headers } = await ask(path)
    expect([status, headers.location]).toEqual([301, proper])
    expect(asked).toEqual([])
  })

  test.each(['/', '//', '/admin/', '/Login', '/assets/X.js/', '/%2F%2Fevil.example/'])('%s is left to the application', async (path) => {
    const { ask } = await serve()
    expect((await ask(path)).status).not.toBe(301)
  })
})

describe('other answers', () => {
  test('carry the nonce of their own rendering and are not stored', async () => {
    const { ask, asked } = await serve()
    const { headers, body } = await ask('/contact?question=1')
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
    expect(body.toString()).toContain(`nonce="${nonce}"`)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(asked).toEqual(['/contact?question=1'])
  })

  test('of a failing application are one calm sentence', async () => {
    const { ask, lines } = await serve({ application: () => Promise.reject(new Error('telling detail')) })
    const { status, body } = await ask('/contact?question=1')
    const [, reference] = /name this reference: (\S{9})\.\n$/.exec(body.toString()) ?? []
    expect(status).toBe(500)
    expect(body.toString()).not.toContain('telling')
    expect(lines).toMatchObject([
      { level: 'error', reference, path: '/contact', error: { message: 'telling detail' } },
      { level: 'warn', reference, method: 'GET', path: '/contact', status: 500, durationMs: expect.any(Number) },
    ])
  })

  test('raise no alarm when the framework calls it a failure that somebody has gone', async () => {
    const left = vi.fn<() => void>()
    const { port, lines } = await serve({
      application: ({ signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            resolve(new Response(null, { status: 500 }))
            setImmediate(left)
          }),
        ),
    })
    const asking = httpRequest({ host: '127.0.0.1', port, path: '/api/viewer', headers: { Host: `localhost:${port}` }, agent: false })
    asking.on('error', () => undefined).end()
    setTimeout(() => asking.destroy(), 100)
    await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(1))
    expect(lines).toEqual([])
  })

  test('leave a line in the log when they could change something, others do not', async () => {
    const { ask, lines } = await serve()
    await ask('/contact?question=1')
    await ask('/contact?code=abc', { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } })
    expect(lines).toMatchObject([{ level: 'info', method: 'POST', path: '/contact', status: 200, reference: expect.any(String) }])
  })

  test('are each asked for under a reference of their own', async () => {
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

  test('that failed are nowhere kept', async () => {
    const application = async () => new Response('<p>failed</p>', { status: 500, headers: { 'Content-Type': 'text/html' } })
    const seen = vi.fn<typeof application>(application)
    const { ask } = await serve({ application: seen })
    expect((await ask('/')).headers['cache-control']).toBe('no-store')
    await ask('/')
    expect(seen).toHaveBeenCalledTimes(2)
  })

  test('are files of the build, kept for a year, or 304', async () => {
    const file = keepAnswer(200, Buffer.from('x'.repeat(1000)), { 'Cache-Control': 'public, max-age=31536000, immutable' })
    const { ask } = await serve({ files: new Map([['/assets/a.js', file]]) })
    const answer = await ask('/assets/a.js?v=1', { headers: { 'Accept-Encoding': 'br;q=0, gzip' } })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=31536000, immutable' })
    expect((await ask('/assets/a.js', { headers: { 'If-None-Match': String(answer.headers.etag) } })).status).toBe(304)
    expect((await ask('/assets/a.js', { method: 'HEAD' })).body).toHaveLength(0)
  })
})

describe('an answer that is made while it is sent', () => {
  const download = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Disposition': 'attachment; filename="x.json"' }
  const lines = { 'Content-Type': 'application/x-ndjson; charset=utf-8' }

  /** Pieces that are made one after the other, each when it is asked for. */
  function pieces(count: number) {
    const made = { count: 0, isCancelled: false }
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          made.count += 1
          controller.enqueue(Buffer.alloc(64 * 1024, 'line of an answer\n'))
          if (made.count === count) controller.close()
        },
        cancel: () => {
          made.isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    return { made, stream }
  }

  test('arrives whole, compressed only when it is a download of text', async () => {
    const headers = { 'Accept-Encoding': 'br, gzip' }
    for (const [kind, encoding] of [
      [download, 'gzip'],
      [lines, undefined],
      [{ 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment; filename="x.zip"' }, undefined],
    ] as const) {
      const { ask } = await serve({ application: async () => new Response(pieces(5).stream, { headers: kind }) })
      const answer = await ask('/api/x', { headers })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding' })
      expect((encoding ? gunzipSync(answer.body) : answer.body).length).toBe(5 * 64 * 1024)
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test('comes line by line', async () => {
    let push: (line: string) => void = () => undefined
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (push = (line) => controller.enqueue(Buffer.from(line))) })
    const { port } = await serve({ application: async () => new Response(stream, { headers: lines }) })
    push('first\n')
    const response = await fetch(`http://127.0.0.1:${port}/api/x`, { headers: { Host: `localhost:${port}`, 'Accept-Encoding': 'gzip' } })
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first\n')
    push('second\n')
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second\n')
    await reader?.cancel()
  })

  test('waits for its reader, and ends when the reader goes away', async () => {
    const { made, stream } = pieces(1_000_000)
    const { port, lines: logged } = await serve({ application: async () => new Response(stream, { headers: lines }) })
    await new Promise<void>((resolve, reject) => {
      const asking = httpRequest(
        { host: '127.0.0.1', port, path: '/api/x', headers: { Host: `localhost:${port}` }, agent: false },
        (response) => {
          response.once('data', () => {
            response.pause()
            response.once('close', resolve)
            asking.destroy()
          })
        },
      )
      asking.on('error', reject).end()
    })
    await vi.waitFor(() => expect(made.isCancelled).toBe(true))
    expect(made.count).toBeLessThan(500)
    expect(logged).toEqual([])
  })

  test('is cut off when making it fails', async () => {
    async function* failing() {
      yield Buffer.from('half')
      await Promise.resolve()
      throw new Error('disk on fire')
    }
    const stream = Readable.toWeb(Readable.from(failing())) as ReadableStream
    const { ask, lines: logged } = await serve({ application: async () => new Response(stream, { headers: download }) })
    await expect(ask('/api/x')).rejects.toThrow()
    expect(logged).toMatchObject([{ level: 'error', message: 'An answer could not be sent', error: { message: 'disk on fire' } }])
  })

  test('is not made for HEAD', async () => {
    const { made, stream } = pieces(5)
    const { ask } = await serve({ application: async () => new Response(stream, { headers: download }) })
    expect((await ask('/api/x', { method: 'HEAD' })).body).toHaveLength(0)
    expect(made).toEqual({ count: 0, isCancelled: true })
  })
})

// Found when a request was sent by hand: the application waited for a body that was never announced.
test('a request that changes something is answered without a body, too', async () => {
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

test('who sends a large file nobody reads gets the answer all the same', async () => {
  const { port } = await serve({ application: async () => new Response('no', { status: 401 }) })
  const answer = await fetch(`http://127.0.0.1:${port}/api/questions/import`, {
    method: 'POST',
    body: Buffer.alloc(40_000_000),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status).toBe(401)
  expect((await fetch(`http://127.0.0.1:${port}/api/x`)).status).toBe(401)
})

// Found in review: the refused rest of an upload that broke off ended the whole process.
test('an upload that breaks off while it is refused harms nobody else', async () => {
  let answer = () => undefined as void
  const refused = new Promise<void>((resolve) => (answer = resolve))
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
  answer()
  expect((await ask('/api/unknown')).status).toBe(401)
})

import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import { BlockList, connect } from 'node:net'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { createHttpServer } from '#server/http/entry.ts'
import { pageCacheKey } from '#server/http/page-cache.ts'
import { precompress } from '#server/http/precompressed-response.ts'
import { withHashes } from '#server/http/csp.ts'
import { createLog } from '#server/log.ts'
import { findFreePort } from '#tests/free-port.ts'

let server: Server
afterEach(() => new Promise((resolve) => server.close(resolve)))

type Options = Partial<Parameters<typeof createHttpServer>[0]>
/** With `isCutShort`, the client never sends the announced body. */
type Init = { method?: string; headers?: Record<string, string>; isCutShort?: boolean }
type TestResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** A server with an application that records the requested addresses. */
async function serve(options: Options = {}): Promise<{
  ask: (path: string, init?: Init) => Promise<TestResponse>
  port: number
  asked: string[]
  /** Log lines. */
  lines: Record<string, unknown>[]
}> {
  const asked: string[] = []
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const application = async (request: Request, nonce: string) => {
    asked.push(new URL(request.url).pathname + new URL(request.url).search)
    const html = `<!doctype html><p>${'page '.repeat(100)}</p><script nonce="${nonce}">own()</script><script>injected()</script>`
    return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
  // The server needs its port before it listens.
  const port = await findFreePort()
  const created = createHttpServer({
    application,
    build: 'build-1',
    files: new Map(),
    readContentVersion: async () => 1,
    port,
    publicOrigin: undefined,
    trustedProxies: new BlockList(),
    readThirdPartyOrigins: () => ({ forms: [], scripts: [] }),
    log,
    ...options,
  })
  server = created.server
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const ask = (path: string, { method = 'GET', headers = {}, isCutShort = false }: Init = {}) =>
    new Promise<TestResponse>((resolve, reject) => {
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
    ['an invalid percent-encoding', '/exam/%E0%A4%A', {}, 400],
    ['an invalid percent-encoding in a query', '/?family=%zz', {}, 400],
    ['an invalid percent-encoding after a second question mark', '/?a=b?%zz', {}, 400],
    ['a null byte', '/api/questions?exam_id=%00', {}, 400],
    ['an address of another site', '//elsewhere.example/', {}, 400],
    ['a very long address', `/${'a'.repeat(5000)}`, {}, 414],
    ['an unknown host', '/', { headers: { Host: 'elsewhere.example' } }, 421],
    ['an oversized body', '/', { method: 'POST', headers: { 'Content-Length': '99999999', 'Sec-Fetch-Site': 'same-origin' } }, 413],
    [
      'a body of unknown length',
      '/',
      { method: 'POST', headers: { 'Transfer-Encoding': 'chunked', 'Sec-Fetch-Site': 'same-origin' } },
      411,
    ],
  ])('refuses %s with a short text and does not call the application', async (_, path, init, status) => {
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
  ])('accepts files only at upload addresses: %s, %i bytes', async (path, bytes, status) => {
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
  ])('accepts a request that could change data only from our own pages: %j', async (headers, status) => {
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
  ])('lets mail programs, but no page of another site, unsubscribe: %s %s with %j', async (method, path, headers, status) => {
    const { ask } = await serve()
    expect((await ask(path, { method, headers })).status).toBe(status)
  })

  test('checks the Origin header of older browsers', async () => {
    const { ask, port } = await serve()
    const post = (origin: string) => ask('/contact?question=1', { method: 'POST', headers: { Origin: origin } })
    expect((await post(`http://localhost:${port}`)).status).toBe(200)
    expect((await post('http://localhost:1')).status).toBe(403)
  })

  test('accepts the public host behind a proxy', async () => {
    const { ask } = await serve({ publicOrigin: 'https://praxam.example' })
    const answer = await ask('/', { headers: { Host: 'praxam.example' } })
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('survives data that is not HTTP', async () => {
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

  test('adds the build to pages, and to every response of the application', async () => {
    const { ask } = await serve()
    for (const path of ['/', '/', '/login', '/exam/mb-800.data']) expect((await ask(path)).headers['praxam-build']).toBe('build-1')
  })

  test('renders once for many concurrent requests', async () => {
    const { ask, asked } = await serve()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/certifications')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(asked).toEqual(['/certifications'])
  })

  test('allows by hash exactly the scripts that had the nonce', async () => {
    const { ask } = await serve()
    const { headers, body } = await ask('/')
    const policy = String(headers['content-security-policy'])
    expect(policy.match(/'sha256-[^']+'/g)).toHaveLength(1)
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).not.toContain('nonce-')
    expect(body.toString()).not.toContain('nonce=')
    expect(withHashes('<script nonce="n">own()</script>', 'n').policy).toBe(policy)
  })

  test('sends no outdated page two seconds after a content change, and renders once per version', async () => {
    let contentVersion = 1
    vi.useFakeTimers({ toFake: ['performance'] })
    const application = async () => new Response(`<p>version ${contentVersion}</p>`, { headers: { 'Content-Type': 'text/html' } })
    const seen = vi.fn<typeof application>(application)
    const { ask } = await serve({ application: seen, readContentVersion: async () => contentVersion })
    expect((await ask('/')).body.toString()).toContain('version 1')
    contentVersion = 2
    vi.advanceTimersByTime(2100)
    expect((await ask('/')).body.toString()).toContain('version 2')
    expect((await ask('/')).body.toString()).toContain('version 2')
    vi.useRealTimers()
    expect(seen).toHaveBeenCalledTimes(2)
  })

  test('renders a page again if the content changed during the rendering', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let contentVersion = 1
    let markStarted: () => void = () => undefined
    const started = new Promise<void>((resolve) => (markStarted = resolve))
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const application = async (request: Request) => {
      const text = `<p>version ${contentVersion}</p>`
      if (new URL(request.url).pathname === '/') {
        markStarted()
        await released
      }
      return new Response(text, { headers: { 'Content-Type': 'text/html' } })
    }
    const { ask } = await serve({ application, readContentVersion: async () => contentVersion })
    const outdated = ask('/')
    await started
    contentVersion = 2
    vi.advanceTimersByTime(2100)
    await ask('/certifications')
    release()
    expect((await outdated).body.toString()).toContain('version 1')
    expect((await ask('/')).body.toString()).toContain('version 2')
    vi.useRealTimers()
  })

  test('sends cached pages if the content version cannot be read', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const readContentVersion = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockRejectedValue(new Error('gone'))
    const { ask, asked, lines } = await serve({ readContentVersion })
    await ask('/')
    vi.advanceTimersByTime(2100)
    expect((await ask('/')).status).toBe(200)
    vi.useRealTimers()
    expect(asked).toEqual(['/'])
    expect(lines).toMatchObject([{ level: 'warn', message: 'The content version could not be read', error: { message: 'gone' } }])
  })

  // Found when importing 20,000 questions: the embedded database was blocked for seconds.
  test('sends cached pages while the content version is read slowly, and the new page after that', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let resolveVersion: (version: number) => void = () => undefined
    const slowly = () => new Promise<number>((resolve) => (resolveVersion = resolve))
    const readContentVersion = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockImplementationOnce(slowly).mockResolvedValue(2)
    const { ask, asked } = await serve({ readContentVersion })
    await ask('/')
    vi.advanceTimersByTime(2100)
    expect((await ask('/')).status).toBe(200)
    vi.advanceTimersByTime(60_000)
    expect((await Promise.all([ask('/'), ask('/')])).map(({ status }) => status)).toEqual([200, 200])
    expect(asked).toEqual(['/'])
    expect(readContentVersion).toHaveBeenCalledTimes(2)
    resolveVersion(2)
    await ask('/')
    vi.useRealTimers()
    expect(asked).toEqual(['/', '/'])
  })

  test('removes a page that no longer exists', async () => {
    let contentVersion = 1
    vi.useFakeTimers({ toFake: ['performance'] })
    const application = async () =>
      new Response('<p>page</p>', { status: contentVersion === 1 ? 200 : 404, headers: { 'Content-Type': 'text/html' } })
    const { ask } = await serve({ application, readContentVersion: async () => contentVersion })
    expect((await ask('/exam/mb-800')).status).toBe(200)
    contentVersion = 2
    vi.advanceTimersByTime(2100)
    expect((await ask('/exam/mb-800')).status).toBe(404)
    expect((await ask('/exam/mb-800')).status).toBe(404)
    vi.useRealTimers()
  })

  test('caches the sitemap with its content type', async () => {
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

  test('does not cache a missing page', async () => {
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
  ])('caches %s as %s', (url, key) => {
    expect(pageCacheKey({ method: 'GET', url })).toBe(key)
    expect(pageCacheKey({ method: 'POST', url })).toBeUndefined()
  })
})

describe('an address of a public page that is not canonical', () => {
  test.each([
    ['/certifications/MB-800', '/certifications/mb-800'],
    ['/certifications/', '/certifications'],
    ['/seo/Tips-certification/?utm_source=x', '/seo/tips-certification?utm_source=x'],
    ['/%70rivacy', '/privacy'],
  ])('%s redirects to %s', async (path, canonical) => {
    const { ask, asked } = await serve()
    const { status, headers } = await ask(path)
    expect([status, headers.location]).toEqual([301, canonical])
    expect(asked).toEqual([])
  })

  test.each(['/', '//', '/admin/', '/Login', '/assets/X.js/', '/%2F%2Fevil.example/'])('%s is passed to the application', async (path) => {
    const { ask } = await serve()
    expect((await ask(path)).status).not.toBe(301)
  })
})

describe('other responses', () => {
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
    const file = precompress(200, Buffer.from('x'.repeat(1000)), { 'Cache-Control': 'public, max-age=31536000, immutable' })
    const { ask } = await serve({ files: new Map([['/assets/a.js', file]]) })
    const answer = await ask('/assets/a.js?v=1', { headers: { 'Accept-Encoding': 'br;q=0, gzip' } })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=31536000, immutable' })
    expect((await ask('/assets/a.js', { headers: { 'If-None-Match': String(answer.headers.etag) } })).status).toBe(304)
    expect((await ask('/assets/a.js', { method: 'HEAD' })).body).toHaveLength(0)
  })
})

describe('a streamed response', () => {
  const download = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Disposition': 'attachment; filename="x.json"' }
  const lines = { 'Content-Type': 'application/x-ndjson; charset=utf-8' }

  /** A stream that creates each chunk on demand. */
  function chunkStream(count: number) {
    const produced = { count: 0, isCancelled: false }
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          produced.count += 1
          controller.enqueue(Buffer.alloc(64 * 1024, 'line of a response\n'))
          if (produced.count === count) controller.close()
        },
        cancel: () => {
          produced.isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    return { produced, stream }
  }

  test('arrives completely, compressed only if it is a text download', async () => {
    const headers = { 'Accept-Encoding': 'br, gzip' }
    for (const [kind, encoding] of [
      [download, 'gzip'],
      [lines, undefined],
      [{ 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment; filename="x.zip"' }, undefined],
    ] as const) {
      const { ask } = await serve({ application: async () => new Response(chunkStream(5).stream, { headers: kind }) })
      const answer = await ask('/api/x', { headers })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding' })
      expect((encoding ? gunzipSync(answer.body) : answer.body).length).toBe(5 * 64 * 1024)
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test('arrives line by line', async () => {
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

  test('waits for the client, and stops when the client disconnects', async () => {
    const { produced, stream } = chunkStream(1_000_000)
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
    await vi.waitFor(() => expect(produced.isCancelled).toBe(true))
    expect(produced.count).toBeLessThan(500)
    expect(logged).toEqual([])
  })

  test('is cut off if its source fails', async () => {
    async function* failing() {
      yield Buffer.from('half')
      await Promise.resolve()
      throw new Error('disk on fire')
    }
    const stream = Readable.toWeb(Readable.from(failing())) as ReadableStream
    const { ask, lines: logged } = await serve({ application: async () => new Response(stream, { headers: download }) })
    await expect(ask('/api/x')).rejects.toThrow()
    expect(logged).toMatchObject([{ level: 'error', message: 'The response could not be sent', error: { message: 'disk on fire' } }])
  })

  test('is not produced for HEAD', async () => {
    const { produced, stream } = chunkStream(5)
    const { ask } = await serve({ application: async () => new Response(stream, { headers: download }) })
    expect((await ask('/api/x', { method: 'HEAD' })).body).toHaveLength(0)
    expect(produced).toEqual({ count: 0, isCancelled: true })
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

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { pageCacheKey } from '#server/http/page-cache.ts'
import { withHashes } from '#server/http/csp.ts'
import { pageLookups } from '#server/platform/events.ts'
import { serve } from '#tests/http-server.ts'

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

  test('reports hits and misses', async () => {
    const lookups: string[] = []
    const end = pageLookups.subscribe((result) => lookups.push(result))
    const { ask } = await serve()
    for (const path of ['/', '/', '/certifications', '/login?next=/profile']) await ask(path)
    end()
    expect(lookups).toEqual(['miss', 'hit', 'miss'])
  })

  test('adds the build to pages, and to every response of the application', async () => {
    const { ask } = await serve()
    for (const path of ['/', '/', '/login', '/exam/mb-800.data', '/api/settings'])
      expect((await ask(path)).headers['praxam-build']).toBe('build-1')
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

  test('sends an outdated page while the page cannot be rendered', async () => {
    let isUnavailable = false
    let contentVersion = 1
    vi.useFakeTimers({ toFake: ['performance'] })
    const application = async () =>
      new Response(`<p>version ${contentVersion}</p>`, { status: isUnavailable ? 503 : 200, headers: { 'Content-Type': 'text/html' } })
    const { ask } = await serve({ application, readContentVersion: async () => contentVersion })
    await ask('/')
    contentVersion = 2
    isUnavailable = true
    vi.advanceTimersByTime(2100)
    const { status, body } = await ask('/')
    isUnavailable = false
    const later = await ask('/')
    vi.useRealTimers()
    expect([status, body.toString()]).toEqual([200, expect.stringContaining('version 1')])
    expect(later.body.toString()).toContain('version 2')
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

  test('caches data and the public API, compressed, with an ETag and for no search engine', async () => {
    const application = async ({ url }: Request) =>
      url.includes('/api/')
        ? Response.json(['x'.repeat(500)])
        : new Response('x'.repeat(500), { headers: { 'Content-Type': 'text/x-script' } })
    const seen = vi.fn<typeof application>(application)
    const { ask } = await serve({ application: seen })
    for (const path of ['/exam/mb-800.data?_routes=practice%2Fpractice', '/api/questions?exam_id=mb-800']) {
      const first = await ask(path, { headers: { 'Accept-Encoding': 'br' } })
      expect(first.headers).toMatchObject({ 'content-encoding': 'br', 'x-robots-tag': 'noindex', 'cache-control': 'public, no-cache' })
      const again = await ask(path, { headers: { 'If-None-Match': String(first.headers.etag), Cookie: 'session=1' } })
      expect(again.status).toBe(304)
    }
    expect(seen).toHaveBeenCalledTimes(2)
  })

  test('sends the API as it is after a change, without a delay', async () => {
    let contentVersion = 1
    const { ask } = await serve({
      application: async () => Response.json({ contentVersion }),
      readContentVersion: async () => contentVersion,
    })
    const path = '/api/questions?exam_id=mb-800'
    expect(String((await ask(path)).body)).toContain('1')
    contentVersion = 2
    expect(String((await ask(path)).body)).toContain('2')
  })

  test.each([
    ['a refusal', () => Response.json({ status: 404 }, { status: 404, headers: { 'X-Own': 'yes' } })],
    ['a redirect', () => new Response('x', { status: 202, headers: { 'Content-Type': 'text/x-script', 'X-Own': 'yes' } })],
    ['a personal response', () => Response.json({}, { headers: { 'Cache-Control': 'no-store', 'X-Own': 'yes' } })],
    ['a response with a cookie', () => Response.json({}, { headers: { 'Set-Cookie': 'a=b', 'X-Own': 'yes' } })],
  ])('leaves %s to data requests as it is', async (_, respond) => {
    const { ask } = await serve({ application: async () => respond() })
    for (let i = 0; i < 2; i++) expect((await ask('/exam/mb-800.data')).headers).toMatchObject({ 'x-own': 'yes' })
  })

  test('does not let invented data requests displace pages', async () => {
    const application = async () => new Response('<p>page</p>', { headers: { 'Content-Type': 'text/html' } })
    const seen = vi.fn<typeof application>(application)
    const { ask } = await serve({ application: seen })
    await ask('/')
    for (let i = 0; i < 600; i++) await ask(`/_.data?_routes=invented-${i}`)
    seen.mockClear()
    await ask('/')
    expect(seen).not.toHaveBeenCalled()
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
    ['/certifications/mb-800/changes', '/certifications/mb-800/changes'],
    ['/certifications/mb-800/changes?before=1', undefined],
    ['/certifications/mb-800/changes.atom?utm_source=mail', '/certifications/mb-800/changes.atom'],
    ['/exam/mb-800.data', '/exam/mb-800.data'],
    ['/exam/mb-800.data?set=mixed&_routes=practice%2Fpractice', '/exam/mb-800.data?_routes=practice%2Fpractice'],
    [
      '/certifications.data?family=ERP&_routes=catalogue%2Fcertifications',
      '/certifications.data?family=ERP&_routes=catalogue%2Fcertifications',
    ],
    ['/_.data', '/_.data'],
    [`/_.data?_routes=${'x'.repeat(81)}`, undefined],
    ['/_.data?_routes=a&_routes=b', '/_.data?_routes=b'],
    ['/contact.data?question=1', undefined],
    ['/profile.data', undefined],
    ['/api/questions?exam_id=mb-800', '/api/questions?exam_id=mb-800'],
    ['/api/questions?exam_id=mb-800&more=1', undefined],
    ['/api/banks/mb-800', '/api/banks/mb-800'],
    ['/api/review/mb-800', undefined],
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

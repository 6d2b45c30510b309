/** What shared caches may store: only responses that are the same for everyone. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { serve } from '#tests/http-server.ts'
import { contentFolder, openTestServices, type TestServices } from '#tests/services.ts'
import { callRoute, listSiteRoutes } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

const routes = (await listSiteRoutes()).filter(({ loader }) => loader)
let services: TestServices
let cast: Record<'guest' | 'camille' | 'ada', Visitor>
const question = aQuestion()

beforeAll(async () => {
  services = await openTestServices()
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, [question])
  cast = await openCast(services)
})
afterAll(() => services.close())

const parameters: Record<string, string> = {
  ':certificationId': 'mb-800',
  ':questionId': question.id,
  ':slug': (readdirSync(join(contentFolder, 'guides/fr'))[0] ?? '').replace(/\.md$/, ''),
  ':name': 'home.png',
}
const addressOf = (pattern: string) =>
  pattern.replaceAll(/:\w+/g, (name) => parameters[name] ?? crypto.randomUUID()).replace('*', 'get-session')
/** Includes the headers of a page, which are returned together with its data. */
const headersOf = (result: unknown) =>
  result instanceof Response ? result.headers : new Headers((result as { init?: ResponseInit | null } | null)?.init?.headers)
const isShared = (headers: Headers) => /\b(?:public|s-maxage)\b/.test(headers.get('Cache-Control') ?? '')

describe('a route', () => {
  test.each(routes.map((route) => [route.path, route] as const))(
    '%s shares nothing that depends on the visitor',
    async (pattern, { loader }) => {
      if (!loader) throw new Error('The route has no loader')
      const bodies = new Set<string>()
      for (const visitor of Object.values(cast)) {
        const response = await callRoute(services, visitor, loader, { pattern, address: addressOf(pattern) }).catch(
          (thrown: unknown) => thrown,
        )
        if (!isShared(headersOf(response))) return
        if (!(response instanceof Response)) throw new Error('A page is shared')
        expect(response.headers.getSetCookie()).toEqual([])
        bodies.add(await response.text())
      }
      expect(bodies.size).toBe(1)
    },
  )

  test('of some kind is shared, so the test above compares something', async () => {
    const robots = routes.find(({ path }) => path === '/robots.txt')?.loader
    const response = robots && (await callRoute(services, cast.camille, robots, { pattern: '/robots.txt', address: '/robots.txt' }))
    expect(response instanceof Response && isShared(response.headers)).toBe(true)
  })
})

describe('the server', () => {
  const edgeCacheSeconds = 60

  test('lets shared caches store public pages if that is set, with keys', async () => {
    const { ask } = await serve({ edgeCacheSeconds })
    const { headers } = await ask('/exam/mb-800', { headers: { Cookie: 'session=camille' } })
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-if-error=86400')
    expect(headers['cdn-cache-control']).toContain('stale-while-revalidate=86400')
    expect([headers['surrogate-key'], headers['cache-tag']]).toEqual(['content certification-mb-800', 'content,certification-mb-800'])
    expect((await ask('/seo/a-guide')).headers['surrogate-key']).toBe('content guide-a-guide')
    expect((await ask('/certifications?family=ERP')).headers['surrogate-key']).toBe('content')
  })

  test('does not let them store the data of a page, which may belong to another build than the open page', async () => {
    const application = async () => new Response('data', { headers: { 'Content-Type': 'text/x-script' } })
    const { ask } = await serve({ application, edgeCacheSeconds })
    const { headers } = await ask('/exam/mb-800.data')
    expect([headers['cache-control'], headers['cdn-cache-control']]).toEqual(['public, no-cache', undefined])
  })

  test('does not let them by default', async () => {
    const { ask } = await serve()
    const { headers } = await ask('/exam/mb-800')
    expect([headers['cache-control'], headers['cdn-cache-control'], headers['surrogate-key']]).toEqual([
      'public, no-cache',
      undefined,
      undefined,
    ])
  })

  test.each([404, 503])('does not let them store a page with status %i', async (status) => {
    const application = async () => new Response('<p>no</p>', { status, headers: { 'Content-Type': 'text/html' } })
    const { ask } = await serve({ application, edgeCacheSeconds })
    const { headers } = await ask('/exam/mb-801')
    expect([headers['cache-control'], headers['cdn-cache-control']].join(' ')).not.toMatch(/s-maxage|max-age/)
  })

  test('does not let them store a response with a cookie, whatever the page says', async () => {
    const application = async () =>
      new Response('', { headers: { 'Cache-Control': 'public, max-age=60', 'Set-Cookie': 'session=camille' } })
    const { ask } = await serve({ application, edgeCacheSeconds })
    // A public page that sets a cookie is not served from the page cache.
    for (const path of ['/profile', '/exam/mb-800']) expect((await ask(path)).headers['cache-control']).toBe('no-store')
  })
})

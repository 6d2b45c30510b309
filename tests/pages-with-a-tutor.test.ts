/** A connected model changes no public page except the privacy notice, and nothing that every page requests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicPages } from '#exam/public-pages.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { readConfig } from '#server/config.ts'
import { openTutor } from '#server/tutor/open-tutor.ts'
import { contentFolder, openTestServices, silentLog, testSecret, type TestServices } from '#tests/services.ts'
import { askRoute, listSiteRoutes, type RouteAnswer, type SiteRoute } from '#tests/site-routes.ts'
import { openVisitor } from '#tests/visitor.ts'

let services: TestServices
let routes: SiteRoute[]

beforeAll(async () => {
  services = await openTestServices()
  await loadContent(services.db, contentFolder, new Date())
  routes = await listSiteRoutes()
}, 120_000)
afterAll(() => services.close())

const tutor = () => {
  const { tutor: settings } = readConfig({ TUTOR_URL: 'http://localhost:9/v1', TUTOR_MODEL: 'test-model', TUTOR_NAME: 'Model of the test' })
  return settings && openTutor({ settings, db: services.db, secrets: [testSecret], log: silentLog })
}

async function load(address: string, path: string, hasTutor: boolean): Promise<RouteAnswer> {
  const route = routes.find((one) => one.path === path && one.loader)
  if (!route?.loader) return { status: 200, location: null, allow: null, data: null }
  const values = { tutor: hasTutor ? tutor() : undefined }
  return askRoute(services, openVisitor(services), route.loader, { pattern: path, address, values })
}

const addresses = publicPages.map(({ route }) => ({
  path: `/${route}`,
  address: `/${route.replace(':certificationId', 'mb-800').replace(':slug', 'preparer-certification-dynamics-365')}`,
}))

describe('with and without a model', () => {
  test.each(addresses.filter(({ path }) => path !== '/privacy'))('$address has the same data', async ({ address, path }) => {
    const without = await load(address, path, false)
    expect(without.status).toBe(200)
    expect(await load(address, path, true)).toEqual(without)
    expect(JSON.stringify(without)).not.toContain('Model of the test')
  })

  test('the frame of every page is the same', async () => {
    // Calls the loader without its middleware, which works on responses.
    const { loader } = await import('#web/root.tsx')
    const frame = (hasTutor: boolean) =>
      askRoute(services, openVisitor(services), loader, {
        pattern: '/',
        address: '/',
        values: { tutor: hasTutor ? tutor() : undefined },
      })
    expect((await frame(false)).data).toMatchObject({ activeExams: expect.arrayContaining([expect.anything()]) })
    expect(await frame(true)).toEqual(await frame(false))
  })

  test('the viewer, whom every page requests, is the same', async () => {
    expect(await load('/api/viewer', '/api/viewer', true)).toEqual(await load('/api/viewer', '/api/viewer', false))
  })

  test('only the privacy notice names the model', async () => {
    expect(JSON.stringify(await load('/privacy', '/privacy', true))).toContain('Model of the test')
    expect(JSON.stringify(await load('/privacy', '/privacy', false))).not.toMatch(/tutor/i)
  })
})

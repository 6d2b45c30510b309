/** A page that is still open after another member signed in must not read or change that member's data. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute, listSiteRoutes, type Handler } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let cast: Awaited<ReturnType<typeof openCast>>

beforeAll(async () => {
  services = await openTestServices()
  cast = await openCast(services)
})
afterAll(() => services.close())

test('every address of the API that needs a member refuses a page of another member', async () => {
  const checked: string[] = []
  for (const { path, loader, action } of await listSiteRoutes()) {
    if (!path.startsWith('/api/')) continue
    for (const [method, handler] of [
      ['GET', loader],
      ['POST', action],
    ] as const) {
      if (!handler || !(await isRefused(cast.guest, handler, path, method))) continue
      checked.push(`${method} ${path}`)
      expect(await isRefused(cast.camille, handler, path, method, 'another'), `${method} ${path}`).toBe(true)
    }
  }
  expect(checked).toEqual(expect.arrayContaining(['POST /api/notes', 'POST /api/settings', 'GET /api/review/:certificationId']))
})

async function isRefused(visitor: Visitor, handler: Handler, pattern: string, method: string, memberId?: string): Promise<boolean> {
  const address = pattern.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'certificationId' ? 'mb-800' : crypto.randomUUID()))
  const headers = { 'Content-Type': 'application/json', ...(memberId && { 'Praxam-Member': memberId }) }
  const init = { method, headers, ...(method === 'POST' && { body: '{}' }) }
  const { status, data } = await askRoute(services, visitor, handler, { pattern, address, init })
  return status === 401 && (data as { code?: string }).code === 'SIGNED_OUT'
}

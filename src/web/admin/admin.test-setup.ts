/** What the tests of the admin pages share: a guest, a member, an administrator, a user to change, and a function that calls a handler. */
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute, type Handler, type RouteAnswer } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

export let services: TestServices
export let guest: Visitor
export let camille: Visitor
export let ada: Visitor
/** The user that the tests change. A password marks the user as a member, not an invited person. */
export let noor: string

/** Opens services for the tests in a file. Before each test, only these users exist, and their sessions are new. */
export function prepareAdmin(): void {
  beforeAll(async () => {
    services = await openTestServices()
    ;({ guest, camille, ada } = await openCast(services))
  })
  afterAll(() => services.close())
  beforeEach(async () => {
    const { db } = services
    const now = new Date()
    await db.deleteFrom('users').where('email', 'not in', ['camille@example.com', 'ada@example.com']).execute()
    await db.deleteFrom('audit_log').execute()
    await db.updateTable('sessions').set({ created_at: now }).execute()
    services.sent.length = 0
    noor = randomUUIDv7()
    await db
      .insertInto('users')
      .values({ id: noor, name: '', email: 'noor@example.com', email_verified: true, created_at: now, updated_at: now })
      .execute()
    await db
      .insertInto('identities')
      .values({ id: noor, account_id: noor, provider_id: 'credential', user_id: noor, created_at: now, updated_at: now })
      .execute()
  })
}

type Answer = Pick<RouteAnswer, 'status' | 'location' | 'data'>

/** Calls a loader, or an action when fields are given. */
export async function ask(
  visitor: Visitor,
  handler: Handler,
  address: string,
  fields?: Record<string, string>,
  values: Partial<TestServices> = {},
): Promise<Answer> {
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
  const { status, location, data } = await askRoute(services, visitor, handler, {
    pattern: '/admin/people/:personId',
    address,
    init,
    values,
  })
  return { status, location, data }
}

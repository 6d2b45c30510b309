import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findUserByEmail, listPersonAudit } from '#server/accounts/people.ts'
import { createLog } from '#server/log.ts'
import { requireAdministrator } from '#web/accounts/viewer.ts'
import { action as invite, loader as people } from '#web/admin/accounts/people.tsx'
import { action as change, loader as person } from '#web/admin/accounts/person.tsx'
import { ada, ask, camille, guest, noor, prepareAdmin, services } from '#web/admin/admin.test-setup.ts'
import { loader as frame, middleware } from '#web/admin/admin.tsx'
import { loader as log } from '#web/admin/audit/log.tsx'
import { loader as bank } from '#web/admin/bank/question-bank.tsx'
import { action as changeMessage, loader as messages } from '#web/admin/contact/messages.tsx'
import { requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import type { Handler } from '#tests/site-routes.ts'

prepareAdmin()

type GateArguments = Parameters<typeof requireAdministrator>[0]
const gate: Handler = ({ request, context }: GateArguments) =>
  requireAdministrator({ request, context } as never, () => Promise.resolve(new Response()))

/** `administration.test.ts` requests every address as guest and member. These tests cover the middleware of the layout. */
describe.each(['/admin', '/admin/people/unknown.data'])('the layout at %s', (path) => {
  test('redirects guests to the sign-in page, which returns here', async () => {
    const to = encodeURIComponent(path.replace('.data', ''))
    expect(await ask(guest, gate, path)).toMatchObject({ status: 302, location: `/login?to=${to}` })
  })

  test('redirects members to the home page', async () => {
    expect(await ask(camille, gate, path)).toMatchObject({ status: 302, location: '/' })
  })

  test('opens for administrators', async () => {
    expect(await ask(ada, gate, path)).toMatchObject({ status: 200, location: null })
  })
})

const gated: [string, Handler, () => string, Record<string, string>?][] = [
  ['the gate', gate, () => '/admin'],
  ['the gate for data', gate, () => `/admin/people/${noor}.data`],
  ['the frame', frame, () => '/admin'],
  ['the question bank', bank, () => '/admin'],
  ['the people', people, () => '/admin/people'],
  ['the log', log, () => '/admin/log'],
  ['the messages', messages, () => '/admin/messages'],
  ['deleting a message', changeMessage, () => '/admin/messages', { id: randomUUIDv7(), intent: 'deleted' }],
  ['inviting', invite, () => '/admin/people', { email: 'new@example.com' }],
  ['the person', person, () => `/admin/people/${noor}`],
  ['changing a person', change, () => `/admin/people/${noor}`, { intent: 'enabled' }],
  ['making a link', change, () => `/admin/people/${noor}`, { intent: 'sign-in' }],
]

test('the log says who was refused, why, and from which network', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const apiGate: Handler = ({ request, context }: GateArguments) =>
    requireApiAdministrator()({ request, context } as never, () => Promise.resolve(new Response()))
  const policy = { ...services.accounts.policy, secondFactorForAdministrators: true }
  await ask(guest, gate, '/admin/people?search=noor', undefined, { log })
  await ask(camille, gate, '/admin', undefined, { log })
  await ask(camille, apiGate, '/api/images', {}, { log })
  await ask(ada, apiGate, '/api/images', {}, { log, accounts: { ...services.accounts, policy } })
  await ask(ada, gate, '/admin', undefined, { log })
  const [camilleId, adaId] = await Promise.all(
    ['camille', 'ada'].map(async (name) => (await findUserByEmail(services.db, `${name}@example.com`))?.id),
  )
  const line = { level: 'info', time: expect.any(String), network: '203.0.113.0/24', message: 'Access refused' }
  expect(lines).toEqual([
    { ...line, method: 'GET', path: '/admin/people', reason: 'NOT_SIGNED_IN' },
    { ...line, method: 'GET', path: '/admin', memberId: camilleId, reason: 'NOT_AN_ADMINISTRATOR' },
    { ...line, method: 'POST', path: '/api/images', memberId: camilleId, reason: 'NOT_AN_ADMINISTRATOR' },
    { ...line, method: 'POST', path: '/api/images', memberId: adaId, reason: 'SECOND_FACTOR_NEEDED' },
  ])
})

test.each(gated)('%s redirects administrators without a required second factor to its setup', async (_, handler, path, fields) => {
  const policy = { ...services.accounts.policy, secondFactorForAdministrators: true }
  const answer = await ask(ada, handler, path(), fields, { accounts: { ...services.accounts, policy } })
  expect(answer).toMatchObject({ status: 302, location: expect.stringMatching(/^\/profile\/second-factor/) })
})

test.each(gated.filter(([, , , fields]) => fields))('%s requires recent authentication', async (_, handler, path, fields) => {
  const longAgo = new Date(Date.now() - 11 * 60_000)
  await services.db.updateTable('sessions').set({ created_at: longAgo }).execute()
  expect(await ask(ada, handler, path(), fields)).toMatchObject({
    status: 302,
    location: `/login/confirm?to=${encodeURIComponent(path())}`,
  })
  expect([await listPersonAudit(services.db, noor), services.sent]).toEqual([[], []])
})

test('the layout restricts every admin page', () => {
  expect(middleware).toEqual([requireAdministrator])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { action } from '#web/accounts/login.tsx'
import { action as signOut } from '#web/accounts/sign-out.ts'
import { action as signUp } from '#web/accounts/signup.tsx'
import { withErrorReferences } from '#web/http/log-errors.ts'
import { openServicesOnDisk } from '#tests/services-on-disk.ts'
import type { TestServices } from '#tests/services.ts'
import { askPage, callRoute } from '#tests/site-routes.ts'
import { camille, goodPassword, openMember, openVisitor } from '#tests/visitor.ts'

const megabyte = 1_000_000

let freeBytes = 1_000 * megabyte
let services: TestServices

beforeAll(async () => {
  services = await openServicesOnDisk(() => freeBytes)
  await openMember(services)
})
afterAll(() => services.close())

const routes = withErrorReferences({ login: { id: 'login', path: 'login', module: { default: () => null, action } } })

const login = (on = services) =>
  askPage(on, openVisitor(on), routes['login']?.module.action, '/login', [
    ['email', camille],
    ['password', goodPassword],
  ])

test('signing in on a full disk is a 503, as with every other form', async () => {
  freeBytes = 10 * megabyte
  expect(await login()).toMatchObject({ status: 503, data: { text: expect.stringContaining('out of storage space') } })
  freeBytes = 1_000 * megabyte
  expect((await login()).status).toBe(302)
})

test('signing in while the database is unavailable is a 503, as with every other form', async () => {
  const handler = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  const { accounts } = services
  expect(await login({ ...services, accounts: { ...accounts, auth: { ...accounts.auth, handler } } })).toMatchObject({ status: 503 })
  expect((await login()).status).toBe(302)
})

test('signing out on a full disk makes the browser forget its session', async () => {
  const member = await openMember(services, 'ada@example.com')
  freeBytes = 10 * megabyte
  const answer = await callRoute(services, member, signOut, {
    pattern: '/sign-out',
    address: '/sign-out',
    init: { method: 'POST' },
  })
  freeBytes = 1_000 * megabyte
  expect(answer).toMatchObject({ status: 302 })
  expect((answer as Response).headers.getSetCookie()).toContain('praxam.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
})

test('signing up says that it failed, and not that the account exists, when the account cannot be stored', async () => {
  const email = 'noor@example.com'
  const send = () =>
    askPage(services, openVisitor(services), signUp, '/signup', [
      ['email', email],
      ['password', goodPassword],
    ])
  await sql`alter table users add constraint no_noor check (email <> 'noor@example.com')`.execute(services.db)
  expect(await send()).toMatchObject({ status: 503, data: { email, problem: 'UNEXPECTED' } })
  await sql`alter table users drop constraint no_noor`.execute(services.db)
  expect((await send()).status).toBe(302)
})

import { createServer } from 'node:http'
import { getMigrations } from 'better-auth/db/migration'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callAuth } from '#server/accounts/call-auth.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { changePerson } from '#server/accounts/change-person.ts'
import { findUserByEmail } from '#server/accounts/people.ts'
import { listEndpointPaths } from '#server/accounts/endpoints.ts'
import { recentSignInMs } from '#server/accounts/recent-sign-in.ts'
import { openTestServices, servicesOn, testSecret } from '#tests/services.ts'
import type { TestServices } from '#tests/services.ts'
import { goodPassword, openVisitor, signUp, tokenOf } from '#tests/visitor.ts'
import type { Visitor } from '#tests/visitor.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(async () => {
  for (const table of ['users', 'verifications', 'rate_limits', 'rate_limit_counts'] as const) await services.db.deleteFrom(table).execute()
  services.sent.length = 0
})

const camille = 'camille@example.com'
const signIn = (visitor: Visitor, email = camille, password = goodPassword) => visitor.ask('/sign-in/email', { email, password })

test('the tables have everything that the library asks for', async () => {
  const { toBeAdded, toBeCreated } = await getMigrations(services.accounts.auth.options)
  expect([toBeAdded, toBeCreated]).toEqual([[], []])
})

describe('signing up', () => {
  test('signs in at once where mail reaches nobody, and sends the confirmation to the outbox', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, ' Camille@Example.com'.trim())
    expect(await visitor.viewer()).toMatchObject({
      email: camille,
      isConfirmed: false,
      isAdministrator: false,
      isRecentlyAuthenticated: true,
    })
    expect(services.mailTo(camille, 'verification').action).toContain('http://localhost:3000/verify-email?token=')
  })

  test('tells that an address is taken, since no mail can', async () => {
    await signUp(openVisitor(services), camille)
    expect(await openVisitor(services).ask('/sign-up/email', { email: camille, password: goodPassword, name: '' })).toMatchObject({
      status: 422,
      code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    })
  })

  test.each([
    ['short', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['Password123', 'PASSWORD_TOO_COMMON'],
    ['my camille is here', 'PASSWORD_CONTAINS_NAME'],
    [' '.repeat(9), 'PASSWORD_TOO_SHORT'],
  ])('refuses the password %s', async (password, code) => {
    expect(await openVisitor(services).ask('/sign-up/email', { email: camille, password, name: '' })).toMatchObject({ status: 400, code })
    expect(await findUserByEmail(services.db, camille)).toBeUndefined()
  })

  test.each([['is_admin'], ['isAdmin'], ['role'], ['id'], ['emailVerified'], ['disabledAt'], ['twoFactorEnabled'], ['trustDevice']])(
    'refuses the field %s',
    async (field) => {
      const body = { email: camille, password: goodPassword, name: '', [field]: field === 'id' ? 'chosen' : true }
      expect(await openVisitor(services).ask('/sign-up/email', body)).toMatchObject({ status: 400, code: 'FIELD_NOT_ALLOWED' })
    },
  )

  test('keeps the password as an Argon2id hash only', async () => {
    await signUp(openVisitor(services), camille)
    const { password } = await services.db.selectFrom('identities').select('password').executeTakeFirstOrThrow()
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('where addresses have to be confirmed', () => {
  let strict: TestServices
  beforeAll(async () => {
    strict = await servicesOn(services, { confirmedAddressToSignIn: true, smtp: { url: 'smtp://localhost', from: 'praxam@example.com' } })
  })
  afterEach(() => void strict.sent.splice(0))

  test('signing up signs nobody in, and signing in says why until the link has been followed', async () => {
    const visitor = openVisitor(strict)
    await signUp(visitor, camille)
    expect(await visitor.viewer()).toBeUndefined()
    expect(await signIn(visitor)).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' })
    expect(await signIn(visitor, camille, 'not the password')).toMatchObject({ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' })
    const token = tokenOf(strict.mailTo(camille, 'verification').action)
    expect((await visitor.ask(`/verify-email?token=${token}`)).code).toBeUndefined()
    expect((await visitor.ask(`/verify-email?token=${token}`)).code).toBe('TOKEN_USED')
    expect((await signIn(visitor)).code).toBeUndefined()
    expect(await visitor.viewer()).toMatchObject({ email: camille, isConfirmed: true })
  })

  test('the answer is the same for a taken address, whose owner is told by mail', async () => {
    const answers = [await openVisitor(strict).ask('/sign-up/email', { email: camille, password: goodPassword, name: '' })]
    await openVisitor(strict).ask(`/verify-email?token=${tokenOf(strict.mailTo(camille, 'verification').action)}`)
    answers.push(await openVisitor(strict).ask('/sign-up/email', { email: camille, password: 'another good sentence', name: '' }))
    const shapes = answers.map(({ status, code, body, cookies }) => [status, code, Object.keys(body), cookies])
    expect(shapes[1]).toEqual(shapes[0])
    expect(strict.mailTo(camille, 'existing-account').text).toContain('http')
    expect((await signIn(openVisitor(strict), camille, 'another good sentence')).code).toBe('INVALID_EMAIL_OR_PASSWORD')
  })

  test('another confirmation is sent when asked for, and nothing to strangers', async () => {
    await signUp(openVisitor(strict), camille)
    strict.sent.length = 0
    const known = await openVisitor(strict).ask('/send-verification-email', { email: camille })
    const unknown = await openVisitor(strict).ask('/send-verification-email', { email: 'nobody@example.com' })
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(strict.sent.map((message) => message.to.address)).toEqual([camille])
  })
})

describe('signing in', () => {
  test('answers alike for a wrong password and an unknown address', async () => {
    await signUp(openVisitor(services), camille)
    const visitor = openVisitor(services)
    const known = await signIn(visitor, camille, 'not the password')
    expect(await signIn(visitor, 'nobody@example.com', 'not the password')).toEqual(known)
  })

  test('makes a new session each time and ends the one before in this browser', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const before = await visitor.viewer()
    await signIn(visitor)
    const now = await visitor.viewer()
    expect(now?.sessionId).not.toBe(before?.sessionId)
    expect(await services.db.selectFrom('sessions').select('id').execute()).toEqual([{ id: now?.sessionId }])
  })

  test('keeps of the place its network alone', async () => {
    await signUp(openVisitor(services, '198.51.100.77'), camille)
    expect(await services.db.selectFrom('sessions').select('ip_address').executeTakeFirstOrThrow()).toEqual({
      ip_address: '198.51.100.0/24',
    })
  })

  test('reports a new browser to the owner, and the first one not', async () => {
    const first = openVisitor(services)
    await signUp(first, camille)
    await signIn(first)
    expect(services.sent.filter(({ kind }) => kind === 'new-device')).toEqual([])
    await signIn(
      openVisitor(services, '198.51.100.77', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'),
    )
    expect(services.mailTo(camille, 'new-device').text).toMatch(/Chrome on Windows[\s\S]*198\.51\.100\.0\/24/)
  })

  test('is limited for one account from many addresses, and not for its owner in a browser she has used', async () => {
    const owner = openVisitor(services)
    await signUp(owner, camille)
    await owner.ask('/sign-out', {})
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, i) => signIn(openVisitor(services, `198.51.${i}.7`), camille, `not the password ${i}`)),
    )
    expect(guesses.filter(({ code }) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(4)
    expect((await signIn(openVisitor(services, '192.0.2.1'))).code).toBe('TOO_MANY_ATTEMPTS')
    expect((await signIn(owner)).code).toBeUndefined()
  })

  test('is limited for the whole site when one password is tried on many accounts', async () => {
    const now = new Date(Date.now() + 60_000)
    await services.db.insertInto('rate_limit_counts').values({ key: 'sign-in-site:all', count: 100, window_ends_at: now }).execute()
    expect((await signIn(openVisitor(services), 'somebody@example.com', 'Winter2026!')).code).toBe('TOO_MANY_ATTEMPTS')
  })

  test('does not count right passwords of accounts that may not come in', async () => {
    const strict = await servicesOn(services, { confirmedAddressToSignIn: true })
    await signUp(openVisitor(strict), camille)
    for (let i = 0; i < 12; i++) expect((await signIn(openVisitor(strict, `198.51.${i}.7`))).code).toBe('EMAIL_NOT_VERIFIED')
  })

  test('does not count right passwords', async () => {
    await signUp(openVisitor(services), camille)
    for (let i = 0; i < 12; i++) expect((await signIn(openVisitor(services, `198.51.${i}.7`))).code).toBeUndefined()
  })

  test('is refused to disabled people, whose sessions end', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const ada = await becomeAdministrator('ada@example.com')
    await changePerson(services.db, ada, (await findUserByEmail(services.db, camille))?.id ?? '', 'disabled', new Date())
    expect(await visitor.viewer()).toBeUndefined()
    expect(await signIn(visitor)).toMatchObject({ status: 403, code: 'ACCOUNT_DISABLED' })
    await visitor.ask('/sign-in/magic-link', { email: camille })
    expect(services.sent.filter(({ kind, to }) => kind === 'magic-link' && to.address === camille)).toEqual([])
  })
})

async function becomeAdministrator(email: string): Promise<string> {
  await signUp(openVisitor(services), email)
  expect(await grantAdministrator(services.db, email)).toBe('made')
  return (await findUserByEmail(services.db, email))?.id ?? ''
}

describe('by link and code', () => {
  test('a link signs in once, on the browser that uses it', async () => {
    await signUp(openVisitor(services), camille)
    const visitor = openVisitor(services)
    await visitor.ask('/sign-in/magic-link', { email: camille })
    const token = tokenOf(services.mailTo(camille, 'magic-link').action)
    const followed = await visitor.ask(`/magic-link/verify?token=${token}&callbackURL=/profile`)
    expect(new URL(followed.location ?? '').pathname).toBe('/profile')
    expect(await visitor.viewer()).toMatchObject({ email: camille, isConfirmed: true })
    const again = await openVisitor(services).ask(`/magic-link/verify?token=${token}&callbackURL=/profile`)
    expect(again.location).toContain('error=INVALID_TOKEN')
  })

  test('a code signs in once, and three wrong ones use it up', async () => {
    await signUp(openVisitor(services), camille)
    const visitor = openVisitor(services)
    const ask = async () => {
      await visitor.ask('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
      return services.mailTo(camille, 'one-time-code').action ?? ''
    }
    const otp = await ask()
    expect((await visitor.ask('/sign-in/email-otp', { email: camille, otp })).code).toBeUndefined()
    expect((await openVisitor(services).ask('/sign-in/email-otp', { email: camille, otp })).code).toBe('INVALID_OTP')
    const second = await ask()
    for (let i = 0; i < 3; i++) await visitor.ask('/sign-in/email-otp', { email: camille, otp: '000000' })
    expect((await openVisitor(services).ask('/sign-in/email-otp', { email: camille, otp: second })).code).toBeDefined()
  })

  test('asking for new codes gives no more guesses, and codes do nothing else', async () => {
    await signUp(openVisitor(services), camille)
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 12; i++) {
      const visitor = openVisitor(services, `198.51.${i}.7`)
      await visitor.ask('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
      codes.push((await visitor.ask('/sign-in/email-otp', { email: camille, otp: '000000' })).code)
    }
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(2)
    for (const path of ['/email-otp/request-password-reset', '/email-otp/reset-password', '/email-otp/verify-email'])
      expect((await openVisitor(services).ask(path, { email: camille, otp: '000000', password: goodPassword })).status).toBe(404)
  })

  test('wrong codes do not tell whether there is an account', async () => {
    await signUp(openVisitor(services), camille)
    const answers = async (email: string) => {
      const visitor = openVisitor(services)
      await visitor.ask('/email-otp/send-verification-otp', { email, type: 'sign-in' })
      const given: unknown[] = []
      for (let i = 0; i < 5; i++) given.push(await visitor.ask('/sign-in/email-otp', { email, otp: '000000' }))
      return given
    }
    expect(await answers(camille)).toEqual(await answers('nobody@example.com'))
  })

  test('a link from another site signs nobody in', async () => {
    await signUp(openVisitor(services), camille)
    await openVisitor(services).ask('/sign-in/magic-link', { email: camille })
    const token = tokenOf(services.mailTo(camille, 'magic-link').action)
    const victim = openVisitor(services)
    const request = victim.request(`/api/auth/magic-link/verify?token=${token}`, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect((await services.accounts.auth.handler(request)).status).toBe(403)
    expect((await victim.ask(`/magic-link/verify?token=${token}&callbackURL=/profile`)).location).not.toContain('error')
  })

  test('into an account that nobody has confirmed, it leaves nothing of whoever made it', async () => {
    const squatter = openVisitor(services)
    await signUp(squatter, camille)
    const { body } = await squatter.ask('/two-factor/enable', { password: goodPassword })
    const secret = new URL(String(body['totpURI'])).searchParams.get('secret') ?? ''
    await squatter.ask('/two-factor/verify-totp', { code: new TOTP({ secret }).generate() })
    const owner = openVisitor(services)
    await owner.ask('/sign-in/magic-link', { email: camille })
    await owner.ask(`/magic-link/verify?token=${tokenOf(services.mailTo(camille, 'magic-link').action)}&callbackURL=/profile`)
    expect(await owner.viewer()).toMatchObject({ email: camille, isConfirmed: true, hasSecondFactor: false })
    expect(await squatter.viewer()).toBeUndefined()
    expect((await signIn(squatter)).code).toBe('INVALID_EMAIL_OR_PASSWORD')
  })

  test('nothing is sent to strangers, nobody is made, and the answer is the same', async () => {
    await signUp(openVisitor(services), camille)
    services.sent.length = 0
    for (const [path, body] of [
      ['/sign-in/magic-link', {}],
      ['/email-otp/send-verification-otp', { type: 'sign-in' }],
      ['/request-password-reset', {}],
    ] as const) {
      const known = await openVisitor(services).ask(path, { email: camille, ...body })
      const unknown = await openVisitor(services).ask(path, { email: 'nobody@example.com', ...body })
      expect([known.status, known.body, known.cookies]).toEqual([unknown.status, unknown.body, unknown.cookies])
    }
    expect(services.sent.map(({ to }) => to.address)).toEqual([camille, camille, camille])
    expect(await findUserByEmail(services.db, 'nobody@example.com')).toBeUndefined()
  })

  test('a mailbox is not filled, and the answer does not tell', async () => {
    await signUp(openVisitor(services), camille)
    services.sent.length = 0
    for (let i = 0; i < 9; i++) {
      const { status } = await openVisitor(services, `198.51.${i}.7`).ask('/request-password-reset', { email: camille })
      expect(status).toBe(200)
    }
    expect(services.sent).toHaveLength(5)
  })

  test('tokens lie hashed in the database', async () => {
    await signUp(openVisitor(services), camille)
    await openVisitor(services).ask('/request-password-reset', { email: camille })
    await openVisitor(services).ask('/sign-in/magic-link', { email: camille })
    await openVisitor(services).ask('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
    const rows = JSON.stringify(await services.db.selectFrom('verifications').selectAll().execute())
    expect(rows).not.toContain(tokenOf(services.mailTo(camille, 'password-reset').action))
    expect(rows).not.toContain(tokenOf(services.mailTo(camille, 'magic-link').action))
    expect(rows).not.toContain(services.mailTo(camille, 'one-time-code').action)
  })
})

describe('resetting a password', () => {
  test('works once, ends every session, and tells the owner', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    await openVisitor(services).ask('/request-password-reset', { email: camille })
    const token = tokenOf(services.mailTo(camille, 'password-reset').action)
    expect((await openVisitor(services).ask('/reset-password', { token, newPassword: 'camille again' })).code).toBe(
      'PASSWORD_CONTAINS_NAME',
    )
    expect((await openVisitor(services).ask('/reset-password', { token, newPassword: 'a new good sentence' })).code).toBeUndefined()
    expect(await visitor.viewer()).toBeUndefined()
    expect((await openVisitor(services).ask('/reset-password', { token, newPassword: 'yet another sentence' })).code).toBe('INVALID_TOKEN')
    expect((await signIn(visitor, camille, 'a new good sentence')).code).toBeUndefined()
    expect(services.mailTo(camille, 'password-changed').subject).toMatch(/password/i)
  })

  test('takes away what somebody else added before the address was confirmed', async () => {
    const squatter = openVisitor(services)
    await signUp(squatter, camille)
    const { body } = await squatter.ask('/two-factor/enable', { password: goodPassword })
    const secret = new URL(String(body['totpURI'])).searchParams.get('secret') ?? ''
    await squatter.ask('/two-factor/verify-totp', { code: new TOTP({ secret }).generate() })
    await openVisitor(services).ask('/request-password-reset', { email: camille })
    const token = tokenOf(services.mailTo(camille, 'password-reset').action)
    await openVisitor(services).ask('/reset-password', { token, newPassword: 'a new good sentence' })
    const owner = openVisitor(services)
    expect((await signIn(owner, camille, 'a new good sentence')).code).toBeUndefined()
    expect(await owner.viewer()).toMatchObject({ isConfirmed: true, hasSecondFactor: false })
    expect(await squatter.viewer()).toBeUndefined()
  })

  test('refuses expired and foreign tokens', async () => {
    await signUp(openVisitor(services), camille)
    await openVisitor(services).ask('/request-password-reset', { email: camille })
    await services.db
      .updateTable('verifications')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    const token = tokenOf(services.mailTo(camille, 'password-reset').action)
    for (const each of [token, 'x'.repeat(24), '']) {
      expect((await openVisitor(services).ask('/reset-password', { token: each, newPassword: 'a new good sentence' })).status).toBe(400)
    }
  })
})

describe('sessions', () => {
  test('end one by one, all others, and all', async () => {
    const [here, there, elsewhere] = [openVisitor(services), openVisitor(services), openVisitor(services)]
    await signUp(here, camille)
    await signIn(there)
    await signIn(elsewhere)
    const token = (await there.viewer())?.sessionToken
    expect((await here.ask('/revoke-session', { token })).code).toBeUndefined()
    expect([await there.viewer(), (await elsewhere.viewer())?.email]).toEqual([undefined, camille])
    await here.ask('/revoke-other-sessions', {})
    expect([(await here.viewer())?.email, await elsewhere.viewer()]).toEqual([camille, undefined])
    await here.ask('/revoke-sessions', {})
    expect(await here.viewer()).toBeUndefined()
  })

  test('of somebody else cannot be ended', async () => {
    const [mine, hers] = [openVisitor(services), openVisitor(services)]
    await signUp(mine, 'noor@example.com')
    await signUp(hers, camille)
    await mine.ask('/revoke-session', { token: (await hers.viewer())?.sessionToken })
    expect(await hers.viewer()).toMatchObject({ email: camille })
  })

  test('are prolonged while they are used, and are over when nobody came', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const expiry = async () =>
      (await services.db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()).expires_at.getTime()
    const dayMs = 24 * 60 * 60 * 1000
    await services.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() + 2 * dayMs) })
      .execute()
    expect(await visitor.viewer()).toBeDefined()
    expect(await expiry()).toBeGreaterThan(Date.now() + 29 * dayMs)
    await services.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect(await visitor.viewer()).toBeUndefined()
  })

  test('signing out twice, as two tabs do, harms nothing', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const other = openVisitor(services)
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value)
    const answers = [await visitor.ask('/sign-out', {}), await other.ask('/sign-out', {})]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await visitor.viewer()).toBeUndefined()
  })

  test('of a deleted person are nobody’s', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    await services.db.deleteFrom('users').execute()
    expect(await visitor.viewer()).toBeUndefined()
    expect((await visitor.ask('/update-user', { name: 'Camille' })).status).toBe(401)
  })
})

describe('one’s own account', () => {
  test('is read and updated, but never in what is not one’s own', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    expect((await visitor.ask('/update-user', { name: 'Camille' })).code).toBeUndefined()
    expect((await visitor.ask('/get-session')).body).toMatchObject({ user: { email: camille, name: 'Camille' } })
    for (const field of ['is_admin', 'role', 'id', 'emailVerified', 'disabledAt'])
      expect((await visitor.ask('/update-user', { [field]: 'x' })).status).toBe(400)
  })

  /** What the library wants to see before it asks us. */
  const bodies: Record<string, Record<string, unknown>> = {
    '/change-email': { newEmail: 'new@example.com' },
    '/change-password': { currentPassword: goodPassword, newPassword: 'a new good sentence' },
    '/two-factor/enable': { password: goodPassword },
    '/two-factor/disable': { password: goodPassword },
    '/two-factor/generate-backup-codes': { password: goodPassword },
    '/two-factor/get-totp-uri': { password: goodPassword },
    '/link-social': { provider: 'anybody' },
    '/unlink-account': { accountId: 'any' },
    '/passkey/verify-registration': { response: {} },
    '/passkey/delete-passkey': { id: 'any' },
  }

  test('sensitive changes want a recent sign-in', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    await services.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - recentSignInMs - 1000) })
      .execute()
    for (const path of listEndpointPaths(({ isSensitive }) => isSensitive)) {
      const body = path === '/passkey/generate-register-options' ? undefined : bodies[path]
      expect([path, (await visitor.ask(path, body)).code]).toEqual([path, 'REAUTHENTICATION_REQUIRED'])
    }
    await signIn(visitor)
    expect(
      (await visitor.ask('/change-password', { currentPassword: goodPassword, newPassword: 'a new good sentence' })).code,
    ).toBeUndefined()
  })

  test('an unconfirmed address changes at once', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    expect((await visitor.ask('/change-email', { newEmail: 'new@example.com' })).code).toBeUndefined()
    expect(await visitor.viewer()).toMatchObject({ email: 'new@example.com', isConfirmed: false })
    expect(services.mailTo(camille, 'address-changed').text).toContain('new@example.com')
  })

  test('a confirmed address changes when both mailboxes agree', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    await visitor.ask(`/verify-email?token=${tokenOf(services.mailTo(camille, 'verification').action)}`)
    await visitor.ask('/change-email', { newEmail: 'new@example.com' })
    expect((await visitor.viewer())?.email).toBe(camille)
    await visitor.ask(`/verify-email?token=${tokenOf(services.mailTo(camille, 'address-change').action)}`)
    expect((await visitor.viewer())?.email).toBe(camille)
    await visitor.ask(`/verify-email?token=${tokenOf(services.mailTo('new@example.com', 'verification').action)}`)
    expect(await visitor.viewer()).toMatchObject({ email: 'new@example.com', isConfirmed: true })
    expect(services.mailTo(camille, 'address-changed').text).toContain('new@example.com')
  })

  test('a confirmation in the wrong browser, or for an address taken meanwhile, is refused and not used up', async () => {
    const [visitor, other] = [openVisitor(services), openVisitor(services)]
    await signUp(visitor, camille)
    await signUp(other, 'ada@example.com')
    await visitor.ask(`/verify-email?token=${tokenOf(services.mailTo(camille, 'verification').action)}`)
    await visitor.ask('/change-email', { newEmail: 'new@example.com' })
    const approval = tokenOf(services.mailTo(camille, 'address-change').action)
    expect((await other.ask(`/verify-email?token=${approval}`)).code).toBe('INVALID_USER')
    expect((await visitor.ask(`/verify-email?token=${approval}`)).code).toBeUndefined()
    await signUp(openVisitor(services), 'new@example.com')
    const first = services.sent.find(({ kind, to }) => kind === 'verification' && to.address === 'new@example.com')
    expect((await visitor.ask(`/verify-email?token=${tokenOf(first?.action)}`)).code).toBe('ADDRESS_TAKEN')
  })

  test('takes texts of sensible length only', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    for (const body of [{ name: 'x'.repeat(201) }, { name: { a: 1 } }, { image: 'x'.repeat(2001) }, { name: 'zero \0 byte' }])
      expect((await visitor.ask('/update-user', body)).status).toBe(400)
  })

  test('its token is verified with the public keys', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const { token } = (await visitor.ask('/token')).body as { token: string }
    const keys = (await openVisitor(services).ask('/jwks')).body as { keys: [] }
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer: services.origin })
    expect(payload).toMatchObject({ email: camille })
    const { private_key } = await services.db.selectFrom('signing_keys').select('private_key').executeTakeFirstOrThrow()
    expect(private_key).not.toContain('"d"')
  })
})

describe('the second factor', () => {
  async function turnOn(visitor: Visitor) {
    const { body } = await visitor.ask('/two-factor/enable', { password: goodPassword })
    const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
    const secret = new URL(totpURI).searchParams.get('secret') ?? ''
    const code = (shift = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + shift })
    expect((await visitor.ask('/two-factor/verify-totp', { code: code() })).code).toBeUndefined()
    return { code, backupCodes }
  }

  test('is asked for after every other way in', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    // Into an unconfirmed account, a link would take the second factor away.
    await visitor.ask(`/verify-email?token=${tokenOf(services.mailTo(camille, 'verification').action)}`)
    const { code, backupCodes } = await turnOn(visitor)
    const ways: ((visitor: Visitor) => Promise<unknown>)[] = [
      (stranger) => signIn(stranger),
      async (stranger) => {
        await stranger.ask('/sign-in/magic-link', { email: camille })
        const { location } = await stranger.ask(
          `/magic-link/verify?token=${tokenOf(services.mailTo(camille, 'magic-link').action)}&callbackURL=/admin`,
        )
        expect(location).toBe(`${services.origin}/login/second-factor?to=%2Fadmin`)
      },
      async (stranger) => {
        await stranger.ask('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
        const answer = await stranger.ask('/sign-in/email-otp', { email: camille, otp: services.mailTo(camille, 'one-time-code').action })
        expect(answer.body).toMatchObject({ twoFactorRedirect: true })
      },
    ]
    for (const [i, way] of ways.entries()) {
      const stranger = openVisitor(services)
      await way(stranger)
      expect(await stranger.viewer()).toBeUndefined()
      // A code works once, so the others take backup codes.
      if (i === 0) expect((await stranger.ask('/two-factor/verify-totp', { code: code(30_000) })).code).toBeUndefined()
      else expect((await stranger.ask('/two-factor/verify-backup-code', { code: backupCodes[i] })).code).toBeUndefined()
      expect(await stranger.viewer()).toMatchObject({ email: camille, hasSecondFactor: true })
    }
  })

  test('takes a code once, also from two at the same time', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const { code } = await turnOn(visitor)
    const strangers = [openVisitor(services), openVisitor(services)]
    for (const stranger of strangers) await signIn(stranger)
    const next = code(30_000)
    const answers = await Promise.all(strangers.map((stranger) => stranger.ask('/two-factor/verify-totp', { code: next })))
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'INVALID_CODE')).toHaveLength(1)
  })

  test('gives way to a backup code, once, and is held against guessing', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const { backupCodes } = await turnOn(visitor)
    const stranger = openVisitor(services)
    await signIn(stranger)
    expect((await stranger.ask('/two-factor/verify-backup-code', { code: backupCodes[0] })).code).toBeUndefined()
    expect(await stranger.viewer()).toBeDefined()
    const other = openVisitor(services)
    await signIn(other)
    expect((await other.ask('/two-factor/verify-backup-code', { code: backupCodes[0] })).code).toBe('INVALID_BACKUP_CODE')
    for (let i = 0; i < 5; i++) await other.ask('/two-factor/verify-totp', { code: `00000${i}` })
    expect((await other.ask('/two-factor/verify-backup-code', { code: backupCodes[1] })).code).toBeDefined()
    expect(await other.viewer()).toBeUndefined()
  })

  test('is readable after the secrets have been rotated, while sessions end', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const { code } = await turnOn(visitor)
    const rotated = await servicesOn(services, {
      secrets: [{ version: 2, value: 'another secret of the tests, long enough as well' }, testSecret],
    })
    const later = openVisitor(rotated)
    for (const [name, value] of visitor.cookies) later.cookies.set(name, value)
    expect(await later.viewer()).toBeUndefined()
    await signIn(later)
    expect((await later.ask('/two-factor/verify-totp', { code: code(30_000) })).code).toBeUndefined()
    expect(await later.viewer()).toMatchObject({ email: camille, hasSecondFactor: true })
  })

  test('is turned off again, and the owner is told of both', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    await turnOn(visitor)
    expect(services.mailTo(camille, 'second-factor-changed').text).toMatch(/on/)
    expect((await visitor.ask('/two-factor/disable', { password: goodPassword })).code).toBeUndefined()
    expect(await visitor.viewer()).toMatchObject({ hasSecondFactor: false })
    expect(services.sent.filter(({ kind }) => kind === 'second-factor-changed')).toHaveLength(2)
  })
})

describe('captcha, where it is set', () => {
  test('is asked for before passwords are looked at, and checked with the provider', async () => {
    const answers: string[] = []
    const provider = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        answers.push(body)
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ success: body.includes('good-answer') }))
      })
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const { port } = provider.address() as { port: number }
    const captcha = { provider: 'hcaptcha', siteKey: 'site', secretKey: 'secret', verifyUrl: `http://127.0.0.1:${port}/` } as const
    const guarded = await servicesOn(services, { captcha })
    try {
      const body = { email: camille, password: goodPassword, name: '' }
      const ask = (given?: string) => callAuth(guarded.accounts, openVisitor(guarded).request('/'), '/sign-up/email', body, given)
      expect((await ask()).code).toBe('MISSING_RESPONSE')
      expect((await ask('bad-answer')).code).toBe('VERIFICATION_FAILED')
      expect((await ask('good-answer')).code).toBeUndefined()
      expect(answers).toHaveLength(2)
    } finally {
      await new Promise((resolve) => provider.close(resolve))
    }
  })
})

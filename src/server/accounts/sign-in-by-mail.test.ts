import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findUserByEmail } from '#server/accounts/people.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { camille, deleteAccounts, goodPassword, openVisitor, signIn, signUp, tokenOf, type Visitor } from '#tests/visitor.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => deleteAccounts(services))

/** A stranger who signed up with Camille's address and turned on a second factor. */
async function openSquatter(): Promise<Visitor> {
  const squatter = openVisitor(services)
  await signUp(squatter, camille)
  const { body } = await squatter.callAuth('/two-factor/enable', { password: goodPassword })
  const secret = new URL(String(body['totpURI'])).searchParams.get('secret') ?? ''
  await squatter.callAuth('/two-factor/verify-totp', { code: new TOTP({ secret }).generate() })
  return squatter
}

async function requestResetToken(): Promise<string> {
  await openVisitor(services).callAuth('/request-password-reset', { email: camille })
  return tokenOf(services.mailTo(camille, 'password-reset').action)
}

describe('signing in by mail', () => {
  test('works once per link, in any browser', async () => {
    await signUp(openVisitor(services), camille)
    const visitor = openVisitor(services)
    await visitor.callAuth('/sign-in/magic-link', { email: camille })
    const token = tokenOf(services.mailTo(camille, 'magic-link').action)
    const followed = await visitor.callAuth(`/magic-link/verify?token=${token}&callbackURL=/profile`)
    expect(new URL(followed.location ?? '').pathname).toBe('/profile')
    expect(await visitor.viewer()).toMatchObject({ email: camille, isConfirmed: true })
    const again = await openVisitor(services).callAuth(`/magic-link/verify?token=${token}&callbackURL=/profile`)
    expect(again.location).toContain('error=INVALID_TOKEN')
  })

  test('works once per code, and three wrong codes invalidate it', async () => {
    await signUp(openVisitor(services), camille)
    const visitor = openVisitor(services)
    const ask = async () => {
      await visitor.callAuth('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
      return services.mailTo(camille, 'one-time-code').action ?? ''
    }
    const otp = await ask()
    expect((await visitor.callAuth('/sign-in/email-otp', { email: camille, otp })).code).toBeUndefined()
    expect((await openVisitor(services).callAuth('/sign-in/email-otp', { email: camille, otp })).code).toBe('INVALID_OTP')
    const second = await ask()
    for (let i = 0; i < 3; i++) await visitor.callAuth('/sign-in/email-otp', { email: camille, otp: '000000' })
    expect((await openVisitor(services).callAuth('/sign-in/email-otp', { email: camille, otp: second })).code).toBeDefined()
  })

  test('gives no further guesses for new codes, and accepts codes for nothing else', async () => {
    await signUp(openVisitor(services), camille)
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 12; i++) {
      const visitor = openVisitor(services, `198.51.${i}.7`)
      await visitor.callAuth('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
      codes.push((await visitor.callAuth('/sign-in/email-otp', { email: camille, otp: '000000' })).code)
    }
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(2)
    for (const path of ['/email-otp/request-password-reset', '/email-otp/reset-password', '/email-otp/verify-email'])
      expect((await openVisitor(services).callAuth(path, { email: camille, otp: '000000', password: goodPassword })).status).toBe(404)
  })

  test('does not reveal by wrong codes whether the account exists', async () => {
    await signUp(openVisitor(services), camille)
    const answers = async (email: string) => {
      const visitor = openVisitor(services)
      await visitor.callAuth('/email-otp/send-verification-otp', { email, type: 'sign-in' })
      const given: unknown[] = []
      for (let i = 0; i < 5; i++) given.push(await visitor.callAuth('/sign-in/email-otp', { email, otp: '000000' }))
      return given
    }
    expect(await answers(camille)).toEqual(await answers('unknown@example.com'))
  })

  test('refuses a link that another site opened', async () => {
    await signUp(openVisitor(services), camille)
    await openVisitor(services).callAuth('/sign-in/magic-link', { email: camille })
    const token = tokenOf(services.mailTo(camille, 'magic-link').action)
    const victim = openVisitor(services)
    const request = victim.request(`/api/auth/magic-link/verify?token=${token}`, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect((await services.accounts.auth.handler(request)).status).toBe(403)
    expect((await victim.callAuth(`/magic-link/verify?token=${token}&callbackURL=/profile`)).location).not.toContain('error')
  })

  test('deletes the sign-in methods of a stranger who signed up with the address', async () => {
    const squatter = await openSquatter()
    const owner = openVisitor(services)
    await owner.callAuth('/sign-in/magic-link', { email: camille })
    await owner.callAuth(`/magic-link/verify?token=${tokenOf(services.mailTo(camille, 'magic-link').action)}&callbackURL=/profile`)
    expect(await owner.viewer()).toMatchObject({ email: camille, isConfirmed: true, hasSecondFactor: false })
    expect(await squatter.viewer()).toBeUndefined()
    expect((await signIn(squatter)).code).toBe('INVALID_EMAIL_OR_PASSWORD')
  })

  test('sends no mail and creates no account for an unknown address, with the same response', async () => {
    await signUp(openVisitor(services), camille)
    services.sent.length = 0
    for (const [path, body] of [
      ['/sign-in/magic-link', {}],
      ['/email-otp/send-verification-otp', { type: 'sign-in' }],
      ['/request-password-reset', {}],
    ] as const) {
      const existing = await openVisitor(services).callAuth(path, { email: camille, ...body })
      const unknown = await openVisitor(services).callAuth(path, { email: 'unknown@example.com', ...body })
      expect([existing.status, existing.body, existing.cookies]).toEqual([unknown.status, unknown.body, unknown.cookies])
    }
    expect(services.sent.map(({ to }) => to.address)).toEqual([camille, camille, camille])
    expect(await findUserByEmail(services.db, 'unknown@example.com')).toBeUndefined()
  })

  test('limits mails to one address without revealing that in the response', async () => {
    await signUp(openVisitor(services), camille)
    services.sent.length = 0
    for (let i = 0; i < 9; i++) {
      const { status } = await openVisitor(services, `198.51.${i}.7`).callAuth('/request-password-reset', { email: camille })
      expect(status).toBe(200)
    }
    expect(services.sent).toHaveLength(5)
  })

  test('stores only hashes of tokens', async () => {
    await signUp(openVisitor(services), camille)
    await openVisitor(services).callAuth('/request-password-reset', { email: camille })
    await openVisitor(services).callAuth('/sign-in/magic-link', { email: camille })
    await openVisitor(services).callAuth('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
    const rows = JSON.stringify(await services.db.selectFrom('verifications').selectAll().execute())
    expect(rows).not.toContain(tokenOf(services.mailTo(camille, 'password-reset').action))
    expect(rows).not.toContain(tokenOf(services.mailTo(camille, 'magic-link').action))
    expect(rows).not.toContain(services.mailTo(camille, 'one-time-code').action)
  })
})

describe('resetting a password', () => {
  test('works once, ends every session, and informs the member', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const token = await requestResetToken()
    expect((await openVisitor(services).callAuth('/reset-password', { token, newPassword: 'my camille is here' })).code).toBe(
      'PASSWORD_CONTAINS_NAME',
    )
    expect((await openVisitor(services).callAuth('/reset-password', { token, newPassword: 'a new good sentence' })).code).toBeUndefined()
    expect(await visitor.viewer()).toBeUndefined()
    expect((await openVisitor(services).callAuth('/reset-password', { token, newPassword: 'yet another sentence' })).code).toBe(
      'INVALID_TOKEN',
    )
    expect((await signIn(visitor, camille, 'a new good sentence')).code).toBeUndefined()
    expect(services.mailTo(camille, 'password-changed').subject).toMatch(/password/i)
  })

  test('deletes sign-in methods that a stranger added before the address was confirmed', async () => {
    const squatter = await openSquatter()
    const token = await requestResetToken()
    await openVisitor(services).callAuth('/reset-password', { token, newPassword: 'a new good sentence' })
    const owner = openVisitor(services)
    expect((await signIn(owner, camille, 'a new good sentence')).code).toBeUndefined()
    expect(await owner.viewer()).toMatchObject({ isConfirmed: true, hasSecondFactor: false })
    expect(await squatter.viewer()).toBeUndefined()
  })

  test('refuses expired and invalid tokens', async () => {
    await signUp(openVisitor(services), camille)
    const token = await requestResetToken()
    await services.db
      .updateTable('verifications')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    for (const each of [token, 'x'.repeat(24), '']) {
      expect((await openVisitor(services).callAuth('/reset-password', { token: each, newPassword: 'a new good sentence' })).status).toBe(
        400,
      )
    }
  })
})

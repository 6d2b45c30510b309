import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listEndpointPaths } from '#server/accounts/endpoints.ts'
import { recentSignInMs } from '#server/accounts/recent-sign-in.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { camille, deleteAccounts, goodPassword, openVisitor, signIn, signUp, tokenOf } from '#tests/visitor.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => deleteAccounts(services))

describe('sessions', () => {
  test('can be ended one by one, all others, or all', async () => {
    const [here, there, elsewhere] = [openVisitor(services), openVisitor(services), openVisitor(services)]
    await signUp(here, camille)
    await signIn(there)
    await signIn(elsewhere)
    const token = (await there.viewer())?.sessionToken
    expect((await here.callAuth('/revoke-session', { token })).code).toBeUndefined()
    expect([await there.viewer(), (await elsewhere.viewer())?.email]).toEqual([undefined, camille])
    await here.callAuth('/revoke-other-sessions', {})
    expect([(await here.viewer())?.email, await elsewhere.viewer()]).toEqual([camille, undefined])
    await here.callAuth('/revoke-sessions', {})
    expect(await here.viewer()).toBeUndefined()
  })

  test('of another member cannot be ended', async () => {
    const [mine, theirs] = [openVisitor(services), openVisitor(services)]
    await signUp(mine, 'noor@example.com')
    await signUp(theirs, camille)
    await mine.callAuth('/revoke-session', { token: (await theirs.viewer())?.sessionToken })
    expect(await theirs.viewer()).toMatchObject({ email: camille })
  })

  test('are extended when they are used, and expire otherwise', async () => {
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

  test('can be signed out of twice, as from two tabs', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const other = openVisitor(services)
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value)
    const answers = [await visitor.callAuth('/sign-out', {}), await other.callAuth('/sign-out', {})]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await visitor.viewer()).toBeUndefined()
  })

  test('of a deleted account are invalid', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    await services.db.deleteFrom('users').execute()
    expect(await visitor.viewer()).toBeUndefined()
    expect((await visitor.callAuth('/update-user', { name: 'Camille' })).status).toBe(401)
  })
})

describe('the own account', () => {
  test('can be read and updated, except for fields that only the site sets', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    expect((await visitor.callAuth('/update-user', { name: 'Camille' })).code).toBeUndefined()
    expect((await visitor.callAuth('/get-session')).body).toMatchObject({ user: { email: camille, name: 'Camille' } })
    for (const field of ['is_admin', 'role', 'id', 'emailVerified', 'disabledAt'])
      expect((await visitor.callAuth('/update-user', { [field]: 'x' })).status).toBe(400)
  })

  /** Bodies that better-auth accepts, so that its own checks do not refuse them first. */
  const bodies: Record<string, Record<string, unknown>> = {
    '/change-email': { newEmail: 'new@example.com' },
    '/change-password': { currentPassword: goodPassword, newPassword: 'a new good sentence' },
    '/two-factor/enable': { password: goodPassword },
    '/two-factor/disable': { password: goodPassword },
    '/two-factor/generate-backup-codes': { password: goodPassword },
    '/two-factor/get-totp-uri': { password: goodPassword },
    '/link-social': { provider: 'any' },
    '/unlink-account': { accountId: 'any' },
    '/passkey/verify-registration': { response: {} },
    '/passkey/delete-passkey': { id: 'any' },
  }

  test('requires a recent sign-in for sensitive changes', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    await services.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - recentSignInMs - 1000) })
      .execute()
    for (const path of listEndpointPaths(({ isSensitive }) => isSensitive)) {
      const body = path === '/passkey/generate-register-options' ? undefined : bodies[path]
      expect([path, (await visitor.callAuth(path, body)).code]).toEqual([path, 'REAUTHENTICATION_REQUIRED'])
    }
    await signIn(visitor)
    expect(
      (await visitor.callAuth('/change-password', { currentPassword: goodPassword, newPassword: 'a new good sentence' })).code,
    ).toBeUndefined()
  })

  test('changes an unconfirmed address immediately', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    expect((await visitor.callAuth('/change-email', { newEmail: 'new@example.com' })).code).toBeUndefined()
    expect(await visitor.viewer()).toMatchObject({ email: 'new@example.com', isConfirmed: false })
    expect(services.mailTo(camille, 'address-changed').text).toContain('new@example.com')
  })

  test('changes a confirmed address after both mailboxes have confirmed it', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    await visitor.callAuth(`/verify-email?token=${tokenOf(services.mailTo(camille, 'verification').action)}`)
    await visitor.callAuth('/change-email', { newEmail: 'new@example.com' })
    expect((await visitor.viewer())?.email).toBe(camille)
    await visitor.callAuth(`/verify-email?token=${tokenOf(services.mailTo(camille, 'address-change').action)}`)
    expect((await visitor.viewer())?.email).toBe(camille)
    await visitor.callAuth(`/verify-email?token=${tokenOf(services.mailTo('new@example.com', 'verification').action)}`)
    expect(await visitor.viewer()).toMatchObject({ email: 'new@example.com', isConfirmed: true })
    expect(services.mailTo(camille, 'address-changed').text).toContain('new@example.com')
  })

  test('refuses a confirmation in another member’s browser, which stays valid, and one for a taken address', async () => {
    const [visitor, other] = [openVisitor(services), openVisitor(services)]
    await signUp(visitor, camille)
    await signUp(other, 'ada@example.com')
    await visitor.callAuth(`/verify-email?token=${tokenOf(services.mailTo(camille, 'verification').action)}`)
    await visitor.callAuth('/change-email', { newEmail: 'new@example.com' })
    const approval = tokenOf(services.mailTo(camille, 'address-change').action)
    expect((await other.callAuth(`/verify-email?token=${approval}`)).code).toBe('INVALID_USER')
    expect((await visitor.callAuth(`/verify-email?token=${approval}`)).code).toBeUndefined()
    await signUp(openVisitor(services), 'new@example.com')
    const first = services.sent.find(({ kind, to }) => kind === 'verification' && to.address === 'new@example.com')
    expect((await visitor.callAuth(`/verify-email?token=${tokenOf(first?.action)}`)).code).toBe('ADDRESS_TAKEN')
  })

  test('refuses texts that are too long or unreadable', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    for (const body of [{ name: 'x'.repeat(201) }, { name: { a: 1 } }, { image: 'x'.repeat(2001) }, { name: 'zero \0 byte' }])
      expect((await visitor.callAuth('/update-user', body)).status).toBe(400)
  })

  test('has a token that the public keys verify', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const { token } = (await visitor.callAuth('/token')).body as { token: string }
    const keys = (await openVisitor(services).callAuth('/jwks')).body as { keys: [] }
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer: services.origin })
    expect(payload).toMatchObject({ email: camille })
    const { private_key } = await services.db.selectFrom('signing_keys').select('private_key').executeTakeFirstOrThrow()
    expect(private_key).not.toContain('"d"')
  })
})

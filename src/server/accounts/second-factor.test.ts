import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestServices, servicesOn, testSecret, type TestServices } from '#tests/services.ts'
import { camille, deleteAccounts, goodPassword, openVisitor, signIn, signUp, tokenOf, type Visitor } from '#tests/visitor.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => deleteAccounts(services))

describe('the second factor', () => {
  async function turnOn(visitor: Visitor) {
    const { body } = await visitor.callAuth('/two-factor/enable', { password: goodPassword })
    const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
    const secret = new URL(totpURI).searchParams.get('secret') ?? ''
    const code = (shift = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + shift })
    expect((await visitor.callAuth('/two-factor/verify-totp', { code: code() })).code).toBeUndefined()
    return { code, backupCodes }
  }

  test('is required after every sign-in method', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    // A sign-in link to an unconfirmed account would turn the second factor off.
    await visitor.callAuth(`/verify-email?token=${tokenOf(services.mailTo(camille, 'verification').action)}`)
    const { code, backupCodes } = await turnOn(visitor)
    const signIns: ((visitor: Visitor) => Promise<unknown>)[] = [
      (stranger) => signIn(stranger),
      async (stranger) => {
        await stranger.callAuth('/sign-in/magic-link', { email: camille })
        const { location } = await stranger.callAuth(
          `/magic-link/verify?token=${tokenOf(services.mailTo(camille, 'magic-link').action)}&callbackURL=/admin`,
        )
        expect(location).toBe(`${services.origin}/login/second-factor?to=%2Fadmin`)
      },
      async (stranger) => {
        await stranger.callAuth('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
        const answer = await stranger.callAuth('/sign-in/email-otp', {
          email: camille,
          otp: services.mailTo(camille, 'one-time-code').action,
        })
        expect(answer.body).toMatchObject({ twoFactorRedirect: true })
      },
    ]
    for (const [i, startSignIn] of signIns.entries()) {
      const stranger = openVisitor(services)
      await startSignIn(stranger)
      expect(await stranger.viewer()).toBeUndefined()
      // A code works once, so the other sign-ins use backup codes.
      if (i === 0) expect((await stranger.callAuth('/two-factor/verify-totp', { code: code(30_000) })).code).toBeUndefined()
      else expect((await stranger.callAuth('/two-factor/verify-backup-code', { code: backupCodes[i] })).code).toBeUndefined()
      expect(await stranger.viewer()).toMatchObject({ email: camille, hasSecondFactor: true })
    }
  })

  test('accepts a code once, also from concurrent requests', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const { code } = await turnOn(visitor)
    const strangers = [openVisitor(services), openVisitor(services)]
    for (const stranger of strangers) await signIn(stranger)
    const next = code(30_000)
    const answers = await Promise.all(strangers.map((stranger) => stranger.callAuth('/two-factor/verify-totp', { code: next })))
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'INVALID_CODE')).toHaveLength(1)
  })

  test('accepts each backup code once, and limits guesses', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const { backupCodes } = await turnOn(visitor)
    const stranger = openVisitor(services)
    await signIn(stranger)
    expect((await stranger.callAuth('/two-factor/verify-backup-code', { code: backupCodes[0] })).code).toBeUndefined()
    expect(await stranger.viewer()).toBeDefined()
    const other = openVisitor(services)
    await signIn(other)
    expect((await other.callAuth('/two-factor/verify-backup-code', { code: backupCodes[0] })).code).toBe('INVALID_BACKUP_CODE')
    for (let i = 0; i < 5; i++) await other.callAuth('/two-factor/verify-totp', { code: `00000${i}` })
    expect((await other.callAuth('/two-factor/verify-backup-code', { code: backupCodes[1] })).code).toBeDefined()
    expect(await other.viewer()).toBeUndefined()
  })

  test('still works after the secrets are rotated, while sessions end', async () => {
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
    expect((await later.callAuth('/two-factor/verify-totp', { code: code(30_000) })).code).toBeUndefined()
    expect(await later.viewer()).toMatchObject({ email: camille, hasSecondFactor: true })
  })

  test('can be turned off, and both changes are reported', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    await turnOn(visitor)
    expect(services.mailTo(camille, 'second-factor-changed').text).toMatch(/on/)
    expect((await visitor.callAuth('/two-factor/disable', { password: goodPassword })).code).toBeUndefined()
    expect(await visitor.viewer()).toMatchObject({ hasSecondFactor: false })
    expect(services.sent.filter(({ kind }) => kind === 'second-factor-changed')).toHaveLength(2)
  })
})

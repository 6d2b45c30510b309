import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Auth } from '#server/accounts/auth.ts'
import { handleAuthRequest } from '#server/accounts/call-auth.ts'
import { listEndpointPaths } from '#server/accounts/endpoints.ts'
import { openTestServices, silentLog, type TestServices } from '#tests/services.ts'
import { goodPassword, openVisitor, signUp } from '#tests/visitor.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

/** Endpoints that need no rules beyond those of better-auth. */
const plainEndpoints = [
  '/passkey/generate-authenticate-options',
  '/reset-password/:token',
  '/passkey/list-user-passkeys',
  '/passkey/update-passkey',
  '/list-accounts',
  '/update-session',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  '/sign-out',
  '/token',
  '/ok',
  '/error',
  '/delete-user',
  '/delete-user/callback',
]

describe('the table of endpoints', () => {
  test('lists every endpoint of the installed better-auth that needs rules', () => {
    const paths = Object.values(services.accounts.auth.api).flatMap((endpoint) =>
      'path' in endpoint && typeof endpoint.path === 'string' ? [endpoint.path] : [],
    )
    expect([...listEndpointPaths(), ...plainEndpoints].toSorted()).toEqual([...new Set(paths)].toSorted())
  })

  test('requires a recent sign-in for every change of how a member signs in', () => {
    expect(listEndpointPaths(({ isSensitive }) => isSensitive).toSorted()).toEqual([
      '/change-email',
      '/change-password',
      '/link-social',
      '/passkey/delete-passkey',
      '/passkey/generate-register-options',
      '/passkey/verify-registration',
      '/two-factor/disable',
      '/two-factor/enable',
      '/two-factor/generate-backup-codes',
      '/two-factor/get-totp-uri',
      '/unlink-account',
    ])
  })

  test('requires a captcha where a guest sends a password or causes mail', () => {
    expect(listEndpointPaths(({ requiresCaptcha }) => requiresCaptcha).toSorted()).toEqual([
      '/email-otp/send-verification-otp',
      '/request-password-reset',
      '/sign-in/email',
      '/sign-in/magic-link',
      '/sign-up/email',
    ])
  })

  test('challenges every sign-in but that of a password, which better-auth challenges itself', () => {
    const isChallenged = ['mail', 'provider', 'passkey']
    expect(listEndpointPaths(({ entrance }) => entrance !== undefined && isChallenged.includes(entrance)).toSorted()).toEqual([
      '/callback/:id',
      '/magic-link/verify',
      '/passkey/verify-authentication',
      '/sign-in/email-otp',
      '/sign-in/social',
    ])
    expect(listEndpointPaths(({ entrance }) => entrance === 'password')).toEqual(['/sign-in/email'])
  })

  test('accepts links of mails only from a page of this site', () => {
    expect(listEndpointPaths(({ requiresOwnPage }) => requiresOwnPage).toSorted()).toEqual(['/magic-link/verify', '/verify-email'])
  })
})

describe('response times', () => {
  const respond = async (path: string, status: number, elapsedMs: number) => {
    const pauses: number[] = []
    const times = [1000, 1000 + elapsedMs]
    const responseClock = { now: () => times.shift() ?? 0, pause: async (ms: number) => void pauses.push(ms) }
    const auth = { handler: () => Promise.resolve(Response.json({}, { status })) } as unknown as Auth
    await handleAuthRequest(
      { auth, responseClock, log: silentLog },
      new Request(`http://localhost:3000/api/auth${path}`, { method: 'POST' }),
    )
    return pauses
  }

  test.each([
    [1, 249],
    [180, 70],
    [250, 0],
    [251, 249],
  ])('are rounded up to a quarter of a second: after %i ms the response waits %i ms', async (elapsedMs, pauseMs) => {
    expect(await respond('/request-password-reset', 200, elapsedMs)).toEqual([pauseMs])
  })

  test.each(['/sign-up/email', '/sign-in/magic-link', '/request-password-reset', '/send-verification-email'])(
    'of %s are rounded up for every response',
    async (path) => {
      expect([await respond(path, 200, 100), await respond(path, 400, 100)]).toEqual([[150], [150]])
    },
  )

  test.each(['/sign-in/email', '/sign-in/email-otp', '/magic-link/verify', '/reset-password', '/verify-email'])(
    'of %s are rounded up for refusals only',
    async (path) => {
      expect([await respond(path, 200, 100), await respond(path, 400, 100)]).toEqual([[], [150]])
    },
  )

  test('are not changed where no account is hidden', async () => {
    expect(await respond('/get-session', 200, 100)).toEqual([])
  })

  test('are rounded up for a form of the site as well', async () => {
    await signUp(openVisitor(services), 'camille@example.com')
    const { length } = services.pauses
    await openVisitor(services).callAuth('/sign-in/email', { email: 'camille@example.com', password: 'not the password' })
    expect(services.pauses).toHaveLength(length + 1)
    await openVisitor(services).callAuth('/sign-in/email', { email: 'camille@example.com', password: goodPassword })
    expect(services.pauses).toHaveLength(length + 1)
  })
})

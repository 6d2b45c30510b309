import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { decodeJwt } from 'jose'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createToken, deleteAllTokens, readSessionToken, verifiedTokensMax } from '#server/accounts/better-auth-internals.ts'
import { findUserByEmail } from '#server/accounts/people.ts'
import { sha256 } from '#server/platform/hash.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { camille, deleteAccounts, goodPassword, openVisitor, signUp, tokenOf, type Visitor } from '#tests/visitor.ts'

const now = new Date()

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => deleteAccounts(services))

async function signUpConfirmed(email = camille): Promise<{ id: string; email: string; visitor: Visitor }> {
  const visitor = openVisitor(services)
  await signUp(visitor, email)
  await visitor.callAuth(`/verify-email?token=${tokenOf(services.mailTo(email, 'verification').action)}`)
  await services.db.deleteFrom('verifications').execute()
  return { id: (await findUserByEmail(services.db, email))?.id ?? '', email, visitor }
}

const storedTokens = () => services.db.selectFrom('verifications').select(['identifier', 'value']).orderBy('value').execute()

describe('a token that sets a password', () => {
  test('is stored as better-auth stores its own', async () => {
    const user = await signUpConfirmed()
    await openVisitor(services).callAuth('/request-password-reset', { email: camille })
    const theirs = tokenOf(services.mailTo(camille, 'password-reset').action)
    expect(await storedTokens()).toEqual([{ identifier: sha256(`reset-password:${theirs}`), value: user.id }])
    await services.db.deleteFrom('verifications').execute()
    const ours = await createToken(services.db, { purpose: 'set-password', user, expiresAt: new Date(now.getTime() + 60_000), now })
    expect(await storedTokens()).toEqual([{ identifier: sha256(`reset-password:${ours}`), value: user.id }])
  })
})

describe('a token that signs in', () => {
  test('is stored as better-auth stores its own', async () => {
    const user = await signUpConfirmed()
    await openVisitor(services).callAuth('/sign-in/magic-link', { email: camille })
    const theirs = tokenOf(services.mailTo(camille, 'magic-link').action)
    const [stored] = await storedTokens()
    expect(stored?.identifier).toBe(sha256(`magic-link:${sha256(theirs)}`))
    await services.db.deleteFrom('verifications').execute()
    const ours = await createToken(services.db, { purpose: 'sign-in', user, expiresAt: new Date(now.getTime() + 60_000), now })
    expect(await storedTokens()).toEqual([{ identifier: sha256(`magic-link:${sha256(ours)}`), value: stored?.value }])
  })
})

describe('the challenge for the second factor', () => {
  test('is the same after a link as after a password, where better-auth sets it', async () => {
    const { visitor } = await signUpConfirmed()
    const { body } = await visitor.callAuth('/two-factor/enable', { password: goodPassword })
    const secret = new URL(String(body['totpURI'])).searchParams.get('secret') ?? ''
    await visitor.callAuth('/two-factor/verify-totp', { code: new TOTP({ secret }).generate() })
    const readChallenge = async (signIn: (stranger: Visitor) => Promise<{ cookies: string[] }>) => {
      await services.db.deleteFrom('verifications').execute()
      const { cookies } = await signIn(openVisitor(services))
      const rows = await services.db.selectFrom('verifications').selectAll().orderBy('value').execute()
      const cookie = cookies.find((each) => each.startsWith('praxam.two_factor=')) ?? ''
      const [, identifier = ''] = /=(2fa-[\w-]{20})[.%]/.exec(cookie) ?? []
      const names = new Map([
        [sha256(identifier), 'identifier'],
        [sha256(`2fa-attempts-${identifier}`), 'attempts'],
      ])
      return {
        cookie: cookie.replace(/=2fa-[^;]*/, ''),
        otherCookies: cookies.filter((each) => !each.includes('two_factor')).toSorted(),
        rows: rows.map((row) => [
          names.get(row.identifier),
          row.value,
          Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 10_000),
        ]),
      }
    }
    const theirs = await readChallenge((stranger) => stranger.callAuth('/sign-in/email', { email: camille, password: goodPassword }))
    const ours = await readChallenge(async (stranger) => {
      await stranger.callAuth('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
      const otp = services.mailTo(camille, 'one-time-code').action
      return stranger.callAuth('/sign-in/email-otp', { email: camille, otp })
    })
    expect(theirs.rows.map(([name]) => String(name)).toSorted((a, b) => a.localeCompare(b))).toEqual(['attempts', 'identifier'])
    expect(ours).toEqual(theirs)
  })
})

describe('the link that confirms an address', () => {
  test('carries the claims that the site reads', async () => {
    const { visitor } = await signUpConfirmed()
    await visitor.callAuth('/change-email', { newEmail: 'new@example.com' })
    const approval = tokenOf(services.mailTo(camille, 'address-change').action)
    expect(decodeJwt(approval)).toMatchObject({ email: camille, updateTo: 'new@example.com' })
    await visitor.callAuth(`/verify-email?token=${approval}`)
    const confirmation = decodeJwt(tokenOf(services.mailTo('new@example.com', 'verification').action))
    expect(confirmation).toMatchObject({ email: camille, updateTo: 'new@example.com', requestType: 'change-email-verification' })
  })
})

describe('reading the token in a session cookie', () => {
  test('verifies each of many cookies once', () => {
    let verifications = 0
    const context = {
      get secret() {
        verifications += 1
        return 'secret'
      },
      authCookies: { sessionToken: { name: 'token' }, sessionData: { name: 'data' }, dontRememberToken: { name: 'short' } },
    }
    const sign = (token: string) => createHmac('sha256', 'secret').update(token).digest('base64')
    const tokens = Array.from({ length: verifiedTokensMax }, (_, i) => `token-${i}`)
    for (let i = 0; i < 3; i++)
      expect(tokens.map((token) => readSessionToken(context, `token=${encodeURIComponent(`${token}.${sign(token)}`)}`))).toEqual(tokens)
    expect(verifications).toBe(verifiedTokensMax)
    expect(readSessionToken(context, `token=${encodeURIComponent(`token-0.${sign('token-1')}`)}`)).toBeUndefined()
  })
})

describe('deleting all tokens of a user', () => {
  test.each([
    ['a link that sets a password', (visitor: Visitor) => visitor.callAuth('/request-password-reset', { email: camille })],
    ['a link that signs in', (visitor: Visitor) => visitor.callAuth('/sign-in/magic-link', { email: camille })],
    ['a new passkey', (visitor: Visitor) => visitor.callAuth('/passkey/generate-register-options')],
  ])('deletes that of %s', async (_, request) => {
    const user = await signUpConfirmed()
    const other = await signUpConfirmed(`marie-${camille}`)
    await request(user.visitor)
    expect(await storedTokens()).toHaveLength(1)
    await deleteAllTokens(services.db, other)
    expect(await storedTokens()).toHaveLength(1)
    await deleteAllTokens(services.db, user)
    expect(await storedTokens()).toEqual([])
  })
})

describe('cookies', () => {
  test('have the names of the session and of the known device', async () => {
    const { visitor } = await signUpConfirmed()
    expect([...visitor.cookies.keys()].toSorted()).toEqual(['praxam.device', 'praxam.session_token'])
  })
})

describe('the packages that better-auth and its passkey plugin share', () => {
  const root = joinPath(import.meta.dirname, '../../..')
  const readJson = async <Content>(name: string) => JSON.parse(await readFile(joinPath(root, name), 'utf8')) as Content

  test.each(['@better-auth/utils', '@better-fetch/fetch', 'better-call'])(
    'include one copy of %s, in the overridden version',
    async (name) => {
      const { packages } = await readJson<{ packages: Record<string, { version: string }> }>('package-lock.json')
      const { overrides } = await readJson<{ overrides: Record<string, string> }>('package.json')
      const copies = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
      expect(copies.map(([path, { version }]) => [path, version])).toEqual([[`node_modules/${name}`, overrides[name]]])
    },
  )
})

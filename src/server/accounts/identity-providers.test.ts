import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authPath } from '#server/accounts/auth.ts'
import { findProviderByEmail, readIdentityProviders } from '#server/accounts/identity-providers.ts'
import { startIdentityProvider, type TestIdentityProvider } from '#tests/identity-provider.ts'
import { openTestServices, servicesOn, type TestServices } from '#tests/services.ts'
import { deleteAccounts, openVisitor, signUp, tokenOf, type Visitor } from '#tests/visitor.ts'

describe('the file of identity providers', () => {
  const write = (text: string) => {
    const path = join(mkdtempSync(join(tmpdir(), 'praxam-providers-')), 'providers.json')
    writeFileSync(path, text)
    return path
  }
  const contoso = {
    id: 'contoso',
    name: 'Contoso',
    issuer: 'https://login.contoso.example',
    clientId: 'praxam',
    domains: ['Contoso.Example'],
  }

  test('is optional', async () => {
    expect(await readIdentityProviders(undefined)).toEqual([])
  })

  test('lists providers, which are found by the domain of an address', async () => {
    const providers = await readIdentityProviders(write(JSON.stringify([contoso])))
    expect(findProviderByEmail('Camille@CONTOSO.example', providers)?.id).toBe('contoso')
    expect(findProviderByEmail('camille@notcontoso.example', providers)).toBeUndefined()
    expect(findProviderByEmail('camille@contoso.example@elsewhere.example', providers)).toBeUndefined()
  })

  test.each([
    ['[', /cannot be read as JSON/],
    ['{}', /entry list/],
    [JSON.stringify([{ ...contoso, id: 'Con toso' }]), /entry 0\.id: must consist of lowercase letters/],
    [JSON.stringify([{ ...contoso, issuer: 'contoso' }]), /entry 0\.issuer/],
    [JSON.stringify([{ ...contoso, secret: 'x' }]), /entry 0/],
    [JSON.stringify([contoso, contoso]), /two identity providers with the same id/],
  ])('is refused with a message: %s', async (text, message) => {
    await expect(readIdentityProviders(write(text))).rejects.toThrow(message)
  })
})

describe('signing in with a provider', () => {
  let services: TestServices
  let provider: TestIdentityProvider
  beforeAll(async () => {
    provider = await startIdentityProvider('http://localhost:3000')
    services = await openTestServices({}, [provider.settings])
  })
  afterAll(async () => {
    await services.close()
    await provider.close()
  })
  afterEach(async () => {
    await deleteAccounts(services)
    Object.assign(provider.person, { sub: 'camille-at-contoso', email: 'camille@contoso.example', email_verified: true })
  })

  /** Signs the visitor in at the provider. Returns the path that the site redirects to. */
  async function signInAtProvider(visitor: Visitor, path = '/sign-in/social'): Promise<string> {
    const { body } = await visitor.callAuth(path, {
      provider: 'contoso',
      callbackURL: '/exam/mb-800',
      errorCallbackURL: '/login',
      disableRedirect: true,
    })
    const back = await provider.follow(String(body['url']))
    const answer = await visitor.callAuth(back.slice(`${services.origin}${authPath}`.length))
    return new URL(answer.location ?? '', services.origin).pathname + new URL(answer.location ?? '', services.origin).search
  }

  test('starts with a code challenge, a state and a nonce', async () => {
    const { body } = await openVisitor(services).callAuth('/sign-in/social', {
      provider: 'contoso',
      callbackURL: '/',
      disableRedirect: true,
    })
    const query = new URL(String(body['url'])).searchParams
    expect(query.get('code_challenge_method')).toBe('S256')
    expect([query.get('state'), query.get('nonce'), query.get('code_challenge')].every(Boolean)).toBe(true)
  })

  test('creates an account with a confirmed address, and finds it at the next sign-in', async () => {
    const visitor = openVisitor(services)
    expect(await signInAtProvider(visitor)).toBe('/exam/mb-800')
    const first = await visitor.viewer()
    expect(first).toMatchObject({ email: 'camille@contoso.example', isConfirmed: true })
    const again = openVisitor(services)
    await signInAtProvider(again)
    expect((await again.viewer())?.id).toBe(first?.id)
  })

  test('works only in the browser that started it', async () => {
    const visitor = openVisitor(services)
    const { body } = await visitor.callAuth('/sign-in/social', { provider: 'contoso', callbackURL: '/', disableRedirect: true })
    const back = await provider.follow(String(body['url']))
    const stranger = openVisitor(services)
    await stranger.callAuth(back.slice(`${services.origin}${authPath}`.length))
    expect(await stranger.viewer()).toBeUndefined()
  })

  test('does not sign in to an account with an unconfirmed address', async () => {
    await signUp(openVisitor(services), 'camille@contoso.example')
    const visitor = openVisitor(services)
    expect(await signInAtProvider(visitor)).toContain('error=account_not_linked')
    expect(await visitor.viewer()).toBeUndefined()
  })

  test('signs in to an account with the same confirmed address', async () => {
    const owner = openVisitor(services)
    await signUp(owner, 'camille@contoso.example')
    await owner.callAuth(`/verify-email?token=${tokenOf(services.mailTo('camille@contoso.example', 'verification').action)}`)
    const visitor = openVisitor(services)
    await signInAtProvider(visitor)
    expect((await visitor.viewer())?.id).toBe((await owner.viewer())?.id)
  })

  test('does not trust an address that the provider has not verified', async () => {
    const owner = openVisitor(services)
    await signUp(owner, 'camille@contoso.example')
    await owner.callAuth(`/verify-email?token=${tokenOf(services.mailTo('camille@contoso.example', 'verification').action)}`)
    provider.person.email_verified = false
    expect(await signInAtProvider(openVisitor(services))).toContain('error=account_not_linked')
  })

  test('can be linked, also with another address, and unlinked unless it is the last sign-in method', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, 'noor@example.com')
    await services.db
      .updateTable('users')
      .set({ created_at: new Date(Date.now() - 120_000) })
      .execute()
    expect(await signInAtProvider(visitor, '/link-social')).toBe('/exam/mb-800')
    const listed = async () => Object.values((await visitor.callAuth('/list-accounts')).body) as { id: string; providerId: string }[]
    const linked = await listed()
    expect(linked.map(({ providerId }) => providerId).toSorted()).toEqual(['contoso', 'credential'])
    const other = openVisitor(services)
    await signInAtProvider(other)
    expect((await other.viewer())?.email).toBe('noor@example.com')
    const unlink = (identity: { id: string } | undefined) => visitor.callAuth('/unlink-account', { accountId: identity?.id })
    expect((await unlink(linked.find(({ providerId }) => providerId === 'contoso'))).code).toBeUndefined()
    expect((await unlink((await listed())[0])).code).toBe('FAILED_TO_UNLINK_LAST_ACCOUNT')
    expect(services.sent.filter(({ kind }) => kind === 'sign-in-method-changed')).toHaveLength(2)
  })

  test('accepts only an id token that the provider signed, with its nonce', async () => {
    const { token, nonce } = await provider.idToken()
    const visitor = openVisitor(services)
    expect((await visitor.callAuth('/sign-in/social', { provider: 'contoso', idToken: { token, nonce } })).code).toBeUndefined()
    expect(await visitor.viewer()).toMatchObject({ email: 'camille@contoso.example' })
    const stranger = openVisitor(services)
    const [head, , signature] = token.split('.')
    const forged = [
      head,
      Buffer.from(JSON.stringify({ sub: 'ada', email: 'ada@example.com', nonce })).toString('base64url'),
      signature,
    ].join('.')
    expect((await stranger.callAuth('/sign-in/social', { provider: 'contoso', idToken: { token: forged, nonce } })).status).toBe(401)
    const { token: second } = await provider.idToken()
    expect((await stranger.callAuth('/sign-in/social', { provider: 'contoso', idToken: { token: second, nonce: 'another' } })).status).toBe(
      401,
    )
  })

  test('accepts an id token once', async () => {
    const idToken = await provider.idToken()
    expect((await openVisitor(services).callAuth('/sign-in/social', { provider: 'contoso', idToken })).code).toBeUndefined()
    expect((await openVisitor(services).callAuth('/sign-in/social', { provider: 'contoso', idToken })).code).toBe('TOKEN_USED')
  })

  test('is not trusted for addresses outside its domains', async () => {
    const ada = openVisitor(services)
    await signUp(ada, 'ada@example.com')
    await ada.callAuth(`/verify-email?token=${tokenOf(services.mailTo('ada@example.com', 'verification').action)}`)
    Object.assign(provider.person, { sub: 'an intruder', email: 'ada@example.com' })
    const intruder = openVisitor(services)
    expect(await signInAtProvider(intruder)).toContain('error=email_not_found')
    expect(await intruder.viewer()).toBeUndefined()
  })

  test('stores no tokens of the provider', async () => {
    await signInAtProvider(openVisitor(services))
    expect(JSON.stringify(await services.db.selectFrom('identities').selectAll().execute())).not.toMatch(/eyJ/)
  })

  test('that does not respond leaves the other sign-in methods available', async () => {
    const silent = createServer(() => undefined)
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const slow = await servicesOn(services, {}, [{ ...provider.settings, issuer }], 100)
    try {
      await signUp(openVisitor(slow), 'noor@example.com')
      expect(await slow.accounts.reachProvider('contoso')).toBe(false)
    } finally {
      silent.close()
    }
    expect(await services.accounts.reachProvider('contoso')).toBe(true)
  })

  test('responds with status 404 for an unknown provider', async () => {
    expect((await openVisitor(services).callAuth('/sign-in/social', { provider: 'unknown', callbackURL: '/' })).status).toBe(404)
  })
})

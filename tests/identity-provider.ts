/**
 * A real OpenID provider on the loopback address, with `oidc-provider`. It signs every visitor in as `person` and gives consent
 * without a form.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { IdentityProvider } from '#server/accounts/identity-providers.ts'

export type TestIdentityProvider = {
  settings: IdentityProvider
  /** The person that the provider signs in. Tests change its fields. */
  person: { sub: string; email: string; email_verified: boolean }
  /** Follows redirects of the provider, with its cookies, until one leads back to the site. Returns that URL. */
  follow: (address: string) => Promise<string>
  /** Gets an ID token that the provider issues for the person, with the nonce of the request. */
  idToken: () => Promise<{ token: string; nonce: string }>
  close: () => Promise<void>
}

export async function startIdentityProvider(origin: string): Promise<TestIdentityProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const person = { sub: 'camille-at-contoso', email: 'camille@contoso.example', email_verified: true }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'praxam',
        client_secret: 'a secret of the tests',
        redirect_uris: [`${origin}/api/auth/callback/contoso`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [] },
    conformIdTokenClaims: false,
    // In seconds. With the defaults, the library prints a warning.
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: ['key of the tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response)
    void (async () => {
      const { prompt, params, grantId, session } = await provider.interactionDetails(request, response)
      if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
      const grant = grantId
        ? await provider.Grant.find(grantId)
        : new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) })
      grant?.addOIDCScope('openid email profile')
      return provider.interactionFinished(request, response, { consent: { grantId: (await grant?.save()) ?? '' } })
    })()
  })
  return {
    settings: {
      id: 'contoso',
      name: 'Contoso',
      issuer,
      clientId: 'praxam',
      clientSecret: 'a secret of the tests',
      domains: ['contoso.example'],
    },
    person,
    follow: (address) => follow(address, issuer),
    idToken: async () => {
      const nonce = randomBytes(16).toString('base64url')
      const verifier = randomBytes(32).toString('base64url')
      const redirect = `${origin}/api/auth/callback/contoso`
      const query = new URLSearchParams({
        client_id: 'praxam',
        response_type: 'code',
        scope: 'openid email',
        redirect_uri: redirect,
        nonce,
        state: 'any',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      const back = new URL(await follow(`${issuer}/auth?${query}`, issuer))
      const grant = {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: redirect,
        code_verifier: verifier,
      }
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('praxam:a+secret+of+the+tests')}` },
        body: new URLSearchParams(grant),
      })
      const { id_token: token } = (await response.json()) as { id_token: string }
      return { token, nonce }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function follow(address: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = address
  for (let hops = 0; next.startsWith(issuer); hops++) {
    if (hops > 10) throw new Error(`The provider redirects too often: ${next}`)
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider responded with ${response.status}: ${await response.text()}`)
    next = new URL(location, next).href
  }
  return next
}

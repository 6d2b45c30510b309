/**
 * Identity providers that people may sign in with, from a JSON file named by the settings:
 *
 *     [{ "id": "contoso", "name": "Contoso", "issuer": "https://login.contoso.example", "clientId": "praxam",
 *        "clientSecret": "…", "scopes": ["openid", "email", "profile"], "domains": ["contoso.example"] }]
 *
 * `issuer` is where `/.well-known/openid-configuration` lies; without `clientSecret` the client is a public one, held
 * by PKCE alone. People with an address of one of the `domains` are sent there when they ask for single sign-on, and the
 * provider may vouch for no other address. One without `domains` is believed about every address that it calls confirmed:
 * whoever controls it can sign in as anybody whose address here is confirmed, administrators included.
 */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ConfigProblem } from '#server/config.ts'

const providerForm = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'has to be small letters, digits and dashes'),
  name: z.string().min(1).max(60),
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scopes: z.array(z.string()).optional(),
  domains: z
    .array(
      z
        .string()
        .regex(/^[^@\s]+\.[^@\s]+$/, 'has to look like contoso.example')
        .toLowerCase(),
    )
    .default([]),
})

export type IdentityProvider = z.infer<typeof providerForm>

/** @throws {ConfigProblem} when the file cannot be read or breaks the form above */
export async function readIdentityProviders(path: string | undefined): Promise<IdentityProvider[]> {
  if (!path) return []
  const read = z.array(providerForm).safeParse(await readJson(path))
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new ConfigProblem(`${path}, entry ${issue?.path.join('.') || 'list'}: ${issue?.message}.`)
  }
  const ids = read.data.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new ConfigProblem(`${path} names an identity provider twice.`)
  return read.data
}

/** The provider for single sign-on with an address, by its domain. */
export function findProviderByEmail<Provider extends { domains: readonly string[] }>(
  email: string,
  providers: readonly Provider[],
): Provider | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return providers.find(({ domains }) => domains.includes(domain))
}

/** Whether a provider with these domains is believed about an address. */
export function isTrustedForEmail(domains: readonly string[], email: string): boolean {
  return domains.length === 0 || findProviderByEmail(email, [{ domains }]) !== undefined
}

const answerTimeoutMs = 5_000

/**
 * Where the provider signs people in, by its own description; `undefined` when it does not give one in time. Asked by
 * ourselves first, because better-auth waits for it without an end.
 */
export async function findAuthorizationUrl({ issuer }: Pick<IdentityProvider, 'issuer'>): Promise<string | undefined> {
  try {
    const response = await fetch(discoveryUrl(issuer), { signal: AbortSignal.timeout(answerTimeoutMs) })
    const { authorization_endpoint: address } = (await response.json()) as { authorization_endpoint?: unknown }
    return response.ok && typeof address === 'string' && URL.canParse(address) ? address : undefined
  } catch {
    return undefined
  }
}

/** Source: OpenID Connect Discovery 1.0, section 4. */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new ConfigProblem(`IDENTITY_PROVIDERS_FILE cannot be read as JSON: ${(error as Error).message}.`)
  }
}

/**
 * The identity providers that users may sign in with, from a JSON file named in the settings:
 *
 *     [{ "id": "contoso", "name": "Contoso", "issuer": "https://login.contoso.example", "clientId": "praxam",
 *        "clientSecret": "…", "scopes": ["openid", "email", "profile"], "domains": ["contoso.example"] }]
 *
 * The provider's configuration is at `<issuer>/.well-known/openid-configuration`. Without `clientSecret` the client is public and relies on
 * PKCE alone. Single sign-on sends users with an address of one of the `domains` to this provider, and trusts it only for these addresses.
 * A provider without `domains` is trusted for every address that it reports as verified: its operator can sign in as any user with a
 * confirmed address, administrators included.
 */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ConfigProblem } from '#server/config.ts'

const providerSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must consist of lowercase letters, digits, and dashes'),
  name: z.string().min(1).max(60),
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scopes: z.array(z.string()).optional(),
  domains: z
    .array(
      z
        .string()
        .regex(/^[^@\s]+\.[^@\s]+$/, 'must look like contoso.example')
        .toLowerCase(),
    )
    .default([]),
})

export type IdentityProvider = z.infer<typeof providerSchema>

/** @throws {ConfigProblem} when the file cannot be read or does not have the format above */
export async function readIdentityProviders(path: string | undefined): Promise<IdentityProvider[]> {
  if (!path) return []
  const read = z.array(providerSchema).safeParse(await readJson(path))
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new ConfigProblem(`${path}, entry ${issue?.path.join('.') || 'list'}: ${issue?.message}.`)
  }
  const ids = read.data.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new ConfigProblem(`${path} contains two identity providers with the same id.`)
  return read.data
}

/** The provider for single sign-on with this address, by its domain. */
export function findProviderByEmail<Provider extends { domains: readonly string[] }>(
  email: string,
  providers: readonly Provider[],
): Provider | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return providers.find(({ domains }) => domains.includes(domain))
}

/** Whether a provider with these domains is trusted for the address. */
export function isTrustedForEmail(domains: readonly string[], email: string): boolean {
  return domains.length === 0 || findProviderByEmail(email, [{ domains }]) !== undefined
}

/** Time limit for the discovery document of a provider. */
export const discoveryTimeoutMs = 5_000

/**
 * The sign-in address of the provider, from its discovery document; `undefined` if the document does not arrive in time or is invalid.
 * better-auth waits for this document without a timeout, so the site requests it first.
 */
export async function findAuthorizationUrl({ issuer }: Pick<IdentityProvider, 'issuer'>, timeoutMs: number): Promise<string | undefined> {
  try {
    const response = await fetch(discoveryUrl(issuer), { signal: AbortSignal.timeout(timeoutMs) })
    const { authorization_endpoint: url } = (await response.json()) as { authorization_endpoint?: unknown }
    return response.ok && typeof url === 'string' && URL.canParse(url) ? url : undefined
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

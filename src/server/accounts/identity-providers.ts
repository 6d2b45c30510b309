/**
 * Identity providers that people may sign in with, from a JSON file named by the settings:
 *
 *     [{ "id": "contoso", "name": "Contoso", "issuer": "https://login.contoso.example", "clientId": "praxam",
 *        "clientSecret": "…", "scopes": ["openid", "email", "profile"], "domains": ["contoso.example"] }]
 *
 * `issuer` is where `/.well-known/openid-configuration` lies; without `clientSecret` the client is a public one, held
 * by PKCE alone. People with an address of one of the `domains` are sent there when they ask for single sign-on.
 */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ConfigProblem } from '#server/config.ts'

const providerForm = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'has to be small letters, digits and dashes'),
  name: z.string().min(1).max(60),
  issuer: z.url(),
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
export function findProviderOf<Provider extends { domains: readonly string[] }>(
  email: string,
  providers: readonly Provider[],
): Provider | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return providers.find(({ domains }) => domains.includes(domain))
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new ConfigProblem(`IDENTITY_PROVIDERS_FILE cannot be read as JSON: ${(error as Error).message}.`)
  }
}

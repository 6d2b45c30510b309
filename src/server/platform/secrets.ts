/**
 * Secrets for signing and encryption. The first start creates them in `secrets.json` in the data folder, readable only by its owner,
 * unless the environment sets them. The first secret signs and encrypts new data; the others only verify and decrypt old data.
 */
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigProblem, type Config } from '#server/config.ts'
import type { Secret } from '#server/platform/config-values.ts'

const fileSchema = z
  .object({ auth: z.array(z.object({ version: z.int().nonnegative(), value: z.string().min(32) })).min(1) })
  .refine(({ auth }) => new Set(auth.map(({ version }) => version)).size === auth.length)

/**
 * Reads the secrets or creates them. Never replaces an existing file. `isNeeded` returns whether the database was used with earlier secrets,
 * so that new ones are refused.
 *
 * @throws {ConfigProblem} if the file cannot be used, or if earlier secrets are missing
 */
export async function openSecrets(
  { dataDir, secrets }: Pick<Config, 'dataDir' | 'secrets'>,
  isNeeded: () => Promise<boolean>,
): Promise<Secret[]> {
  if (secrets) return secrets
  const path = join(dataDir, 'secrets.json')
  const text = await readIfPresent(path)
  if (text !== undefined) return readSecrets(path, text)
  if (await isNeeded()) {
    throw new ConfigProblem(
      `${path} is missing, but this database was used with other secrets; restore it from a backup, or set AUTH_SECRETS to the same value for every process. If they are lost, start once with ACCEPT_NEW_SECRETS=yes: everyone is signed out, and second factors must be set up again.`,
    )
  }
  await createSecrets(dataDir, path)
  // Another process may have created the file first.
  return readSecrets(path, await readFile(path, 'utf8'))
}

async function readIfPresent(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ConfigProblem(`${path} cannot be read (${error.code}); make the user that runs Praxam its owner.`)
  })
}

async function createSecrets(dataDir: string, path: string): Promise<void> {
  const auth = [{ version: 1, value: randomBytes(32).toString('base64') }]
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const partial = `${path}.${randomUUIDv7()}.partial`
  try {
    await writeFile(partial, `${JSON.stringify({ auth }, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true })
    // Unlike renaming, linking never replaces an existing file.
    await link(partial, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(partial, { force: true })
  }
  const folder = await open(dataDir, 'r')
  await folder.sync().catch(() => undefined)
  await folder.close()
}

async function readSecrets(path: string, text: string): Promise<Secret[]> {
  // A file restored from a backup may be readable by other users.
  await chmod(path, 0o600)
  const read = fileSchema.safeParse(parseJson(text))
  if (!read.success) throw new ConfigProblem(`${path} is damaged; restore it from a backup, or users lose their second factors.`)
  return read.data.auth
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

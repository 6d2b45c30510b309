/**
 * Secrets that sign and encrypt: made at the first start in `secrets.json` of the data folder, for its owner alone, or
 * given by the environment. The first of the list is used for what is new, the others still decrypt what is old.
 */
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigProblem } from '#server/config.ts'
import type { Config, Secret } from '#server/config.ts'

const fileForm = z
  .object({ auth: z.array(z.object({ version: z.int().nonnegative(), value: z.string().min(32) })).min(1) })
  .refine(({ auth }) => new Set(auth.map(({ version }) => version)).size === auth.length)

/**
 * `isNeeded` says whether something was encrypted with secrets before, so that lost ones are missed.
 *
 * @throws {ConfigProblem} when the file cannot be used, or is missing although it was there once; it is never replaced
 */
export async function openSecrets(
  { dataDir, secrets }: Pick<Config, 'dataDir' | 'secrets'>,
  isNeeded: () => Promise<boolean>,
): Promise<Secret[]> {
  if (secrets) return secrets
  const path = join(dataDir, 'secrets.json')
  const text = await readIfThere(path)
  if (text !== undefined) return readSecrets(path, text)
  if (await isNeeded()) {
    throw new ConfigProblem(
      `${path} is missing, and the accounts of this database were made with it; bring it back from a backup, or set AUTH_SECRETS to the same for every process.`,
    )
  }
  await makeSecrets(dataDir, path)
  // Read again: of two first starts on one folder, one has won.
  return readSecrets(path, await readFile(path, 'utf8'))
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ConfigProblem(`${path} cannot be read (${error.code}); give the file back to the user that runs Praxam.`)
  })
}

async function makeSecrets(dataDir: string, path: string): Promise<void> {
  const auth = [{ version: 1, value: randomBytes(32).toString('base64') }]
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const partial = `${path}.${randomUUIDv7()}.partial`
  const file = await open(partial, 'wx', 0o600)
  await file.writeFile(`${JSON.stringify({ auth }, null, 2)}\n`)
  await file.sync()
  await file.close()
  // Unlike a renaming, a link does not take the place of one that is there already.
  await link(partial, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(partial)
  const folder = await open(dataDir, 'r')
  await folder.sync().catch(() => undefined)
  await folder.close()
}

async function readSecrets(path: string, text: string): Promise<Secret[]> {
  // Restored from somewhere, it may be readable for others.
  await chmod(path, 0o600)
  const read = fileForm.safeParse(parse(text))
  if (!read.success) throw new ConfigProblem(`${path} is damaged; restore it from a backup, or people lose their second factors.`)
  return read.data.auth
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

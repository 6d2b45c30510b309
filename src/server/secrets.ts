/**
 * Secrets that sign and encrypt: made at the first start in `secrets.json` of the data folder, for its owner alone, or
 * given by the environment. The first of the list is used for what is new, the others still decrypt what is old.
 */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigProblem } from '#server/config.ts'
import type { Config, Secret } from '#server/config.ts'

const fileForm = z.object({ auth: z.array(z.object({ version: z.int().nonnegative(), value: z.string().min(32) })).min(1) })

/** @throws {ConfigProblem} when the file is there but cannot be used; it is never replaced then */
export async function openSecrets({ dataDir, secrets }: Pick<Config, 'dataDir' | 'secrets'>): Promise<Secret[]> {
  if (secrets) return secrets
  const path = join(dataDir, 'secrets.json')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ConfigProblem(`${path} cannot be read (${error.code}); give the file back to the user that runs Praxam.`)
  })
  return text === undefined ? makeSecrets(dataDir, path) : readSecrets(path, text)
}

async function makeSecrets(dataDir: string, path: string): Promise<Secret[]> {
  const auth = [{ version: 1, value: randomBytes(32).toString('base64') }]
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = await open(`${path}.partial`, 'w', 0o600)
  await file.writeFile(`${JSON.stringify({ auth }, null, 2)}\n`)
  await file.sync()
  await file.close()
  await rename(`${path}.partial`, path)
  return auth
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

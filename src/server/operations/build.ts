/** Builds the site if its sources have changed since the last build. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressStaticFiles } from '#server/http/static-files.ts'

/** All inputs of the build, relative to the project folder. */
const sources = ['package.json', 'package-lock.json', 'react-router.config.ts', 'vite.config.ts', 'public', 'src']

/**
 * Runs the build unless `build/fingerprint` matches the current sources.
 *
 * @throws {Error} if the build fails. Its output has the reason.
 */
export async function buildWhenNeeded(root: string): Promise<void> {
  const fingerprintFile = join(root, 'build/fingerprint')
  const current = await fingerprint(root)
  if ((await readFile(fingerprintFile, 'utf8').catch(() => '')) === current) return
  console.log('Building the site. This happens once after each change.')
  await run(join(root, 'node_modules/@react-router/dev/bin.cjs'), ['build'], root)
  await compressStaticFiles(join(root, 'build/client'))
  await writeFile(fingerprintFile, current)
}

async function fingerprint(root: string): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const path of await listFiles(root, sources)) hash.update(path).update(await readFile(join(root, path)))
  return hash.digest('hex')
}

async function listFiles(root: string, paths: string[]): Promise<string[]> {
  const lists = paths.map(async (path) => {
    const entries = await readdir(join(root, path), { withFileTypes: true, recursive: true }).catch(() => undefined)
    return (
      entries
        ?.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)) ?? [path]
    )
  })
  return (await Promise.all(lists)).flat().toSorted()
}

async function run(script: string, args: string[], cwd: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [script, ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'], env })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The build ended with exit code ${code}`)
}

/**
 * Builds the site if its sources have changed.
 *
 * | path | meaning |
 * |---|---|
 * | `build/<id>` | a complete build; the id is the fingerprint of its sources |
 * | `build/<id>.partial-<pid>` | a build in progress, or one that was killed |
 * | `build/lock.sqlite` | held while a process builds; the operating system releases it even after `kill -9` |
 *
 * Only complete builds have their final name, so several processes may start from one folder at the same time. The latest builds are kept
 * for the processes that still run them.
 */
import { spawn } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { mkdir, readdir, rename, rm, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { removeOldest } from '#server/platform/folders.ts'
import { compressStaticFiles } from '#server/http/static-files.ts'
import { builtProcess } from '#server/operations/built-server.ts'

/** All inputs of the build, relative to the project folder. */
const sources = ['package.json', 'package-lock.json', 'react-router.config.ts', 'vite.config.ts', 'public', 'src']
const idLength = 16
const lockPollMs = 100
/** Names in the folder `build` from earlier releases of the project, which had only one build. */
const earlierNames = ['client', 'server', 'fingerprint']
/** How many builds are kept, including the current one. */
export const buildsKeptMax = 5

/**
 * Returns the folder of the build of the current sources. If there is none, one process builds it, and other processes wait. `build` writes
 * the files.
 *
 * @throws {Error} if the build fails. Its output has the reason.
 */
export async function buildWhenNeeded(root: string, build = buildSite): Promise<string> {
  const builds = join(root, 'build')
  const folder = join(builds, (await fingerprint(root, sources)).slice(0, idLength))
  if (!existsSync(folder)) {
    await mkdir(builds, { recursive: true })
    await withLock(join(builds, 'lock.sqlite'), async () => {
      if (!existsSync(folder)) await buildInto(root, folder, build)
      await removeOldBuilds(builds)
    })
  }
  // Records the time of the last start. This fails in a read-only container, where no build is ever removed.
  await utimes(folder, new Date(), new Date()).catch(() => undefined)
  return folder
}

async function buildInto(root: string, folder: string, build: typeof buildSite): Promise<void> {
  const partial = `${folder}.partial-${process.pid}`
  console.log('Building the site. This happens once after each change.')
  try {
    await build(root, partial)
    await rename(partial, folder)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    // On a file system without locks, another process may have been faster.
    if (!existsSync(folder)) throw error
  }
}

async function buildSite(root: string, folder: string): Promise<void> {
  // React Router expects a path relative to the project.
  const env = { ...process.env, NODE_ENV: 'production', PRAXAM_BUILD_FOLDER: join('build', basename(folder)) }
  await run([join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], { cwd: root, env })
  await compressStaticFiles(join(folder, 'client'))
  const prepare = builtProcess(folder, 'prepare')
  const files = await Promise.all((['database', 'guides'] as const).map((name) => preparedPath(root, folder, name)))
  await run([...prepare.args, root, folder, ...files], { cwd: root, env: prepare.env })
}

async function run(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<void> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The build ended with exit code ${code}`)
}

/**
 * Files that the build prepares from sources that may change without a new build: a template for a new database with the schema and the
 * content, and the parsed guides. Their names contain the fingerprint of these sources.
 */
const prepared = {
  database: { extension: '.zst', sources: ['migrations', 'content'] },
  guides: { extension: '.json', sources: ['content/certifications.json', 'content/guides'] },
}
type PreparedName = keyof typeof prepared

/** The path of a file that the build has prepared. `undefined` if the sources of the file have changed since. */
export async function findPrepared(root: string, build: string, name: PreparedName): Promise<string | undefined> {
  const file = await preparedPath(root, build, name)
  return existsSync(file) ? file : undefined
}

/** Where the build stores a prepared file. */
export async function preparedPath(root: string, build: string, name: PreparedName): Promise<string> {
  const { extension, sources: own } = prepared[name]
  return join(build, `${name}-${(await fingerprint(root, own)).slice(0, idLength)}${extension}`)
}

/** Removes old builds and what killed builds left behind. The caller must hold the lock. */
async function removeOldBuilds(builds: string): Promise<void> {
  const unused = (await readdir(builds)).filter((name) => name.includes('.partial-') || earlierNames.includes(name))
  for (const name of unused) await rm(join(builds, name), { recursive: true, force: true })
  await removeOldest(builds, /^[\da-f]+$/, buildsKeptMax)
}

async function withLock(path: string, work: () => Promise<void>): Promise<void> {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    while (!tryLock(lock)) await setTimeout(lockPollMs)
    await work()
  } finally {
    lock.close()
  }
}

/** Returns `false` if another process holds the lock. */
function tryLock(lock: DatabaseSync): boolean {
  try {
    // Does not use `locking_mode=EXCLUSIVE`: two processes that fail would each keep a shared lock and wait for each other forever.
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    return false
  }
}

const sqliteBusy = 5

async function fingerprint(root: string, paths: string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  // Reads synchronously, because waiting for each of a thousand small files takes longer.
  const buffer = Buffer.alloc(bufferBytes)
  for (const path of await listFiles(root, paths)) addFile(hash.update(path), join(root, path), buffer)
  return hash.digest('hex')
}

const bufferBytes = 64 * 1024

/** Uses one buffer for all files. Otherwise an idle process would keep the memory of all files for hours. */
function addFile(hash: Hash, path: string, buffer: Buffer): void {
  const file = openSync(path, 'r')
  try {
    for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) hash.update(buffer.subarray(0, count))
  } finally {
    closeSync(file)
  }
}

async function listFiles(root: string, paths: string[]): Promise<string[]> {
  const lists = paths.map(async (path) => {
    const entries = await readdir(join(root, path), { withFileTypes: true, recursive: true }).catch(() => undefined)
    return (
      entries
        ?.filter((entry) => entry.isFile() && !/\.test[.-]/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)) ?? [path]
    )
  })
  return (await Promise.all(lists)).flat().toSorted()
}

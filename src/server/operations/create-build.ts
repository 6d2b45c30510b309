/** Builds the site in its folder. Only one process builds at a time, and the latest builds are kept. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { removeOldest } from '#server/platform/folders.ts'
import { compressStaticFiles } from '#server/http/static-files.ts'
import { builtProcess } from '#server/operations/built-server.ts'
import { preparedPath } from '#server/operations/prepared-files.ts'

/** Writes the files of a build into a folder. */
export type Build = (root: string, folder: string) => Promise<void>

const lockPollMs = 100
/** Names in the folder `build` from earlier releases of the project, which had only one build. */
const earlierNames = ['client', 'server', 'fingerprint']
/** How many builds are kept, including the current one. */
export const buildsKeptMax = 5

/** Creates a build, unless another process has created it in the meantime. @throws {Error} if the build fails */
export async function createBuild(root: string, folder: string, build: Build = buildSite): Promise<void> {
  const builds = dirname(folder)
  await mkdir(builds, { recursive: true })
  await withLock(join(builds, 'lock.sqlite'), async () => {
    if (!existsSync(folder)) await buildInto(root, folder, build)
    await removeOldBuilds(builds)
  })
}

async function buildInto(root: string, folder: string, build: Build): Promise<void> {
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

/** Removes old builds and what killed builds left behind. The caller must hold the lock. */
async function removeOldBuilds(builds: string): Promise<void> {
  const unused = (await readdir(builds)).filter((name) => name.includes('.partial-') || earlierNames.includes(name))
  for (const name of unused) await rm(join(builds, name), { recursive: true, force: true })
  await removeOldest(builds, /^[\da-f]+$/, buildsKeptMax)
}

async function withLock(path: string, work: () => Promise<void>): Promise<void> {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    if (!tryLock(lock)) {
      console.log('Waiting for the build of another process.')
      do await setTimeout(lockPollMs)
      while (!tryLock(lock))
    }
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

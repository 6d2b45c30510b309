/**
 * The embedded database: PostgreSQL inside the process (PGlite), durable and limited to one process.
 *
 * Each commit is flushed to disk. The operating system locks the folder while it is open. A first start that is killed leaves
 * nothing behind.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { describeFullDisk, newDatabaseBytes, readFreeBytes, readOnlyBelowBytes } from '#server/db/free-space.ts'
import { siblingProgram } from '#server/platform/sibling-program.ts'
import { DurableFiles, durableStartParams, ignoreRefusedFlush } from '#server/db/pglite-internals.ts'

/** Files of another major version cannot be opened. */
const postgresMajor = '18'

/** Finds the file of a template for a new database; see `database-template.ts`. */
export type FindTemplate = () => Promise<string | undefined>

export type EmbeddedOptions = { readFree?: typeof readFreeBytes; findTemplate?: FindTemplate }

/** The database cannot be used. The message is one sentence for the operator. */
export class DatabaseProblem extends Error {}

/**
 * Opens the database in a folder, or creates it if there is none.
 *
 * @throws {DatabaseProblem} if another process uses the folder, it cannot be written, another PostgreSQL version wrote the database, the
 * database is damaged, or the disk is full
 */
export async function openEmbedded(
  folder: string,
  { readFree = readFreeBytes, findTemplate = noTemplate }: EmbeddedOptions = {},
): Promise<PGlite> {
  createPrivateFolder(folder)
  let unlock: (() => void) | undefined
  try {
    unlock = lockFolder(folder)
    const dataFolder = join(folder, 'pgdata')
    removeUnfinished(folder)
    if (!existsSync(dataFolder)) await createDatabase(folder, dataFolder, readFree(folder), findTemplate)
    const version = readVersion(folder, dataFolder)
    if (version !== postgresMajor) {
      throw new DatabaseProblem(`The database in ${folder} was written by PostgreSQL ${version}, but this version reads ${postgresMajor}.`)
    }
    const pglite = await startPostgres(folder, dataFolder)
    const close = pglite.close.bind(pglite)
    pglite.close = async () => {
      await close()
      unlock?.()
    }
    return pglite
  } catch (error) {
    unlock?.()
    const freeBytes = readFree(folder)
    if (!(error instanceof DatabaseProblem) || error.cause === undefined || freeBytes >= readOnlyBelowBytes) throw error
    throw new DatabaseProblem(`The database cannot be opened because ${describeFullDisk(folder, freeBytes)}`, { cause: error })
  }
}

function readVersion(folder: string, dataFolder: string): string {
  try {
    return readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    throw describeDamage(folder, error)
  }
}

async function startPostgres(folder: string, dataFolder: string): Promise<PGlite> {
  try {
    return await PGlite.create({ fs: new DurableFiles(dataFolder), startParams: durableStartParams(), extensions: { pg_trgm } })
  } catch (error) {
    throw describeDamage(folder, error)
  }
}

/** `cause` is an error of PostgreSQL or of the file system. */
export function describeDamage(folder: string, cause: unknown): DatabaseProblem {
  return new DatabaseProblem(
    `The database in ${folder} is damaged (${reasonOf(cause)}); check the disk, then restore a backup into an empty folder as described in docs/operating.md.`,
    { cause },
  )
}

/** The first line of the message. PGlite appends advice for its developers. */
function reasonOf(error: unknown): string {
  return (error as Error).message.split(/\n| Build with -sASSERTIONS/)[0] ?? ''
}

/** Locks the folder with an exclusive SQLite transaction. The operating system releases that lock even after `kill -9`. */
function lockFolder(folder: string): () => void {
  const lock = openLock(join(folder, lockName))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) {
      throw new DatabaseProblem(
        `The lock file ${join(folder, lockName)} cannot be used (${reasonOf(error)}); make sure that no other process uses the folder, delete the file, and start again.`,
        { cause: error },
      )
    }
    throw new DatabaseProblem(
      `The database in ${folder} is in use by another process; stop that process, or set DATA_DIR to another folder or DATABASE_URL to a PostgreSQL server.`,
    )
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}

const lockName = 'lock.sqlite'
/** The error code of SQLite for a lock of another process. */
const sqliteBusy = 5

function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw new DatabaseProblem(`The file ${path} cannot be opened (${(error as Error).message}); set DATA_DIR to a writable folder.`)
  }
}

async function createDatabase(folder: string, dataFolder: string, freeBytes: number, findTemplate: FindTemplate): Promise<void> {
  if (freeBytes < newDatabaseBytes)
    throw new DatabaseProblem(`The database cannot be created because ${describeFullDisk(folder, freeBytes, newDatabaseBytes)}`)
  try {
    const unfinished = mkdtempSync(join(folder, unfinishedPrefix))
    await initialize(unfinished, await findTemplate())
    await flushTree(unfinished)
    renameSync(unfinished, dataFolder)
    await flushPath(folder)
  } catch (error) {
    removeUnfinished(folder)
    throw new DatabaseProblem(`The database could not be created in ${folder} (${reasonOf(error)}); check the disk, then start again.`, {
      cause: error,
    })
  }
}

const noTemplate: FindTemplate = () => Promise.resolve(undefined)

/** Creates the database in a separate process, because this takes up to 200 MB that a process does not release. */
async function initialize(folder: string, template: string | undefined): Promise<void> {
  const program = fileURLToPath(siblingProgram(import.meta.url, 'initialize'))
  const args = [program, folder, ...(template === undefined ? [] : [template])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const [[code], errors] = await Promise.all([once(child, 'exit') as Promise<[number | null]>, text(child.stderr)])
  if (code !== 0) throw new Error(/^.*Error: (.*)$/m.exec(errors)?.[1] ?? `exit code ${code}`)
}

const unfinishedPrefix = 'pgdata.unfinished-'

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(unfinishedPrefix)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** PGlite creates files that every user can read, so the folder around them is private. */
function createPrivateFolder(folder: string): void {
  try {
    createFolder(folder)
    chmodSync(folder, 0o700)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const advice = code === 'ENOSPC' ? 'free space or inodes on its disk' : 'set DATA_DIR to a writable folder'
    throw new DatabaseProblem(`The folder ${folder} cannot be created or written (${code}); ${advice}.`)
  }
}

/** Does not use `recursive`: with that option, `mkdirSync` never returns where no folder can be created, such as in /proc. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** As many as Node runs at the same time. */
const flushesMax = 4

/** Flushes a folder with everything in it. Several flushes at a time take less time, because each waits for the disk. */
async function flushTree(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const inside = entries.filter((entry) => entry.isDirectory() || entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const paths = [...inside, folder].values()
  const flushNext = async () => {
    for (const path of paths) await flushPath(path)
  }
  await Promise.all(Array.from({ length: flushesMax }, flushNext))
}

/** Flushes a file or a folder to disk. */
export async function flushPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync().catch(ignoreRefusedFlush)
  } finally {
    await file.close()
  }
}

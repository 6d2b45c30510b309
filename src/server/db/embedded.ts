/**
 * The embedded database: PostgreSQL inside the process (PGlite), made durable and kept to one process.
 *
 * PGlite as it comes never flushes to disk, so a power cut loses every acknowledged row. Here each commit is flushed,
 * the folder is locked by the operating system while it is open, and a first start that is killed leaves nothing behind.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Files written by another major version cannot be opened. */
const postgresMajor = '18'

/** The folder cannot be used. The message is one sentence for the operator. */
export class DatabaseProblem extends Error {}

/**
 * Opens the database in a folder, making it when it is not there.
 *
 * @throws {DatabaseProblem} when another process holds the folder, or it was written by another PostgreSQL version
 */
export async function openEmbedded(folder: string): Promise<PGlite> {
  makePrivateFolder(folder)
  const unlock = lockFolder(folder)
  try {
    const files = join(folder, 'pgdata')
    removeUnfinished(folder)
    if (!existsSync(files)) await initialise(folder, files)
    const version = readFileSync(join(files, 'PG_VERSION'), 'utf8').trim()
    if (version !== postgresMajor) {
      throw new DatabaseProblem(`The database in ${folder} was written by PostgreSQL ${version}, and this version reads ${postgresMajor}.`)
    }
    const lite = await PGlite.create({ fs: new DurableFiles(files), startParams: durableStartParams(), extensions: { pg_trgm } })
    const close = lite.close.bind(lite)
    lite.close = async () => {
      await close()
      unlock()
    }
    return lite
  } catch (error) {
    unlock()
    throw error
  }
}

/** Counts flushes, so that a test can see that commits still reach the disk after an upgrade of PGlite. */
export const flushes = { count: 0 }

type StreamOperations = { fsync?: (stream: { nfd: number }) => number }

/** PGlite's file system with the one operation it lacks. */
class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const afterMount = (module: { NODEFS: { stream_ops: StreamOperations } }) => {
      module.NODEFS.stream_ops.fsync ??= (stream) => {
        flushes.count += 1
        return flush(stream.nfd)
      }
    }
    emscriptenOpts.preRun = [emscriptenOpts.preRun ?? []].flat().concat(afterMount as never)
    return { emscriptenOpts }
  }
}

function durableStartParams(): string[] {
  const withoutNoFlush = PGlite.defaultStartParams.filter((param) => param !== '-F')
  return [...withoutNoFlush, ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=64MB'].flatMap((setting) => ['-c', setting])]
}

/** An exclusive transaction in a file of its own: a lock of the operating system, freed even by `kill -9`. */
function lockFolder(folder: string): () => void {
  const lock = openLock(join(folder, 'lock.sqlite'))
  try {
    lock.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE;')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new DatabaseProblem(
      `The database in ${folder} is in use by another process; stop that one, or set DATA_DIR to another folder or DATABASE_URL to a PostgreSQL server.`,
    )
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}

/** SQLite's own number for "somebody else holds the lock". */
const sqliteBusy = 5

function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw new DatabaseProblem(
      `The file ${path} cannot be opened (${(error as Error).message}); set DATA_DIR to a folder that can be written.`,
    )
  }
}

async function initialise(folder: string, files: string): Promise<void> {
  const unfinished = mkdtempSync(join(folder, unfinishedPrefix))
  // In a process of its own: making a database takes some 200 MB that a process does not give back.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'initialise.ts'), unfinished], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The embedded database could not be made in ${folder} (exit code ${code})`)
  flushTree(unfinished)
  renameSync(unfinished, files)
  flushPath(folder)
}

const unfinishedPrefix = 'pgdata.unfinished-'

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(unfinishedPrefix)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** PGlite writes its files readable for everyone, so the folder around them is closed to others. */
function makePrivateFolder(folder: string): void {
  try {
    makeFolder(folder)
    chmodSync(folder, 0o700)
  } catch (error) {
    throw new DatabaseProblem(
      `The folder ${folder} cannot be made or written (${(error as NodeJS.ErrnoException).code}); set DATA_DIR to a folder that can.`,
    )
  }
}

/** Not with `recursive`: that never returns where folders cannot be made at all, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) flushTree(path)
    else if (entry.isFile()) flushPath(path)
  }
  flushPath(folder)
}

function flushPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    flush(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Windows refuses to flush folders; everything else is a real failure. */
function flush(descriptor: number): number {
  try {
    fsyncSync(descriptor)
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return 0
}

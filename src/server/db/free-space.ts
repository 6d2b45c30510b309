/**
 * Free space on the disk of the embedded database. If the database cannot create the next file of its log (16 MB), it cannot continue.
 * So the site becomes read-only before that, and below a lower limit, the database refuses statements that write.
 *
 * | free space | what happens |
 * |---|---|
 * | below 24 MB | the site is read-only: requests that write are refused |
 * | below 24 MB after an upload | the upload is refused before it is written |
 * | below 20 MB | statements that write fail with {@link DiskFull}, including those of imports and jobs |
 * | from 28 MB | the site accepts writes again |
 *
 * A disk can also run out of inodes, of which each file and folder needs one. Each free inode counts as 0.05 MB, because a new database has 1,400
 * files and folders.
 */
import { statfsSync } from 'node:fs'
import type { Log } from '#server/log.ts'

const megabyte = 1_000_000
export const readOnlyBelowBytes = 24 * megabyte
/** Room for one file of the log and for the pages that one statement writes. */
const noWritesBelowBytes = 20 * megabyte
/** Higher than the limit, so that the site does not keep switching when free space is near the limit. */
export const writableFromBytes = 28 * megabyte
/** A new database with its content and the assets of the build take 68 MB. */
export const newDatabaseBytes = 92 * megabyte
const checkIntervalMs = 1_000

/** PostgreSQL's code for a full disk. */
const diskFullCode = '53100'

/** A statement was refused, or failed, because the disk is full. Nothing was written. */
export class DiskFull extends Error {
  readonly code = diskFullCode
  constructor(folder: string, freeBytes?: number) {
    super(`The disk of ${folder} is full${freeBytes === undefined ? '' : ` (${formatMegabytes(freeBytes)} free)`}.`)
  }
}

/** Compares the code, because the database reports its own error, and the web build contains a copy of the class. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if ('code' in cause && cause.code === diskFullCode) return true
  return false
}

export type FreeSpace = {
  /** Whether requests may write. Checks the disk at most once per second, and logs a change. */
  hasRoom: () => boolean
  /** @throws {DiskFull} if the statement writes and the disk is nearly full */
  requireRoom: (statement: string) => void
  withRoomFor: WithRoomFor
  freeBytes: () => number
}

/**
 * Writes a file of at most that many bytes to the disk of the database.
 *
 * @throws {DiskFull} if less than 24 MB would be free after this file and those that are being written. Nothing is written.
 */
export type WithRoomFor = <Result>(bytes: number, write: () => Promise<Result>) => Promise<Result>

type Sources = { readFree?: (folder: string) => number; now?: () => number }

/** `now` is a monotonic clock in milliseconds. */
export function watchFreeSpace(
  folder: string,
  log: Log,
  { readFree = readFreeBytes, now = () => performance.now() }: Sources = {},
): FreeSpace {
  let isReadOnly = false
  let free = Infinity
  let checkedAt = -Infinity
  /** The size of the files that are being written. The free space may or may not include them. */
  let pendingBytes = 0

  const check = () => {
    free = readFree(folder)
    checkedAt = now()
    if (isReadOnly ? free < writableFromBytes : free >= readOnlyBelowBytes) return
    isReadOnly = !isReadOnly
    const context = { folder, freeMb: Math.floor(free / megabyte) }
    if (isReadOnly) log.error(context, 'The disk is nearly full, so the site is read-only until 28 MB and 560 inodes are free')
    else log.warn(context, 'The disk has room again, so the site can store answers again')
  }

  return {
    hasRoom: () => {
      if (now() - checkedAt >= checkIntervalMs) check()
      return !isReadOnly
    },
    requireRoom: (statement) => {
      if (!writes.test(statement)) return
      // Checked each time, because an import writes several megabytes per second.
      check()
      if (free < noWritesBelowBytes) throw new DiskFull(folder, free)
    },
    withRoomFor: async (bytes, write) => {
      const freeBytes = readFree(folder)
      if (freeBytes - pendingBytes - bytes < readOnlyBelowBytes) throw new DiskFull(folder, freeBytes)
      pendingBytes += bytes
      try {
        return await write()
      } finally {
        pendingBytes -= bytes
      }
    },
    freeBytes: () => readFree(folder),
  }
}

/** Matches statements that write. A column such as `updated_at` does not match, because an underscore is part of a word. */
const writes = /\b(?:insert|update|delete|merge|truncate|create|alter|vacuum|reindex|share)\b/i

/** A clause with advice: `'the disk of /data/db is full (3 MB free); free at least 28 MB, then start again.'` */
export function describeFullDisk(
  folder: string,
  freeBytes: number,
  neededBytes = writableFromBytes,
  readStats: ReadStats = statfsSync,
): string {
  const { bytes, ofInodes } = freeOn(readStats(folder))
  if (ofInodes < bytes && ofInodes < neededBytes)
    return `the disk of ${folder} has too few free inodes (df -i shows them); delete files until ${neededBytes / bytesPerInode} inodes are free, then start again.`
  return `the disk of ${folder} is full (${formatMegabytes(freeBytes)} free); free at least ${formatMegabytes(neededBytes)}, then start again.`
}

/** The free space of a folder on this machine, in bytes. */
export function readFreeBytes(folder: string, readStats: ReadStats = statfsSync): number {
  const { bytes, ofInodes } = freeOn(readStats(folder))
  return Math.min(bytes, ofInodes)
}

const bytesPerInode = 0.05 * megabyte

type ReadStats = (folder: string) => { bavail: number; bsize: number; files: number; ffree: number }

function freeOn({ bavail, bsize, files, ffree }: ReturnType<ReadStats>) {
  // Some file systems, such as btrfs, have no fixed number of inodes and report none.
  return { bytes: bavail * bsize, ofInodes: files === 0 ? Infinity : ffree * bytesPerInode }
}

/** `'31 MB'` */
function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / megabyte)} MB`
}

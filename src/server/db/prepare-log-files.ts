/**
 * Prepares the next file of the write-ahead log of the embedded database. PostgreSQL creates such a file when the previous one is full, and fills its
 * 16 MB with zeros. This takes about 50 milliseconds, during which no request is answered.
 *
 * A file is prepared only while the log is written continuously, because a database that is seldom written rarely needs a new one.
 */
import { link, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { readFreeBytes, readOnlyBelowBytes } from '#server/db/free-space.ts'
import { flushPath } from '#server/db/embedded.ts'

const logFileBytes = 16 * 1024 * 1024
const filesPerLog = 256
const checkIntervalMs = 1_000
/** A file is prepared when the log has been written before this many checks in a row. */
export const writesMin = 5
/** PostgreSQL deletes files with this prefix when it starts after a crash. */
const unfinishedName = 'xlogtemp.prepared'

export type LogFilePreparation = {
  /** Prepares the next file if it is needed and the disk has room for it. */
  check: () => Promise<void>
  /** Checks every second from now on. */
  start: () => void
  close: () => Promise<void>
}

/** `folder`: the folder `pg_wal` of an open database. */
export function createLogFilePreparation(folder: string, readFree = readFreeBytes): LogFilePreparation {
  let before: LogFile | undefined
  let writes = 0
  let timer: NodeJS.Timeout | undefined
  let checking = Promise.resolve()

  const check = async () => {
    const names = (await readdir(folder)).filter((name) => /^[\dA-F]{24}$/.test(name))
    const current = await findLastWritten(folder, names)
    if (!current) return
    const isWritten = current.name !== before?.name || current.writtenAt > before.writtenAt
    writes = isWritten ? writes + 1 : 0
    before = current
    if (writes < writesMin || names.some((name) => name > current.name)) return
    if (readFree(folder) >= readOnlyBelowBytes + 2 * logFileBytes) await createLogFile(folder, nextLogFile(current.name))
  }

  return {
    check,
    start: () => {
      // If a file cannot be prepared, PostgreSQL creates it, and reports what is wrong.
      const checkNext = () => {
        checking = checking.then(check).catch(() => undefined)
      }
      timer = setInterval(checkNext, checkIntervalMs).unref()
    },
    close: async () => {
      clearInterval(timer)
      await checking
    },
  }
}

type LogFile = { name: string; writtenAt: number }

async function findLastWritten(folder: string, names: readonly string[]): Promise<LogFile | undefined> {
  const files = await Promise.all(names.map(async (name) => ({ name, writtenAt: (await stat(join(folder, name))).mtimeMs })))
  return files.toSorted((one, other) => other.writtenAt - one.writtenAt)[0]
}

/** The name consists of the timeline, the log, and the file in the log, as eight hexadecimal digits each. */
export function nextLogFile(name: string): string {
  const [log = 0, file = 0] = [name.slice(8, 16), name.slice(16)].map((digits) => Number.parseInt(digits, 16))
  const isLast = file === filesPerLog - 1
  return name.slice(0, 8) + [log + (isLast ? 1 : 0), isLast ? 0 : file + 1].map((number) => hex(number)).join('')
}

const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')

async function createLogFile(folder: string, name: string): Promise<void> {
  const unfinished = join(folder, unfinishedName)
  try {
    const file = await open(unfinished, 'w', 0o600)
    try {
      const zeros = Buffer.alloc(1024 * 1024)
      for (let bytes = 0; bytes < logFileBytes; bytes += zeros.length) await file.appendFile(zeros)
      await file.sync()
    } finally {
      await file.close()
    }
    // It must not look like the file that was written last.
    await utimes(unfinished, 0, 0)
    // Fails if PostgreSQL has created the file in the meantime. Renaming would replace it.
    await link(unfinished, join(folder, name))
    await flushPath(folder)
  } finally {
    await rm(unfinished, { force: true })
  }
}

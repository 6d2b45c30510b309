/** Reads and checks a backup. `backup.ts` describes the format. */
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { isBackupPath } from '#server/operations/backup-files.ts'
import { countChunk, countRows, createTally, finishTally, type BackupContents, type Tally } from '#server/operations/backup-tally.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'

/** The text of a backup in chunks. A chunk may end within a line. */
export type BackupText = AsyncIterable<string>

export const backupFormat = 1
/** The rows of one chunk are inserted together. */
const textChunkBytes = 512 * 1024

/** The text of a backup file. */
export function readBackupFile(path: string): BackupText {
  return pipeline(createReadStream(path), createGunzip({ chunkSize: textChunkBytes }), () => undefined).setEncoding('utf8')
}

/**
 * Reads a complete backup and returns its counts and checksums.
 *
 * @throws {CommandProblem} if the file is not a backup, is truncated or damaged, or has the format of a later version
 */
export async function checkBackup(text: BackupText): Promise<BackupContents> {
  for await (const entry of readEntries(text)) if (entry.kind === 'end') return entry.contents
  throw new CommandProblem(damagedText)
}

const headLine = z.object({
  praxam: z.literal('backup'),
  format: z.int(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})

const sectionLine = z.union([
  z.object({ table: z.string() }),
  z.object({ file: z.string().refine(isBackupPath) }),
  z.object({ end: z.object({ tables: z.record(z.string(), z.unknown()), files: z.record(z.string(), z.unknown()) }) }),
])

export type BackupHead = z.infer<typeof headLine>

export type BackupEntry =
  | { kind: 'head'; head: BackupHead }
  | { kind: 'rows'; table: string; rows: string[] }
  /** The first chunk of a file is empty, so that even an empty file has a chunk. */
  | { kind: 'chunk'; file: string; bytes: Buffer }
  | { kind: 'end'; contents: BackupContents }

export const damagedText = 'The file is not a Praxam backup, or it is truncated or damaged; use another file.'

/** The entries of a backup in order. The `end` entry is yielded only if all counts and checksums match. */
export async function* readEntries(text: BackupText): AsyncGenerator<BackupEntry> {
  const tally = createTally()
  let head: BackupHead | undefined
  let table = ''
  let file = ''
  let end: unknown
  for await (const line of readLines(text)) {
    if (end !== undefined) throw new CommandProblem(damagedText)
    if (!head) {
      head = parseHead(line)
      yield { kind: 'head', head }
    } else if (typeof line !== 'string') {
      countRows(tally, table, line)
      yield { kind: 'rows', table, rows: line }
    } else if (line.startsWith('"')) {
      const bytes = Buffer.from(line, 'base64')
      countChunk(tally, file, bytes)
      yield { kind: 'chunk', file, bytes }
    } else {
      const section = parseLine(sectionLine, line)
      if ('end' in section) end = section.end
      else if ('table' in section) countRows(tally, (table = section.table), [])
      else yield* startFile(tally, (file = section.file))
    }
  }
  const contents = finishTally(tally)
  if (!isDeepStrictEqual(contents, end)) throw new CommandProblem(damagedText)
  yield { kind: 'end', contents }
}

function* startFile(tally: Tally, file: string): Generator<BackupEntry> {
  const bytes = Buffer.alloc(0)
  countChunk(tally, file, bytes)
  yield { kind: 'chunk', file, bytes }
}

/** Yields lines one by one, but consecutive rows as a list. */
async function* readLines(text: BackupText): AsyncGenerator<string | string[]> {
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* groupRows(lines)
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? new CommandProblem(damagedText) : error
  }
  if (rest !== '') throw new CommandProblem(damagedText)
}

function* groupRows(lines: string[]): Generator<string | string[]> {
  let rows: string[] = []
  for (const line of lines) {
    if (line.startsWith('[')) {
      rows.push(line)
      continue
    }
    if (rows.length > 0) yield rows
    rows = []
    yield line
  }
  if (rows.length > 0) yield rows
}

function parseHead(line: string | string[]): BackupHead {
  const head = parseLine(headLine, String(line))
  if (head.format === backupFormat) return head
  throw new CommandProblem(`The backup has format ${head.format} of a later version; restore it with that version or a later one.`)
}

function parseLine<Schema extends z.ZodType>(schema: Schema, line: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw new CommandProblem(damagedText)
  }
}

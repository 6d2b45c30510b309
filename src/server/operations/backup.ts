/**
 * Backups: everything the product keeps, as one gzip file of JSON lines, the same from either engine. Written from one
 * snapshot of the database. `restore.ts` fills a database with one.
 *
 * | line | meaning |
 * |---|---|
 * | `{"praxam":"backup","format":1,"createdAt":…,"engine":…,"migrations":[…],"tables":[{"name":…,"columns":[…]}]}` | the head |
 * | `{"table":"content_versions"}` | rows of this table follow |
 * | `["public","7",null]` | a row: each column as PostgreSQL prints it, in the order of the head |
 * | `{"file":"images/a.webp"}` | pieces of this file of the data folder follow |
 * | `"UklGRg=="` | a piece in base64 |
 * | `{"end":{"tables":{…},"files":{…}}}` | number and checksum of everything; without it the file is cut off |
 *
 * A value never becomes a value of JavaScript: its text goes from one database to the other, so microseconds, `NaN`,
 * whole numbers beyond 2^53 and the spaces of a `json` column survive. The checksum of a table is the sum of the SHA-256
 * of its rows modulo 2^256, because another database returns the rows in another order.
 */
import { createHash, hash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable, pipeline } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { CommandProblem, socketName } from '#server/operations/command-socket.ts'
import type { Database } from '#server/db/database.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** Number of rows and checksum, by name of the table. */
export type TableSums = Record<string, { rows: number; sha256: string }>
export type BackupContents = {
  tables: TableSums
  /** Size and checksum, by path below the data folder. */
  files: Record<string, { bytes: number; sha256: string }>
}

type Source = Pick<Database, 'db' | 'engine'>

/** The text of a backup in pieces; a piece may end within a line. */
export type BackupText = AsyncIterable<string>

const format = 1
const rowsPerFetch = 200
const filePieceBytes = 192 * 1024
/** Rows of one piece of text are inserted together. */
const textPieceBytes = 512 * 1024
/** Half the time of the default for the same size: while rows are read, the embedded database keeps others waiting. */
const gzipLevel = 4

/**
 * Everything in the database and, when a data folder is given, its files, as text.
 *
 * The embedded database answers nobody else until the rows are read; files are read after that.
 */
export async function* writeBackup({ db, engine }: Source, dataDir: string | undefined, now: Date): AsyncGenerator<string> {
  const seen = nothingSeen()
  const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await prepareForTexts(snapshot)
    const tables = await listTables(snapshot)
    const head = { createdAt: now.toISOString(), engine, migrations: await listApplied(snapshot) }
    yield lineOf({ praxam: 'backup', format, ...head, tables: tables.map(({ name, columns }) => ({ name, columns })) })
    for (const table of tables) {
      yield lineOf({ table: table.name })
      for await (const rows of readRows(snapshot, table, seen)) yield `${rows.join('\n')}\n`
    }
  } finally {
    await snapshot.rollback().execute()
  }
  if (dataDir !== undefined) yield* writeFiles(dataDir, seen)
  yield lineOf({ end: contentsOf(seen) })
}

/** A backup as the bytes of its file. A failure reaches whoever reads them. */
export function openBackup(database: Source, dataDir: string, now: Date): Readable {
  return pipeline(Readable.from(writeBackup(database, dataDir, now)), createGzip({ level: gzipLevel }), () => undefined)
}

/** The text of a backup file. */
export function readBackupFile(path: string): BackupText {
  return pipeline(createReadStream(path), createGunzip({ chunkSize: textPieceBytes }), () => undefined).setEncoding('utf8')
}

/**
 * Reads a whole backup and says what is in it.
 *
 * @throws {CommandProblem} when it is not a backup, cut off, damaged, or in a format of a later version
 */
export async function checkBackup(text: BackupText): Promise<BackupContents> {
  for await (const entry of readEntries(text)) if (entry.kind === 'end') return entry.contents
  throw new CommandProblem(damagedSentence)
}

/** Number and checksum of the rows that a database holds. */
export async function readTableSums(db: Database['db']): Promise<TableSums> {
  const read = async (transaction: Transaction<Tables>) => {
    await prepareForTexts(transaction)
    return sumTables(transaction, await listTables(transaction))
  }
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

// What was written or read, counted

type Seen = { tables: Map<string, { rows: number; sum: bigint }>; files: Map<string, { bytes: number; digest: Hash }> }

const nothingSeen = (): Seen => ({ tables: new Map(), files: new Map() })

function seeRows(seen: Seen, table: string, rows: string[]): void {
  const tally = seen.tables.get(table) ?? { rows: 0, sum: 0n }
  for (const row of rows) tally.sum = BigInt.asUintN(256, tally.sum + BigInt(`0x${hash('sha256', row)}`))
  tally.rows += rows.length
  seen.tables.set(table, tally)
}

function seePiece(seen: Seen, file: string, piece: Buffer): void {
  const tally = seen.files.get(file) ?? { bytes: 0, digest: createHash('sha256') }
  tally.bytes += piece.length
  tally.digest.update(piece)
  seen.files.set(file, tally)
}

/** Ends the counting. */
function contentsOf(seen: Seen): BackupContents {
  const tables = [...seen.tables].map(([name, { rows, sum }]) => [name, { rows, sha256: sum.toString(16).padStart(64, '0') }] as const)
  const files = [...seen.files].map(([path, { bytes, digest }]) => [path, { bytes, sha256: digest.digest('hex') }] as const)
  return { tables: Object.fromEntries(tables), files: Object.fromEntries(files) }
}

// Rows as text

export type Table = {
  name: string
  columns: string[]
  /** One for each column, as PostgreSQL writes it: `timestamp with time zone`. */
  types: string[]
}

/** Settings that decide how PostgreSQL prints a value, and how long it may take. They end with the transaction. */
export async function prepareForTexts(transaction: Transaction<Tables>): Promise<void> {
  const settings = {
    search_path: 'public',
    datestyle: 'ISO',
    intervalstyle: 'postgres',
    timezone: 'UTC',
    extra_float_digits: '1',
    bytea_output: 'hex',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  }
  for (const [name, value] of Object.entries(settings)) await sql`select set_config(${name}, ${value}, true)`.execute(transaction)
}

/** Tables of ours; not those of an extension or of the migrator. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select tables.relname::text as name,
      array_agg(columns.attname::text order by columns.attnum) as columns,
      array_agg(format_type(columns.atttypid, columns.atttypmod) order by columns.attnum) as types
    from pg_class tables join pg_attribute columns on columns.attrelid = tables.oid
    where tables.relnamespace = 'public'::regnamespace and tables.relkind = 'r'
      and columns.attnum > 0 and not columns.attisdropped and columns.attgenerated = ''
      and tables.relname not in ${sql`(${sql.join(migratorTables)})`}
      and not exists (select from pg_depend where objid = tables.oid and classid = 'pg_class'::regclass and deptype = 'e')
    group by tables.relname order by tables.relname`.execute(db)
  return rows
}

export const migratorTables = ['kysely_migration', 'kysely_migration_lock']

async function listApplied(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as is`.execute(db)
  if (!found[0]?.is) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The rows of a table as lines of a backup, some at a time. */
async function* readRows(transaction: Transaction<Tables>, { name, columns }: Table, seen: Seen): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))
  const rowTexts = sql`select array_to_json(array[${texts}])::text as row from ${sql.table(name)}`
  await sql`declare backup_rows no scroll cursor for ${rowTexts}`.execute(transaction)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsPerFetch)} from backup_rows`.execute(transaction)
    const lines = rows.map(({ row }) => row)
    seeRows(seen, name, lines)
    if (lines.length === 0) break
    yield lines
  }
  await sql`close backup_rows`.execute(transaction)
}

export async function sumTables(transaction: Transaction<Tables>, tables: Table[]): Promise<TableSums> {
  const seen = nothingSeen()
  for (const table of tables) {
    const rows = readRows(transaction, table, seen)
    while (!(await rows.next()).done);
  }
  return contentsOf(seen).tables
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`
}

// Files of the data folder

/** What is not backed up: the database, whose rows are; mail, which waits for nobody; the control channel. */
const leftOut = ['db', 'outbox', socketName]

/** Paths below the data folder, with `/`; unfinished files are not among them. */
export async function listFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true }).catch(undefinedWhenMissing)
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => isPathOfOurs(path) && !/\.(partial|tmp)(\/|$)/.test(path))
    .toSorted()
}

/** Whether a path stays in the data folder and clear of what is not backed up. */
function isPathOfOurs(path: string): boolean {
  const parts = path.split('/')
  return !path.includes('\\') && parts.every((part) => !['', '.', '..'].includes(part)) && !leftOut.includes(parts[0] ?? '')
}

function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function* writeFiles(dataDir: string, seen: Seen): AsyncGenerator<string> {
  for (const path of await listFiles(dataDir)) {
    const file = await open(join(dataDir, path)).catch(undefinedWhenMissing)
    // Removed since it was listed.
    if (!file) continue
    yield lineOf({ file: path })
    seePiece(seen, path, Buffer.alloc(0))
    for await (const piece of file.createReadStream({ highWaterMark: filePieceBytes }) as AsyncIterable<Buffer>) {
      seePiece(seen, path, piece)
      yield `"${piece.toString('base64')}"\n`
    }
  }
}

// Reading a backup

const headLine = z.object({
  praxam: z.literal('backup'),
  format: z.int(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})

const sectionLine = z.union([
  z.object({ table: z.string() }),
  z.object({ file: z.string().refine(isPathOfOurs) }),
  z.object({ end: z.object({ tables: z.record(z.string(), z.unknown()), files: z.record(z.string(), z.unknown()) }) }),
])

export type Head = z.infer<typeof headLine>

type Entry =
  | { kind: 'head'; head: Head }
  | { kind: 'rows'; table: string; rows: string[] }
  /** The first piece of a file is empty, so that an empty file has one. */
  | { kind: 'piece'; file: string; bytes: Buffer }
  | { kind: 'end'; contents: BackupContents }

export const damagedSentence = 'The file is not a backup of Praxam, or it is cut off or damaged; use another one.'

/** The entries of a backup in its order. Whoever is given `end` has been given exactly what was written. */
export async function* readEntries(text: BackupText): AsyncGenerator<Entry> {
  const seen = nothingSeen()
  let head: Head | undefined
  let table = ''
  let file = ''
  let end: unknown
  for await (const line of readLines(text)) {
    if (end !== undefined) throw new CommandProblem(damagedSentence)
    if (!head) {
      head = readHead(line)
      yield { kind: 'head', head }
    } else if (typeof line !== 'string') {
      seeRows(seen, table, line)
      yield { kind: 'rows', table, rows: line }
    } else if (line.startsWith('"')) {
      const bytes = Buffer.from(line, 'base64')
      seePiece(seen, file, bytes)
      yield { kind: 'piece', file, bytes }
    } else {
      const section = readAs(sectionLine, line)
      if ('end' in section) end = section.end
      else if ('table' in section) seeRows(seen, (table = section.table), [])
      else yield* startFile(seen, (file = section.file))
    }
  }
  const contents = contentsOf(seen)
  if (!isDeepStrictEqual(contents, end)) throw new CommandProblem(damagedSentence)
  yield { kind: 'end', contents }
}

function* startFile(seen: Seen, file: string): Generator<Entry> {
  const bytes = Buffer.alloc(0)
  seePiece(seen, file, bytes)
  yield { kind: 'piece', file, bytes }
}

/** Lines one by one, but rows that arrive together as a list. */
async function* readLines(text: BackupText): AsyncGenerator<string | string[]> {
  let rest = ''
  try {
    for await (const piece of text) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      yield* inRuns(lines)
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? new CommandProblem(damagedSentence) : error
  }
  if (rest !== '') throw new CommandProblem(damagedSentence)
}

function* inRuns(lines: string[]): Generator<string | string[]> {
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

function readHead(line: string | string[]): Head {
  const head = readAs(headLine, String(line))
  if (head.format === format) return head
  throw new CommandProblem(
    `The backup is in format ${head.format}, which a later version wrote; restore it with that version or a later one.`,
  )
}

function readAs<Form extends z.ZodType>(form: Form, line: string): z.infer<Form> {
  try {
    return form.parse(JSON.parse(line))
  } catch {
    throw new CommandProblem(damagedSentence)
  }
}

/** Restoring: fills a database, and the data folder, with a backup, see `backup.ts`. */
import { appendFile, copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import {
  damagedSentence,
  listFiles,
  listTables,
  migratorTables,
  prepareForTexts,
  readEntries,
  sumTables,
} from '#server/operations/backup.ts'
import type { BackupContents, BackupText, Head, Table } from '#server/operations/backup.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db, Tables } from '#server/db/tables.ts'

export type RestoreOptions = {
  /** Folder of the migrations that this version knows. */
  migrations: string
  /** Where files go; without one they are left out. */
  dataDir: string | undefined
  /** Whether what database and folder hold may be lost. */
  mayReplace: boolean
}

/**
 * Fills a database, and the data folder, with a backup. The schema is made anew as it was when the backup was written,
 * and brought up to date when the rows are in. One transaction: after a failure everything is as before. Files are moved
 * to their places after it.
 *
 * @throws {CommandProblem} when the target is not empty and may not be replaced, or the backup does not fit this version
 */
export async function restoreBackup({ db }: Pick<Database, 'db'>, text: BackupText, options: RestoreOptions): Promise<BackupContents> {
  const { dataDir, mayReplace } = options
  if (dataDir === undefined) return fillDatabase(db, text, undefined, options)
  const held = await listFiles(dataDir)
  if (held.length > 0 && !mayReplace) {
    throw new CommandProblem(
      `The folder ${dataDir} holds files already, such as ${held[0]}; choose an empty one, or restore with --replace, which loses them.`,
    )
  }
  const staging = await makeStaging(dataDir)
  try {
    const contents = await fillDatabase(db, text, staging, options)
    await moveFiles(staging, dataDir, held)
    return contents
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

// Files, beside their places until the rows are in

/** A folder beside the final places, so that moving is renaming. What a killed restore left there goes. */
async function makeStaging(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dataDir)) {
    if (/^restore-.*\.tmp$/.test(name)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  const place = await mkdtemp(join(dataDir, 'restore-'))
  await rename(place, `${place}.tmp`)
  return `${place}.tmp`
}

async function stagePiece(staging: string, file: string, bytes: Buffer): Promise<void> {
  const path = join(staging, file)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await appendFile(path, bytes, { mode: 0o600, flush: true })
}

/** Puts staged files in place of those the folder held, which go last: a crash leaves too much rather than too little. */
async function moveFiles(staging: string, dataDir: string, held: string[]): Promise<void> {
  const staged = await listFiles(staging)
  for (const path of staged) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 })
    await rename(join(staging, path), join(dataDir, path))
  }
  const kept = new Set(staged)
  for (const path of held) if (!kept.has(path)) await rm(join(dataDir, path), { force: true })
}

// Filling a database

/** PostgreSQL's code for a lock that was not had in time. */
const lockNotAvailable = '55P03'
const lockTimeout = '10s'

async function fillDatabase(
  db: Database['db'],
  text: BackupText,
  staging: string | undefined,
  options: RestoreOptions,
): Promise<BackupContents> {
  try {
    return await db.transaction().execute((transaction) => fill(transaction, text, staging, options))
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
    throw new CommandProblem('Other processes use the database; stop every server on it, then run this again.')
  }
}

async function fill(
  transaction: Transaction<Tables>,
  text: BackupText,
  staging: string | undefined,
  { migrations, mayReplace }: RestoreOptions,
): Promise<BackupContents> {
  let target: Target | undefined
  for await (const entry of readEntries(text)) {
    if (entry.kind === 'head') target = await prepareTarget(transaction, entry.head, migrations, mayReplace)
    else if (entry.kind === 'rows') await insertRows(transaction, target?.tables.get(entry.table), entry.rows)
    else if (entry.kind === 'end') return finishTarget(transaction, target, entry.contents, migrations)
    else if (staging !== undefined) await stagePiece(staging, entry.file, entry.bytes)
  }
  throw new CommandProblem(damagedSentence)
}

type Target = { tables: Map<string, Table>; foreignKeys: ForeignKey[] }
type ForeignKey = { table: string; name: string; definition: string }

/** Empty tables as the backup expects them, without foreign keys, so that rows may come in any order. */
async function prepareTarget(transaction: Transaction<Tables>, head: Head, migrations: string, mayReplace: boolean): Promise<Target> {
  await prepareForTexts(transaction)
  await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(transaction)
  const held = await findTableWithRows(transaction)
  if (held && !mayReplace) {
    throw new CommandProblem(
      `The database holds rows already, such as in ${held}; choose an empty one, or restore a backup with --replace, which loses them.`,
    )
  }
  await dropEverything(transaction)
  await migrateLike(transaction, head.migrations, migrations)
  const tables = new Map((await listTables(transaction)).map((table) => [table.name, table]))
  for (const { name, columns } of head.tables) {
    if (isDeepStrictEqual(tables.get(name)?.columns, columns)) continue
    throw new CommandProblem(
      `The table ${name} of the backup is none of this version, or has other columns; restore it with the version that wrote it.`,
    )
  }
  const foreignKeys = await takeForeignKeys(transaction)
  // Migrations may have brought rows, which the backup has as well.
  for (const name of tables.keys()) await sql`delete from ${sql.table(name)}`.execute(transaction)
  return { tables, foreignKeys }
}

/** Holds what was written against what was to be written, then brings the schema up to date. */
async function finishTarget(
  transaction: Transaction<Tables>,
  target: Target | undefined,
  contents: BackupContents,
  migrations: string,
): Promise<BackupContents> {
  const { tables, foreignKeys } = target ?? { tables: new Map<string, Table>(), foreignKeys: [] }
  const found = await sumTables(transaction, [...tables.values()])
  for (const [name, sums] of Object.entries(contents.tables)) {
    if (!isDeepStrictEqual(found[name], sums)) throw new Error(`The rows restored into ${name} differ from those of the backup`)
  }
  for (const { table, name, definition } of foreignKeys) {
    await sql`alter table ${sql.raw(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(transaction)
  }
  await migrate(transaction, migrations)
  return contents
}

async function findTableWithRows(db: Db): Promise<string | undefined> {
  for (const { name } of await listTables(db)) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return undefined
}

/** Queued jobs are about rows that are gone then. */
async function dropEverything(transaction: Transaction<Tables>): Promise<void> {
  const names = [...(await listTables(transaction)).map(({ name }) => name), ...migratorTables]
  await sql`drop table if exists ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(transaction)
  await sql`drop schema if exists pgboss cascade`.execute(transaction)
}

/** Makes the schema of a backup. The migrator runs all files of a folder, so it is given one with these alone. */
async function migrateLike(transaction: Transaction<Tables>, names: string[], folder: string): Promise<void> {
  const known = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const unknown = names.find((name, index) => known[index] !== `${name}.sql`)
  if (unknown !== undefined) {
    throw new CommandProblem(
      `The backup was written by a version with the migration ${unknown}, which this one does not have; restore it with that version or a later one.`,
    )
  }
  const part = await mkdtemp(join(tmpdir(), 'praxam-migrations-'))
  try {
    for (const name of names) await copyFile(join(folder, `${name}.sql`), join(part, `${name}.sql`))
    await migrate(transaction, part)
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

async function takeForeignKeys(transaction: Transaction<Tables>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`.execute(transaction)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`.execute(transaction)
  }
  return rows
}

async function insertRows(transaction: Transaction<Tables>, table: Table | undefined, rows: string[]): Promise<void> {
  if (!table) throw new CommandProblem(damagedSentence)
  const columns = sql.join(table.columns.map((column) => sql.ref(column)))
  const values = sql.join(table.types.map((type, index) => sql`(texts ->> ${sql.lit(index)})::${sql.raw(type)}`))
  await sql`
    insert into ${sql.table(table.name)} (${columns}) overriding system value
    select ${values} from jsonb_array_elements(${`[${rows.join(',')}]`}::jsonb) as texts`.execute(transaction)
}

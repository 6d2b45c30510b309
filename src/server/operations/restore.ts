/** Restores a backup into a database and a data folder. `backup.ts` describes the format. */
import { appendFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { listFiles } from '#server/operations/backup-files.ts'
import { listTables, migratorTables, setTextFormat, sumTables, type BackupTable } from '#server/operations/backup-tables.ts'
import type { BackupContents } from '#server/operations/backup-tally.ts'
import { damagedText, readEntries, type BackupHead, type BackupText } from '#server/operations/read-backup.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import type { Database } from '#server/db/database.ts'
import { listMigrations, migrate } from '#server/db/migrate.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transactOnce } from '#server/db/transact.ts'

export type RestoreOptions = {
  /** Folder with the migrations of this version. */
  migrations: string
  /** The data folder for the files. If it is undefined, files are not restored. */
  dataDir: string | undefined
  /** Whether existing data in the database and the folder may be overwritten. */
  mayReplace: boolean
}

/**
 * Restores a backup into a database and a data folder. It creates the schema that the backup had, inserts the rows, and then runs the
 * newer migrations, all in one transaction. If the transaction fails, nothing has changed. Files are moved into place after it.
 *
 * @throws {CommandProblem} if the target is not empty and may not be replaced, the database is in use, the backup is damaged, or the backup
 * does not match this version
 */
export async function restoreBackup({ db }: Pick<Database, 'db'>, text: BackupText, options: RestoreOptions): Promise<BackupContents> {
  const { dataDir, mayReplace } = options
  if (dataDir === undefined) return restoreDatabase(db, text, undefined, options)
  const existingFiles = await listFiles(dataDir)
  if (existingFiles.length > 0 && !mayReplace) {
    throw new CommandProblem(
      `The folder ${dataDir} already contains files, such as ${existingFiles[0]}; choose an empty folder, or use --replace to delete them.`,
    )
  }
  const staging = await createStagingFolder(dataDir)
  try {
    const contents = await restoreDatabase(db, text, staging, options)
    await moveFiles(staging, dataDir, existingFiles)
    return contents
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

// Files, in a staging folder until the rows are inserted

/** Creates a folder inside the data folder, so that files can be moved by renaming. Removes the folder of an interrupted restore. */
async function createStagingFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dataDir)) {
    if (/^restore-.*\.tmp$/.test(name)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(dataDir, 'restore-'))
  await rename(folder, `${folder}.tmp`)
  return `${folder}.tmp`
}

async function stageChunk(staging: string, file: string, bytes: Buffer): Promise<void> {
  const path = join(staging, file)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await appendFile(path, bytes, { mode: 0o600, flush: true })
}

/** Moves the staged files into place, then deletes the earlier files. A crash then leaves too many files rather than too few. */
async function moveFiles(staging: string, dataDir: string, existingFiles: string[]): Promise<void> {
  const staged = await listFiles(staging)
  for (const path of staged) {
    await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 })
    await rename(join(staging, path), join(dataDir, path))
  }
  const restored = new Set(staged)
  for (const path of existingFiles) if (!restored.has(path)) await rm(join(dataDir, path), { force: true })
}

// The database

/** PostgreSQL's error code for a lock timeout. */
const lockNotAvailable = '55P03'
const lockTimeout = '10s'

async function restoreDatabase(
  db: Database['db'],
  text: BackupText,
  staging: string | undefined,
  options: RestoreOptions,
): Promise<BackupContents> {
  try {
    return await transactOnce(db, (transaction) => restoreRows(transaction, text, staging, options))
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
    throw new CommandProblem('Other processes use the database; stop every server that uses it, then run this command again.')
  }
}

async function restoreRows(
  transaction: Transaction<Tables>,
  text: BackupText,
  staging: string | undefined,
  { migrations, mayReplace }: RestoreOptions,
): Promise<BackupContents> {
  let target: RestoreTarget | undefined
  for await (const entry of readEntries(text)) {
    if (entry.kind === 'head') target = await prepareTarget(transaction, entry.head, migrations, mayReplace)
    else if (entry.kind === 'rows') await insertRows(transaction, target?.tables.get(entry.table), entry.rows)
    else if (entry.kind === 'end') return finishTarget(transaction, target, entry.contents, migrations)
    else if (staging !== undefined) await stageChunk(staging, entry.file, entry.bytes)
  }
  throw new CommandProblem(damagedText)
}

type RestoreTarget = { tables: Map<string, BackupTable>; foreignKeys: ForeignKey[] }
type ForeignKey = { table: string; name: string; definition: string }

/** Creates the empty tables of the backup without foreign keys, so that rows can be inserted in any order. */
async function prepareTarget(
  transaction: Transaction<Tables>,
  head: BackupHead,
  migrations: string,
  mayReplace: boolean,
): Promise<RestoreTarget> {
  await setTextFormat(transaction)
  await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(transaction)
  const filledTable = await findTableWithRows(transaction)
  if (filledTable && !mayReplace) {
    throw new CommandProblem(
      `The database already contains rows, such as in ${filledTable}; choose an empty database, or use --replace to delete them.`,
    )
  }
  await dropAll(transaction)
  await migrateTo(transaction, head.migrations, migrations)
  const tables = new Map((await listTables(transaction)).map((table) => [table.name, table]))
  for (const { name, columns } of head.tables) {
    if (isDeepStrictEqual(tables.get(name)?.columns, columns)) continue
    throw new CommandProblem(
      `The table ${name} of the backup is unknown to this version or has other columns; restore the backup with the version that wrote it.`,
    )
  }
  const foreignKeys = await dropForeignKeys(transaction)
  // Migrations may have inserted rows that the backup also contains.
  for (const name of tables.keys()) await sql`delete from ${sql.table(name)}`.execute(transaction)
  return { tables, foreignKeys }
}

/** Compares the inserted rows with the backup, then restores the foreign keys and runs the newer migrations. */
async function finishTarget(
  transaction: Transaction<Tables>,
  target: RestoreTarget | undefined,
  contents: BackupContents,
  migrations: string,
): Promise<BackupContents> {
  const { tables, foreignKeys } = target ?? { tables: new Map<string, BackupTable>(), foreignKeys: [] }
  const restored = await sumTables(transaction, [...tables.values()])
  for (const [name, sums] of Object.entries(contents.tables)) {
    if (!isDeepStrictEqual(restored[name], sums)) throw new Error(`The rows restored into ${name} differ from those of the backup`)
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

/** Drops all tables, and the queued jobs, which refer to their rows. */
async function dropAll(transaction: Transaction<Tables>): Promise<void> {
  const names = [...(await listTables(transaction)).map(({ name }) => name), ...migratorTables]
  await sql`drop table if exists ${sql.join(names.map((name) => sql.table(name)))} cascade`.execute(transaction)
  await sql`drop schema if exists pgboss cascade`.execute(transaction)
}

/** Creates the schema of a backup. */
async function migrateTo(transaction: Transaction<Tables>, names: string[], folder: string): Promise<void> {
  const available = await listMigrations(folder)
  const unknown = names.find((name, index) => available[index] !== name)
  if (unknown !== undefined) {
    throw new CommandProblem(
      `The backup has the migration ${unknown}, which this version does not have; restore it with the version that wrote it or a later one.`,
    )
  }
  await migrate(transaction, folder, names)
}

async function dropForeignKeys(transaction: Transaction<Tables>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`.execute(transaction)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`.execute(transaction)
  }
  return rows
}

async function insertRows(transaction: Transaction<Tables>, table: BackupTable | undefined, rows: string[]): Promise<void> {
  if (!table) throw new CommandProblem(damagedText)
  const columns = sql.join(table.columns.map((column) => sql.ref(column)))
  const values = sql.join(table.types.map((type, index) => sql`(texts ->> ${sql.lit(index)})::${sql.raw(type)}`))
  await sql`
    insert into ${sql.table(table.name)} (${columns}) overriding system value
    select ${values} from jsonb_array_elements(${`[${rows.join(',')}]`}::jsonb) as texts`.execute(transaction)
}

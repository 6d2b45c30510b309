/** Reads the tables of the database as text. Each value is the text that PostgreSQL prints, so no precision is lost in JavaScript types. */
import { sql, type Transaction } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'
import { countRows, createTally, finishTally, type TableSums, type Tally } from '#server/operations/backup-tally.ts'

const rowsPerFetch = 200

export type BackupTable = {
  name: string
  columns: string[]
  /** The type of each column as PostgreSQL writes it: `timestamp with time zone`. */
  types: string[]
}

/** Fixes the text format of values and removes the time limits, for the current transaction. */
export async function setTextFormat(transaction: Transaction<Tables>): Promise<void> {
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

/** The tables of the product, without those of extensions and of the migrator. */
export async function listTables(db: Db): Promise<BackupTable[]> {
  const { rows } = await sql<BackupTable>`
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

/** Reads the rows of a table in batches, as lines of a backup. */
export async function* readRows(transaction: Transaction<Tables>, { name, columns }: BackupTable, tally: Tally): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))
  const rowTexts = sql`select array_to_json(array[${texts}])::text as row from ${sql.table(name)}`
  await sql`declare backup_rows no scroll cursor for ${rowTexts}`.execute(transaction)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsPerFetch)} from backup_rows`.execute(transaction)
    const lines = rows.map(({ row }) => row)
    countRows(tally, name, lines)
    if (lines.length === 0) break
    yield lines
  }
  await sql`close backup_rows`.execute(transaction)
}

export async function sumTables(transaction: Transaction<Tables>, tables: BackupTable[]): Promise<TableSums> {
  const tally = createTally()
  for (const table of tables) {
    const rows = readRows(transaction, table, tally)
    while (!(await rows.next()).done);
  }
  return finishTally(tally).tables
}

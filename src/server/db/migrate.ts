/** Migrates the schema with the numbered files in `migrations/`. Each file runs once, in order. Migrations cannot be undone. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { DatabaseProblem } from '#server/db/embedded.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'

/** Arbitrary number of the lock. Earlier releases use the lock of Kysely, which has the same number. */
const lockNumber = 3853314791062309107n
/** Longest wait for the migrations of another process, and for the tables that its requests use. */
const lockTimeoutMs = 10 * 60_000
/** PostgreSQL's error code for a lock timeout. */
const lockNotAvailable = '55P03'
/** The only encoding with which the database can store and compare all texts. */
const requiredEncoding = 'UTF8'

/**
 * Runs the pending migrations, or only those in `names`, in one transaction that other processes wait for.
 *
 * @throws {DatabaseProblem} if a later version has migrated the database, an empty database has another encoding than UTF8, or another process
 * locks it for ten minutes; otherwise the error of the first failed migration. In each case, nothing was changed.
 */
export async function migrate(db: Kysely<Tables>, folder: string, names?: readonly string[]): Promise<void> {
  if (db.isTransaction) return runMigrations(db, folder, names)
  try {
    await transact(db, async (transaction) => {
      await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(transaction)
      await runMigrations(transaction, folder, names)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
    throw new DatabaseProblem('Another process has been migrating or using the database for ten minutes; stop it and start again.')
  }
}

async function runMigrations(transaction: Kysely<Tables>, folder: string, names?: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber)})`.execute(transaction)
  const applied = await listAppliedMigrations(transaction)
  const known = await listMigrations(folder)
  refuseLaterSchema(applied, known)
  // Skips the migrator: it reads the whole schema first, and that takes a large part of the startup time.
  if ((names ?? known).every((name) => applied.includes(name))) return
  if (applied.length === 0) await refuseOtherEncoding(transaction)
  // Kysely would create the same table, but if that failed, it would report the error of a later statement.
  await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    transaction,
  )
  const migrator = new Migrator({ db: transaction, provider: { getMigrations: () => readMigrations(folder, names) } })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (error) throw new Error(failed ? `Migration ${failed.migrationName} failed` : 'The migrations could not start', { cause: error })
}

async function refuseOtherEncoding(db: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db)
  const encoding = rows[0]?.encoding
  if (encoding === requiredEncoding) return
  throw new DatabaseProblem(
    `The database has the encoding ${encoding}; create a database with the encoding ${requiredEncoding}, and use that one.`,
  )
}

/**
 * For commands, which do not migrate the database.
 *
 * @throws {DatabaseProblem} if the schema is not that of this version
 */
export async function requireCurrentSchema(db: Db, folder: string): Promise<void> {
  const applied = await listAppliedMigrations(db)
  const known = await listMigrations(folder)
  refuseLaterSchema(applied, known)
  if (known.every((name) => applied.includes(name))) return
  throw new DatabaseProblem('The database does not have the schema of this version yet; start the server once, then run the command again.')
}

function refuseLaterSchema(applied: readonly string[], known: readonly string[]): void {
  const later = applied.find((name) => !known.includes(name))
  if (later === undefined) return
  throw new DatabaseProblem(
    `A later version of Praxam has migrated this database (${later}); start that version or a later one, or restore a backup from before the update.`,
  )
}

/** Names of the migrations that the database has. Empty if it was never migrated. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const { rows: existing } = await sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as is`.execute(db)
  if (!existing[0]?.is) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The names of all migrations in a folder, in order, without `.sql`. */
export async function listMigrations(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return names.map((name) => name.slice(0, -'.sql'.length))
}

async function readMigrations(folder: string, names?: readonly string[]): Promise<Record<string, Migration>> {
  const migrations = (names ?? (await listMigrations(folder))).map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
}

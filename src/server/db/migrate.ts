/** Migrates the schema with the numbered files in `migrations/`. Each file runs once, in order. There is no way back. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Tables } from '#server/db/tables.ts'

/**
 * Runs the pending migrations, or only those in `names`. The migrator holds a lock, so several processes may start at the same time.
 *
 * @throws the error of the first failed migration, which is rolled back
 */
export async function migrate(db: Kysely<Tables>, folder: string, names?: readonly string[]): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder, names) } })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (error) throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error })
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

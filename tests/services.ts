/**
 * Services for a test file: a database of its own, empty but for the schema, on whichever engine is set. With
 * `DATABASE_URL` that is a new database on the PostgreSQL server, otherwise an embedded one in a temporary folder.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'

const migrationsFolder = join(import.meta.dirname, '../migrations')
export const contentFolder = join(import.meta.dirname, '../content')

export type TestDatabase = Database & {
  /** Empties every table of ours, so that tests of a file do not see each other's rows. */
  empty: () => Promise<void>
}

const tables = ['questions', 'case_studies', 'skill_areas', 'certifications', 'content_files', 'publications'] as const

export async function openTestDatabase(): Promise<TestDatabase> {
  const { settings, dispose } = process.env['DATABASE_URL'] ? await makePostgresDatabase(process.env['DATABASE_URL']) : await makeFolder()
  const database = await openDatabase(settings)
  await migrate(database.db, migrationsFolder)
  return {
    db: database.db,
    empty: async () => {
      for (const table of tables) await database.db.deleteFrom(table).execute()
    },
    close: async () => {
      await database.close()
      await dispose()
    },
  }
}

type Made = { settings: { dataDir: string; databaseUrl: string | undefined }; dispose: () => Promise<void> }

async function makeFolder(): Promise<Made> {
  const dataDir = await mkdtemp(join(tmpdir(), 'praxam-test-'))
  return { settings: { dataDir, databaseUrl: undefined }, dispose: () => rm(dataDir, { recursive: true, force: true }) }
}

async function makePostgresDatabase(address: string): Promise<Made> {
  const name = `praxam_test_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(address, `CREATE DATABASE ${name}`)
  const url = new URL(address)
  url.pathname = `/${name}`
  return { settings: { dataDir: '', databaseUrl: url.href }, dispose: () => onServer(address, `DROP DATABASE ${name}`) }
}

async function onServer(address: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Number of rows of a table. */
export async function countRows(database: TestDatabase, table: (typeof tables)[number]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(database.db)
  return rows[0]?.count ?? 0
}

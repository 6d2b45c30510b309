/** What the process opens once and hands to everyone: so far the database. */
import type { Kysely } from 'kysely'
import { loadContent } from '#server/content.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Tables } from '#server/db/tables.ts'

export type Services = { db: Kysely<Tables>; close: () => Promise<void> }

/** Folders of the project, absolute. */
export type Folders = { migrations: string; content: string }

/**
 * Opens the database, brings its schema up to date and loads content that has changed.
 *
 * @throws {DatabaseProblem} or {ContentProblem}; the database is closed again then
 */
export async function openServices(config: Pick<Config, 'dataDir' | 'databaseUrl'>, folders: Folders, now: Date): Promise<Services> {
  const { db, close } = await openDatabase(config)
  try {
    await migrate(db, folders.migrations)
    await loadContent(db, folders.content, now)
    return { db, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The files of the write-ahead log of the embedded database. */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/**
 * Starts a new file of the write-ahead log and returns its name. If the database is closed next, it needs none of the other files, which are 16
 * MB each and would only be overwritten.
 */
export async function startLogFile(db: Db): Promise<string> {
  await sql`select pg_switch_wal()`.execute(db)
  await sql`checkpoint`.execute(db)
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(db)
  return rows[0]?.name ?? ''
}

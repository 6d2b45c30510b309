/** The databases `template0` and `template1`, which PostgreSQL copies when it creates a database. */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Removes both from an embedded database, which never creates another one. They are 600 files, almost half of all. */
export async function dropTemplateDatabases(db: Db): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(db)
  await sql`drop database template0`.execute(db)
  await sql`drop database template1`.execute(db)
}

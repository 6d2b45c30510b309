/** A version number of the public content. It tells the page caches of all processes when to render pages again. */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

const name = 'public'

/** Increments the version. Must run in the transaction that changes the content. */
export async function bumpContentVersion(db: Db): Promise<void> {
  await db
    .insertInto('content_versions')
    .values({ name, version: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version: sql<number>`content_versions.version + 1` }))
    .execute()
}

/** The current version, starting at 0. */
export async function readContentVersion(db: Db): Promise<number> {
  const row = await db.selectFrom('content_versions').select('version').where('name', '=', name).executeTakeFirst()
  return row?.version ?? 0
}

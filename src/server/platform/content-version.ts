/** The number that counts up with every change of public content, so that cached pages of all processes can follow. */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

const name = 'public'

/** Says that public content has changed. Belongs into the transaction that changes it. */
export async function bumpContentVersion(db: Db): Promise<void> {
  await db
    .insertInto('content_versions')
    .values({ name, version: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version: sql<number>`content_versions.version + 1` }))
    .execute()
}

/** The number of the latest change; 0 before the first. */
export async function readContentVersion(db: Db): Promise<number> {
  const row = await db.selectFrom('content_versions').select('version').where('name', '=', name).executeTakeFirst()
  return row?.version ?? 0
}

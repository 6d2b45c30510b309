/** Which uploaded images are shown where. Rewritten with every save of a text, so that unused images can be found. */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Address of an uploaded image up to its name: bucket and folder of spec §3. */
export const imageAddress = '/storage/questions/question-images/'

const inHtml = new RegExp(`${imageAddress}([\\w-]+\\.\\w+)`, 'g')

/** Names of the uploaded images that these texts show, each once: `3f9c….png`. */
export function imagesIn(html: readonly string[]): string[] {
  return [...new Set(html.flatMap((text) => [...text.matchAll(inHtml)].map(([, name = '']) => name)))]
}

/** A number of our own among the advisory locks of the database. */
const lockNumber = 5_270_403

/**
 * Whether nobody is saving a text with images, nor begins to before the transaction ends. Waiting is left to those who
 * save: they hold other locks, so that two who wait could wait for each other.
 */
export async function holdImageUses(transaction: Db): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockNumber)}) as is_held`.execute(transaction)
  return rows[0]?.is_held === true
}

type Holder = { id: string; html: readonly string[] }

/** Keeps which images the holders show now. Belongs into the transaction that saves them. */
export async function keepImageUses(db: Db, kind: 'question' | 'case_study', holders: readonly Holder[]): Promise<void> {
  const ids = holders.map(({ id }) => id)
  if (ids.length === 0) return
  await db.deleteFrom('image_uses').where('holder_kind', '=', kind).where('holder_id', 'in', ids).execute()
  const uses = holders.flatMap(({ id, html }) => imagesIn(html).map((image) => ({ image, holder_kind: kind, holder_id: id })))
  if (uses.length === 0) return
  // Whoever is deleting an image would not see these before they are committed.
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(lockNumber)})`.execute(db)
  await db.insertInto('image_uses').values(uses).execute()
}

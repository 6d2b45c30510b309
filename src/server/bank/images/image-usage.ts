/** Records which texts show which uploaded images. Every save of a text updates its uses. */
import { sql } from 'kysely'
import { listImageNames } from '#server/bank/images/image-addresses.ts'
import type { Db } from '#server/db/tables.ts'

/** Arbitrary id of the advisory lock. */
const lockNumber = 5_270_403

/**
 * Tries to lock all image uses until the end of the transaction. Returns `false` while a text with images is being saved. It never waits,
 * because a transaction that saves a text holds other locks, and the two could deadlock.
 */
export async function tryLockImageUses(transaction: Db): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockNumber)}) as is_locked`.execute(
    transaction,
  )
  return rows[0]?.is_locked === true
}

type ImageHolder = { id: string; html: readonly string[] }

/** Replaces the uses of the given questions or case studies. Must run in the transaction that saves them. */
export async function storeImageUses(db: Db, kind: 'question' | 'case_study', holders: readonly ImageHolder[]): Promise<void> {
  const ids = holders.map(({ id }) => id)
  if (ids.length === 0) return
  await db.deleteFrom('image_uses').where('holder_kind', '=', kind).where('holder_id', 'in', ids).execute()
  const uses = holders.flatMap(({ id, html }) => listImageNames(html).map((image) => ({ image, holder_kind: kind, holder_id: id })))
  if (uses.length === 0) return
  // A concurrent deletion of an image would not see these uses before the commit.
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(lockNumber)})`.execute(db)
  await db.insertInto('image_uses').values(uses).execute()
}

/**
 * Rows that administrators saved or deleted. Loading content files neither changes nor restores them, except for a deleted case study that a
 * question needs.
 */
import type { Db } from '#server/db/tables.ts'

export type OwnedKind = 'question' | 'case_study' | 'certification'

const tables = { question: 'questions', case_study: 'case_studies', certification: 'certifications' } as const

/** The ids of rows that an administrator saved, or deleted and did not add again. */
export async function listAdministratorOwnedIds(db: Db, kind: OwnedKind, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const present = await db.selectFrom(tables[kind]).select(['id', 'updated_at']).where('id', 'in', ids).execute()
  const removed = await db.selectFrom('removals').select('id').where('kind', '=', kind).where('id', 'in', ids).execute()
  const presentIds = new Set(present.map(({ id }) => id))
  return new Set(
    [...present.filter(({ updated_at }) => updated_at !== null), ...removed.filter(({ id }) => !presentIds.has(id))].map(({ id }) => id),
  )
}

/** Records that rows were deleted. Must run in the transaction that deletes them. */
export async function recordRemovals(db: Db, kind: OwnedKind, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('removals')
    .values(ids.map((id) => ({ kind, id, removed_at: now })))
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ removed_at: now }))
    .execute()
}

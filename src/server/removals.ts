/** What administrators have made theirs: loading content files neither changes it nor brings it back. */
import type { Db } from '#server/db/tables.ts'

export type Kind = 'question' | 'case_study' | 'certification'

const tables = { question: 'questions', case_study: 'case_studies', certification: 'certifications' } as const

/** Ids of what was saved or deleted by an administrator. */
export async function listIdsLeftAlone(db: Db, kind: Kind): Promise<Set<string>> {
  const saved = await db.selectFrom(tables[kind]).select('id').where('updated_at', 'is not', null).execute()
  const removed = await db.selectFrom('removals').select('id').where('kind', '=', kind).execute()
  return new Set([...saved, ...removed].map(({ id }) => id))
}

/** Keeps that something was deleted. Belongs into the transaction that deletes it. */
export async function keepRemovals(db: Db, kind: Kind, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('removals')
    .values(ids.map((id) => ({ kind, id, removed_at: now })))
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ removed_at: now }))
    .execute()
}

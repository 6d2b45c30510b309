/** The stored glossary: one row for each name of a term in each certification, so that terms can be looked up by key. */
import { sql } from 'kysely'
import { termKeyOf, type Glossary, type GlossaryTerm } from '#exam/glossary.ts'
import type { Db } from '#server/db/tables.ts'
import { inBatches } from '#server/platform/in-batches.ts'

const rowsPerStatement = 500

/** A term, and the name by which it was found. */
export type FoundTerm = Pick<GlossaryTerm, 'term' | 'definition' | 'address'> & { readonly key: string; readonly name: string }

/** Replaces all terms. No two of them may have the same name in a certification. */
export async function saveGlossaries(db: Db, glossaries: readonly Glossary[]): Promise<void> {
  const rows = glossaries.flatMap(({ certificationIds, terms }) =>
    terms.flatMap(({ term, also, definition, address }) =>
      [term, ...also].flatMap((name) =>
        certificationIds.map((id) => ({ certification_id: id, key: termKeyOf(name), name, term, definition, address })),
      ),
    ),
  )
  await db.deleteFrom('glossary_terms').execute()
  for (const some of inBatches(rows, rowsPerStatement)) await db.insertInto('glossary_terms').values(some).execute()
}

/** The terms of a certification with one of these keys, in no particular order. */
export async function findTerms(db: Db, certificationId: string, keys: readonly string[]): Promise<FoundTerm[]> {
  if (keys.length === 0) return []
  return db
    .selectFrom('glossary_terms')
    .select(['key', 'name', 'term', 'definition', 'address'])
    .where('certification_id', '=', certificationId)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute()
}

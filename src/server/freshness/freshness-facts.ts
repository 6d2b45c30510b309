/** What candidates see about the freshness of questions. */
import { sql } from 'kysely'
import type { FreshnessReason } from '#exam/freshness.ts'
import type { Db } from '#server/db/tables.ts'

/** The freshness of one version of a question. `checkedOn`: the day on which a person last compared it with its pages. */
export type FreshnessFacts = { readonly version: number; readonly reason: FreshnessReason | null; readonly checkedOn: string | null }

/** The facts by question id, for the current versions. */
export async function listFreshnessFacts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, FreshnessFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('question_freshness')
    .innerJoin('questions', 'questions.id', 'question_freshness.question_id')
    .select(['question_id', 'questions.version', 'reason', 'checked_on as checkedOn'])
    .where(sql<boolean>`question_freshness.question_id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ question_id, ...facts }) => [question_id, facts]))
}

/**
 * Questions of imported attempts that the bank lacks or has with different words. A pinned question has the id of its row in `imported`.
 * Only attempts of the member who imported a question use its row.
 */
import { sql } from 'kysely'
import { toBankItem, type BankQuestion } from '#exam/bank-file/index.ts'
import type { PinnedQuestion } from '#server/db/attempt-tables.ts'
import type { Db } from '#server/db/tables.ts'
import { parseStoredVersion } from '#server/practice/stored-version.ts'

export type ImportedQuestion = { id: string; question: BankQuestion }

/** The imported ones of these pinned questions, by the id of their row. Rows that cannot be read are left out. */
export async function listImportedQuestions(db: Db, pinned: readonly PinnedQuestion[]): Promise<ReadonlyMap<string, BankQuestion>> {
  const ids = pinned.flatMap(({ imported }) => imported ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('imported_questions').select(['id', 'item']).where('id', 'in', ids).execute()
  return new Map(
    rows.flatMap(({ id, item }) => {
      const question = parseStoredVersion(item)
      return question ? [[id, question] as const] : []
    }),
  )
}

/** Stores questions. Their HTML must already be sanitized. Stored questions with the same id are not changed. */
export async function addImportedQuestions(transaction: Db, userId: string, questions: readonly ImportedQuestion[]): Promise<void> {
  if (questions.length === 0) return
  const rows = questions.map(({ id, question }) => {
    const item = JSON.stringify(toBankItem(question))
    return { id, user_id: userId, item, length: item.length }
  })
  await transaction
    .insertInto('imported_questions')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** How many imported attempts and questions a member has, and the total length of the questions. */
export async function measureImports(db: Db, userId: string): Promise<{ attempts: number; questions: number; length: number }> {
  const { attempts } = await db
    .selectFrom('attempts')
    .select(sql<number>`count(*)::int`.as('attempts'))
    .where('user_id', '=', userId)
    .where('imported_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const questions = await db
    .selectFrom('imported_questions')
    .select([sql<number>`count(*)::int`.as('questions'), sql<number>`coalesce(sum(length), 0)::float8`.as('length')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { attempts, ...questions }
}

/** Deletes the imported questions of a member that none of their attempts uses any longer. */
export async function removeUnusedQuestions(transaction: Db, userId: string): Promise<void> {
  const used = sql<string>`(
    select (pinned ->> 'imported')::uuid from attempts, jsonb_array_elements(questions) as pinned
    where user_id = ${userId} and imported_at is not null and pinned ? 'imported')`
  await transaction
    .deleteFrom('imported_questions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`id not in ${used}`)
    .execute()
}

/** Earlier versions of questions. Every save stores the previous version, and any stored version can be restored. */
import { sql, type Selectable } from 'kysely'
import { toBankItem, type BankItem } from '#exam/bank-file/index.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { questionColumns, readBankQuestion, type QuestionRow } from '#server/bank/question-rows.ts'

/**
 * A question with its answer key, and who saved it and when. `updated_by` is an email address, or `null` for content files,
 * commands, and deleted users.
 */
export type StoredQuestion = BankItem & { version: number; updated_at: string | null; updated_by: string | null }

/** A version of a question, the current one included. `saved_by` is like `updated_by` in `StoredQuestion`. */
export type QuestionVersion = { version: number; saved_at: string | null; saved_by: string | null; item: BankItem }

/** A row that is locked until the transaction ends. */
export type LockedQuestion = QuestionRow & Pick<Selectable<Tables['questions']>, (typeof saveColumns)[number]>

const saveColumns = ['version', 'updated_at', 'updated_by'] as const
const versionsListedMax = 100
/** The largest integer of the database column. */
const versionMax = 2_147_483_647
/** Maximum total length of the items in a list of earlier versions, in characters. One item rarely has more than ten thousand. */
const versionsLengthMax = 4_000_000

/** One question with every field that an administrator edits, drafts included. */
export async function findStoredQuestion(db: Db, id: string): Promise<StoredQuestion | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db
    .selectFrom('questions')
    .leftJoin('users', 'users.id', 'questions.updated_by')
    .select(questionColumns.map((column) => `questions.${column}` as const))
    .select(['questions.version', 'questions.updated_at', 'users.email'])
    .where('questions.id', '=', id)
    .executeTakeFirst()
  return row && { ...itemOf(row), version: row.version, updated_at: row.updated_at?.toISOString() ?? null, updated_by: row.email }
}

/**
 * The versions of a question or of a deleted question, newest first: the current version and at most 100 earlier versions, fewer if they are
 * very long. Older versions can still be restored.
 */
export async function listVersions(db: Db, id: string): Promise<QuestionVersion[]> {
  const current = await findStoredQuestion(db, id)
  const stored = await listStoredVersions(db, id)
  if (!current) return stored
  const { version, updated_at, updated_by, ...item } = current
  return [{ version, saved_at: updated_at, saved_by: updated_by, item }, ...stored]
}

/** An earlier version of a question. `undefined` if it is not stored, or if it is the current version. */
export async function findVersion(db: Db, id: string, version: number): Promise<BankItem | undefined> {
  if (!isUuid(id) || !Number.isInteger(version) || Math.abs(version) > versionMax) return undefined
  const stored = await db
    .selectFrom('question_versions')
    .select('item')
    .where('question_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return stored?.item
}

async function listStoredVersions(db: Db, id: string): Promise<QuestionVersion[]> {
  if (!isUuid(id)) return []
  const newest = db
    .selectFrom('question_versions')
    .select(['version', 'item', 'saved_at', 'saved_by'])
    .select(sql<number>`sum(length(item::text)) over (order by version desc)`.as('length'))
    .where('question_id', '=', id)
    .orderBy('version', 'desc')
    .limit(versionsListedMax)
  const stored = await db
    .selectFrom(newest.as('newest'))
    .leftJoin('users', 'users.id', 'newest.saved_by')
    .select(['version', 'item', 'saved_at', 'users.email as saved_by'])
    .where('length', '<=', versionsLengthMax)
    .orderBy('version', 'desc')
    .execute()
  return stored.map((row) => ({ ...row, saved_at: row.saved_at?.toISOString() ?? null }))
}

/** The questions with these ids, each once, ordered by id, locked until the transaction ends. */
export async function lockQuestions(transaction: Db, ids: readonly string[]): Promise<LockedQuestion[]> {
  const possible = ids.filter(isUuid)
  if (possible.length === 0) return []
  return transaction
    .selectFrom('questions')
    .select([...questionColumns, ...saveColumns])
    .where('id', 'in', possible)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Stores the current versions before they are overwritten or deleted. Must run in the same transaction. */
export async function storeVersions(transaction: Db, rows: readonly LockedQuestion[]): Promise<void> {
  if (rows.length === 0) return
  const versions = rows.map((row) => ({
    question_id: row.id,
    version: row.version,
    item: JSON.stringify(itemOf(row)),
    saved_at: row.updated_at,
    saved_by: row.updated_by,
  }))
  await transaction.insertInto('question_versions').values(versions).execute()
}

export function itemOf(row: QuestionRow): BankItem {
  return toBankItem(readBankQuestion(row))
}

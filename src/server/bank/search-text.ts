/**
 * The text that a search of the bank matches: the words of the question and its explanation. Indexing it takes most of the time
 * of a write. An import therefore writes `''`, which means "not indexed yet", and the texts are filled in afterward.
 */
import { sql, type Kysely } from 'kysely'
import { foldText, plainText } from '#exam/plain-text.ts'
import type { Question } from '#exam/question.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'

const questionsPerTurn = 100

/** Never empty, even when a question has only an image. */
export function searchTextOf({ text, explanation }: Pick<Question, 'text' | 'explanation'>): string {
  return foldText(`${plainText(text)} ${plainText(explanation)}`) || ' '
}

/**
 * Fills in the texts that imports left empty, in short transactions that let other queries run in between. It can be stopped
 * or killed at any time and can run concurrently. The next run fills in the rest, at the latest when the server starts.
 */
export async function fillSearchTexts(
  db: Kysely<Tables>,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const total = await countUnfilled(db)
  // The locking query needs room on the disk, even if there are no entries to lock.
  if (total === 0) return
  let after: string | undefined
  for (let done = 0; !signal.aborted;) {
    const ids = await transact(db, (transaction) => fillSome(transaction, after))
    after = ids.at(-1)
    if (after === undefined) return
    done = Math.min(done + ids.length, total)
    onProgress(done, total)
    await yieldToRequests()
  }
}

async function countUnfilled(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('question_entries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('search_text', '=', sql.lit(''))
    .executeTakeFirstOrThrow()
  return count
}

/** Locks and fills the first entries after this id. Entries locked by another transaction are skipped; that transaction fills them. */
async function fillSome(transaction: Db, after: string | undefined): Promise<string[]> {
  const locked = await transaction
    .selectFrom('question_entries')
    .select('question_id')
    // Must match the condition of the partial index.
    .where('search_text', '=', sql.lit(''))
    .$if(after !== undefined, (query) => query.where('question_id', '>', after ?? ''))
    .orderBy('question_id')
    .limit(questionsPerTurn)
    .forUpdate()
    .skipLocked()
    .execute()
  if (locked.length === 0) return []
  const ids = locked.map((row) => row.question_id)
  // Read after the lock, because a text read before it may be outdated.
  const questions = await transaction.selectFrom('questions').select(['id', 'text', 'explanation']).where('id', 'in', ids).execute()
  const values = questions.map((question) => sql`(${question.id}::uuid, ${searchTextOf(question)}::text)`)
  await sql`
    update question_entries set search_text = filled.search_text
    from (values ${sql.join(values)}) as filled (id, search_text) where question_id = filled.id
  `.execute(transaction)
  return ids
}

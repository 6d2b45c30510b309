/**
 * The text through which the search of the bank looks: the words of question and explanation. Taking them into the index
 * is most of the time of writing. An import therefore writes `''`, which says "not yet", and they are filled in afterwards.
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { foldText, plainText } from '#exam/plain-text.ts'
import type { Question } from '#exam/question.ts'
import type { Db, Tables } from '#server/db/tables.ts'

const questionsPerTurn = 100

/** Never empty, also when a question has nothing but an image. */
export function searchTextOf({ text, explanation }: Pick<Question, 'text' | 'explanation'>): string {
  return foldText(`${plainText(text)} ${plainText(explanation)}`) || ' '
}

/**
 * Fills in what imports have left, in short transactions between which others have their turn. It may be stopped or killed
 * at any time, and run beside itself; whatever is left is filled in by the next one, at the latest when the server starts.
 */
export async function fillSearchTexts(
  db: Kysely<Tables>,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const total = await countUnfilled(db)
  let after: string | undefined
  for (let done = 0; !signal.aborted;) {
    const ids = await db.transaction().execute((transaction) => fillSome(transaction, after))
    after = ids.at(-1)
    if (after === undefined) return
    done = Math.min(done + ids.length, total)
    onProgress(done, total)
    // The embedded database never lets others have their turn by itself.
    await setImmediate()
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

/** The first of those with an id after this one; nobody changes them in between, and what somebody is changing is left to them. */
async function fillSome(transaction: Db, after: string | undefined): Promise<string[]> {
  const locked = await transaction
    .selectFrom('question_entries')
    .select('question_id')
    // The same words as in the index, so that it serves whatever the plan.
    .where('search_text', '=', sql.lit(''))
    .$if(after !== undefined, (query) => query.where('question_id', '>', after ?? ''))
    .orderBy('question_id')
    .limit(questionsPerTurn)
    .forUpdate()
    .skipLocked()
    .execute()
  if (locked.length === 0) return []
  const ids = locked.map((row) => row.question_id)
  // Only now, because a text that was read before the lock may be an older one.
  const questions = await transaction.selectFrom('questions').select(['id', 'text', 'explanation']).where('id', 'in', ids).execute()
  const values = questions.map((question) => sql`(${question.id}::uuid, ${searchTextOf(question)}::text)`)
  await sql`
    update question_entries set search_text = filled.search_text
    from (values ${sql.join(values)}) as filled (id, search_text) where question_id = filled.id
  `.execute(transaction)
  return ids
}

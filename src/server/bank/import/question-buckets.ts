/**
 * Reads the wordings of stored questions, to compare them with imported questions. The table `question_buckets` finds the similar questions of a
 * small file. Imports fill in its missing rows (`near-duplicates.ts`), and saving a question deletes its row.
 */
import { sql } from 'kysely'
import { wordingOf } from '#exam/near-duplicate.ts'
import type { StoredWording } from '#server/bank/import/messages.ts'
import type { Db } from '#server/db/tables.ts'

const wordingsPerPage = 500
/** As many as an index in memory compares at most: two questions per bucket. */
const similarMax = 26

/** `buckets`: see `listWordingBuckets`. */
export type WordingBuckets = { id: string; version: number; buckets: readonly number[] }

export async function countQuestions(db: Db, examId: string): Promise<number> {
  const { count } = await db
    .selectFrom('question_entries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('exam_id', '=', examId)
    .executeTakeFirstOrThrow()
  return count
}

/** A page in the order of the ids, after the id `after`. Empty after the last page. */
export async function listWordings(db: Db, examId: string, after: string): Promise<StoredWording[]> {
  return toWordings(await selectWordings(db).where('exam_id', '=', examId).where('id', '>', after).limit(wordingsPerPage).execute())
}

/** Like {@link listWordings}, only the questions without buckets. The narrow entries make this fast if there are none. */
export async function listWordingsWithoutBuckets(db: Db, examId: string, after: string): Promise<StoredWording[]> {
  const withoutBuckets = await db
    .selectFrom('question_entries')
    .leftJoin('question_buckets', 'question_buckets.question_id', 'question_entries.question_id')
    .select('question_entries.question_id as id')
    .where('question_entries.exam_id', '=', examId)
    .where('question_entries.question_id', '>', after)
    .where('question_buckets.question_id', 'is', null)
    .orderBy('question_entries.question_id')
    .limit(wordingsPerPage)
    .execute()
  return listWordingsOf(
    db,
    withoutBuckets.map(({ id }) => id),
  )
}

/** Inserts or replaces rows. Questions that were changed or deleted meanwhile are left out. */
export async function saveBuckets(db: Db, examId: string, rows: readonly WordingBuckets[]): Promise<void> {
  const values = rows.map(({ id, version, buckets }) => sql`(${id}::uuid, ${version}::integer, ${`{${buckets.join()}}`}::integer[])`)
  // Without the lock, a concurrent change could delete the row before it is inserted.
  await sql`
    insert into question_buckets (question_id, exam_id, buckets)
    select id, exam_id, filled.buckets
    from (values ${sql.join(values)}) as filled (question_id, version, buckets)
    join questions on id = question_id and questions.version = filled.version
    where exam_id = ${examId}
    order by id
    for share of questions
    on conflict (question_id) do update set exam_id = excluded.exam_id, buckets = excluded.buckets
  `.execute(db)
}

/** Some of the stored questions that have one of the buckets, except those with the given ids. */
export async function listSimilarWordings(
  db: Db,
  examId: string,
  buckets: readonly number[],
  except: readonly string[],
): Promise<StoredWording[]> {
  const similar = await db
    .selectFrom('question_buckets')
    .select('question_id as id')
    .where('exam_id', '=', examId)
    .where(sql<boolean>`buckets && ${`{${buckets.join()}}`}::integer[]`)
    .where(sql<boolean>`question_id <> all(${`{${except.join()}}`}::uuid[])`)
    .limit(similarMax)
    .execute()
  return listWordingsOf(
    db,
    similar.map(({ id }) => id),
  )
}

async function listWordingsOf(db: Db, ids: readonly string[]): Promise<StoredWording[]> {
  if (ids.length === 0) return []
  return toWordings(await selectWordings(db).where('id', 'in', ids).execute())
}

function selectWordings(db: Db) {
  return db.selectFrom('questions').select(['id', 'version', 'text', 'options', 'pairs', 'completion']).orderBy('id')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWordings>['execute']>>[number]

function toWordings(rows: readonly Row[]): StoredWording[] {
  return rows.map(({ id, version, completion, ...row }) => ({ id, version, ...wordingOf({ ...row, ...(completion && { completion }) }) }))
}

/**
 * Reads the wordings of stored questions, to compare them with imported questions. The table `question_buckets` finds the similar questions of a
 * small file. Its rows are filled in by imports (`near-duplicates.ts`), and count only while the question has the same version.
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
  return toWordings(await pageOf(db, examId, after).execute())
}

/** Like {@link listWordings}, only the questions without buckets or with outdated ones. */
export async function listWordingsWithoutBuckets(db: Db, examId: string, after: string): Promise<StoredWording[]> {
  const rows = await pageOf(db, examId, after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('question_buckets')
            .select('question_id')
            .whereRef('question_id', '=', 'questions.id')
            .whereRef('question_buckets.version', '=', 'questions.version'),
        ),
      ),
    )
    .execute()
  return toWordings(rows)
}

/** Inserts or replaces rows. Questions that were deleted meanwhile are left out. */
export async function saveBuckets(db: Db, examId: string, rows: readonly WordingBuckets[]): Promise<void> {
  const values = rows.map(({ id, version, buckets }) => sql`(${id}::uuid, ${version}::integer, ${`{${buckets.join()}}`}::integer[])`)
  await sql`
    insert into question_buckets (question_id, exam_id, version, buckets)
    select id, ${examId}, filled.version, filled.buckets
    from (values ${sql.join(values)}) as filled (question_id, version, buckets) join questions on id = question_id
    order by id
    on conflict (question_id) do update set exam_id = excluded.exam_id, version = excluded.version, buckets = excluded.buckets
  `.execute(db)
}

/** Some of the stored questions that have one of the buckets, except those with the given ids. */
export async function listSimilarWordings(
  db: Db,
  examId: string,
  buckets: readonly number[],
  except: readonly string[],
): Promise<StoredWording[]> {
  const similar = db
    .selectFrom('question_buckets')
    .select(['question_id', 'version'])
    .where('exam_id', '=', examId)
    .where(sql<boolean>`buckets && ${`{${buckets.join()}}`}::integer[]`)
    .where(sql<boolean>`question_id <> all(${`{${except.join()}}`}::uuid[])`)
    .limit(similarMax)
  const rows = await db
    .selectFrom('questions')
    .innerJoin(similar.as('similar'), (join) =>
      join.onRef('question_id', '=', 'questions.id').onRef('similar.version', '=', 'questions.version'),
    )
    .select(['id', 'questions.version', 'text', 'options', 'pairs', 'completion'])
    .orderBy('id')
    .execute()
  return toWordings(rows)
}

function pageOf(db: Db, examId: string, after: string) {
  return db
    .selectFrom('questions')
    .select(['id', 'version', 'text', 'options', 'pairs', 'completion'])
    .where('exam_id', '=', examId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(wordingsPerPage)
}

type Row = Awaited<ReturnType<ReturnType<typeof pageOf>['execute']>>[number]

function toWordings(rows: readonly Row[]): StoredWording[] {
  return rows.map(({ id, version, completion, ...row }) => ({ id, version, ...wordingOf({ ...row, ...(completion && { completion }) }) }))
}

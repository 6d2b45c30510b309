/** A member's attempts as a list, and how they are deleted. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { QuestionSet } from '#exam/attempt.ts'
import { pinnedSkillArea } from '#server/practice/pinned-questions.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { scheduleReviews } from '#server/review/index.ts'

export type ListedAttempt = {
  id: string
  certificationId: string
  set: QuestionSet
  /** Of a run of one skill area, the name it had when it was asked. */
  area: string | null
  startedAt: Date
  finishedAt: Date | null
  /** Questions with an answer, of how many. */
  answered: number
  questionCount: number
  /** Of a finished one; nulls before. */
  correct: number | null
  total: number | null
  /** Whether it is the latest of its set, which is the one that the exam page goes on with; of a simulation under way always. */
  isLatest: boolean
}

export type AttemptPage = {
  attempts: ListedAttempt[]
  /** What asks for the page after this one; `null` on the last. */
  next: string | null
}

const pageSize = 20

/**
 * A page of a member's attempts, those begun last first. `before` is the `next` of the page before; nonsense is the
 * first page.
 */
export async function listAttempts(db: Db, userId: string, before: string | null): Promise<AttemptPage> {
  const from = readKey(before)
  const rows = await db
    .selectFrom('attempts')
    .select([
      'id',
      'certification_id as certificationId',
      sql<QuestionSet>`question_set`.as('set'),
      sql<string | null>`case when question_set like 'area-%' then ${pinnedSkillArea} end`.as('area'),
      'started_at as startedAt',
      'finished_at as finishedAt',
      sql<number>`(select count(*)::int from jsonb_object_keys(state -> 'answers'))`.as('answered'),
      sql<number>`jsonb_array_length(questions)`.as('questionCount'),
      'correct',
      'total',
      sql<boolean>`(question_set = 'simulation' and finished_at is null) or not exists (select 1 from attempts as later
        where later.user_id = attempts.user_id and later.certification_id = attempts.certification_id
        and later.question_set = attempts.question_set and (later.started_at, later.id) > (attempts.started_at, attempts.id))`.as(
        'isLatest',
      ),
    ])
    .where('user_id', '=', userId)
    .$if(from !== undefined, (query) =>
      query.where(sql<boolean>`(started_at, id) < (${from?.startedAt ?? null}::timestamptz, ${from?.id ?? null}::uuid)`),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { rows: attempts, last } = pageAfterKey(rows, pageSize)
  return { attempts, next: last ? printKey(last) : null }
}

/** Deletes one attempt with its moves and settled answers; what was planned by them is planned anew. @returns whether there was one of this member */
export async function removeAttempt(db: Kysely<Tables>, userId: string, id: string, now: Date): Promise<boolean> {
  if (!isUuid(id)) return false
  return transact(db, async (transaction) => {
    // Nothing is settled in it any more between the reading of its answers and its end.
    await transaction.selectFrom('attempts').select('id').where('id', '=', id).where('user_id', '=', userId).forUpdate().execute()
    const settled = await transaction
      .selectFrom('final_answers')
      .select(['question_id', 'certification_id'])
      .where('attempt_id', '=', id)
      .where('user_id', '=', userId)
      .execute()
    const removed = await transaction.deleteFrom('attempts').where('id', '=', id).where('user_id', '=', userId).returning('id').execute()
    await recordRemoval(transaction, removed, now)
    const questionIds = settled.map(({ question_id }) => question_id)
    if (settled[0]) await scheduleReviews(transaction, userId, settled[0].certification_id, questionIds, now)
    return removed.length > 0
  })
}

/** Deletes everything that a member has practised of a certification, and what was planned from it. @returns how many attempts */
export async function removePractice(db: Kysely<Tables>, userId: string, certificationId: string, now: Date): Promise<number> {
  return transact(db, async (transaction) => {
    const removed = await transaction
      .deleteFrom('attempts')
      .where('user_id', '=', userId)
      .where('certification_id', '=', certificationId)
      .returning('id')
      .execute()
    await transaction.deleteFrom('review_cards').where('user_id', '=', userId).where('certification_id', '=', certificationId).execute()
    await recordRemoval(transaction, removed, now)
    return removed.length
  })
}

const removedKind = 'attempt'
/** Rows of one statement, far below the number of values that the database takes. */
const batchSize = 1_000

/** Whether an attempt was deleted by its owner. A device that still has its moves may send them again. */
export async function wasAttemptRemoved(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('removals').select('id').where('kind', '=', removedKind).where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

async function recordRemoval(transaction: Db, removed: readonly { id: string }[], now: Date): Promise<void> {
  for (let from = 0; from < removed.length; from += batchSize) {
    await transaction
      .insertInto('removals')
      .values(removed.slice(from, from + batchSize).map(({ id }) => ({ kind: removedKind, id, removed_at: now })))
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
      .execute()
  }
}

/** `1795348800000-01a2…`: milliseconds since 1970, and the id. */
function printKey({ startedAt, id }: ListedAttempt): string {
  return `${startedAt.getTime()}-${id}`
}

function readKey(text: string | null): { startedAt: Date; id: string } | undefined {
  const [, ms, id = ''] = /^(\d{1,15})-(.+)$/.exec(text ?? '') ?? []
  return ms !== undefined && isUuid(id) ? { startedAt: new Date(Number(ms)), id } : undefined
}

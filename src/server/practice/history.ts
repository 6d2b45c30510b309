/** A member's attempt history, and deleting attempts. */
import { sql, type Kysely } from 'kysely'
import type { QuestionSet } from '#exam/attempt.ts'
import type { SimulationScore } from '#exam/results/simulation-comparison.ts'
import type { OpenAttempt } from '#exam/planning/resume.ts'
import { foldState, hasAnswer, unfoldedMoves } from '#server/db/folded-state.ts'
import { removeUnusedQuestions } from '#server/practice/imported-questions.ts'
import { pinnedSkillArea } from '#server/practice/pinned-questions.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { AttemptState } from '#server/db/attempt-tables.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { scheduleReviews } from '#server/review/index.ts'

export type ListedAttempt = {
  id: string
  certificationId: string
  set: QuestionSet
  /** For an attempt at one skill area, the area's name at the start of the attempt. */
  area: string | null
  startedAt: Date
  finishedAt: Date | null
  /** How many questions have an answer. */
  answered: number
  questionCount: number
  /** Like `total`, `null` until the attempt is finished. */
  correct: number | null
  total: number | null
  /** Whether it is the latest attempt at its question set, which the exam page continues. Always true for a simulation in progress. */
  isLatest: boolean
}

export type AttemptPage = {
  attempts: ListedAttempt[]
  /** `before` of the next page; `null` on the last page. */
  next: string | null
}

const pageSize = 20

/** Whether the exam page continues the attempt: it is the latest of its question set, or a simulation in progress. */
const isLatestOfSet = sql<boolean>`((question_set = 'simulation' and finished_at is null) or not exists (
  select 1 from attempts as later
  where later.user_id = attempts.user_id and later.certification_id = attempts.certification_id
    and later.question_set = attempts.question_set and (later.started_at, later.id) > (attempts.started_at, attempts.id)))`

/**
 * A page of a member's attempts, the latest first. `before`: the `next` of the previous page. An invalid value selects the first page.
 */
export async function listAttempts(db: Db, userId: string, before: string | null): Promise<AttemptPage> {
  const from = parseKey(before)
  const rows = await db
    .selectFrom('attempts')
    .select([
      'id',
      'certification_id as certificationId',
      sql<QuestionSet>`question_set`.as('set'),
      sql<string | null>`case when question_set like 'area-%' then ${pinnedSkillArea} end`.as('area'),
      'started_at as startedAt',
      'finished_at as finishedAt',
      'state',
      unfoldedMoves.as('unfolded'),
      sql<number>`jsonb_array_length(questions)`.as('questionCount'),
      'correct',
      'total',
      isLatestOfSet.as('isLatest'),
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
  return {
    attempts: attempts.map(({ state, unfolded, ...attempt }) => ({ ...attempt, answered: countAnswers(foldState(state, unfolded)) })),
    next: last ? formatKey(last) : null,
  }
}

/** The search for open attempts covers this many recently changed attempts, so that its cost does not grow with the history. */
const recentMax = 20
const openMax = 3

/** Up to `openMax` attempts in progress that have an answer and that the exam page continues, most recently changed first. */
export async function listOpenAttempts(db: Db, userId: string, now: Date): Promise<OpenAttempt[]> {
  const recent = db
    .selectFrom('attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(recentMax)
    .as('attempts')
  const rows = await db
    .selectFrom(recent)
    .select([
      'id',
      'certification_id as certificationId',
      sql<QuestionSet>`question_set`.as('set'),
      'state',
      unfoldedMoves.as('unfolded'),
      sql<number>`jsonb_array_length(questions)`.as('questionCount'),
      'changed_at',
    ])
    .where('finished_at', 'is', null)
    .where((where) => where.or([where('deadline_at', 'is', null), where('deadline_at', '>', now)]))
    .where(hasAnswer)
    .where(isLatestOfSet)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(openMax)
    .execute()
  return rows.map(({ changed_at: changedAt, state: stored, unfolded, ...attempt }) => {
    const state = foldState(stored, unfolded)
    return { ...attempt, position: state.current + 1, answered: countAnswers(state), changedAt: changedAt.getTime() }
  })
}

/** The results of a member's latest finished simulations of a certification, at most `limit`, the latest first. */
export async function listSimulationScores(db: Db, userId: string, certificationId: string, limit: number): Promise<SimulationScore[]> {
  const rows = await db
    .selectFrom('attempts')
    .select(['id', 'started_at', 'correct', 'total'])
    .where('user_id', '=', userId)
    .where('certification_id', '=', certificationId)
    .where('question_set', '=', 'simulation')
    .where('finished_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, started_at: startedAt, correct, total }) => {
    return { id, startedAt: startedAt.getTime(), correct: correct ?? 0, total: total ?? 0 }
  })
}

function countAnswers({ answers }: AttemptState): number {
  return Object.keys(answers).length
}

/** Id of the certification that the member practiced last. */
export async function findLastPracticed(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('attempts')
    .select('certification_id')
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.certification_id
}

/** Deletes an attempt with its moves and final answers, and reschedules reviews. @returns whether the member had this attempt */
export async function removeAttempt(db: Kysely<Tables>, userId: string, id: string, now: Date): Promise<boolean> {
  if (!isUuid(id)) return false
  return transact(db, async (transaction) => {
    // With the row locked, no answer becomes final between reading the answers and deleting them.
    await transaction.selectFrom('attempts').select('id').where('id', '=', id).where('user_id', '=', userId).forUpdate().execute()
    const answers = await transaction
      .selectFrom('final_answers')
      .select(['question_id', 'certification_id'])
      .where('attempt_id', '=', id)
      .where('user_id', '=', userId)
      .execute()
    const removed = await transaction
      .deleteFrom('attempts')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(['id', 'imported_at'])
      .execute()
    await recordRemoval(transaction, userId, removed, now)
    const questionIds = answers.map(({ question_id }) => question_id)
    if (answers[0]) await scheduleReviews(transaction, userId, answers[0].certification_id, questionIds, now)
    return removed.length > 0
  })
}

/** Deletes a member's attempts and review cards of a certification. @returns how many attempts */
export async function removePractice(db: Kysely<Tables>, userId: string, certificationId: string, now: Date): Promise<number> {
  return transact(db, async (transaction) => {
    const removed = await transaction
      .deleteFrom('attempts')
      .where('user_id', '=', userId)
      .where('certification_id', '=', certificationId)
      .returning(['id', 'imported_at'])
      .execute()
    await transaction.deleteFrom('review_cards').where('user_id', '=', userId).where('certification_id', '=', certificationId).execute()
    await recordRemoval(transaction, userId, removed, now)
    return removed.length
  })
}

const removedKind = 'attempt'
/** Rows per statement, well below the database's limit on parameters. */
const batchSize = 1_000

/** Whether the owner deleted the attempt. A device that still has its moves may send them again. */
export async function wasAttemptRemoved(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('removals').select('id').where('kind', '=', removedKind).where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

type RemovedAttempt = { id: string; imported_at: Date | null }

async function recordRemoval(transaction: Db, userId: string, removed: readonly RemovedAttempt[], now: Date): Promise<void> {
  if (removed.some(({ imported_at }) => imported_at !== null)) await removeUnusedQuestions(transaction, userId)
  for (const some of inBatches(removed, batchSize)) {
    await transaction
      .insertInto('removals')
      .values(some.map(({ id }) => ({ kind: removedKind, id, removed_at: now })))
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
      .execute()
  }
}

/** Key of a page: `1795348800000-01a2…`, milliseconds since 1970 and the id. */
function formatKey({ startedAt, id }: Pick<ListedAttempt, 'startedAt' | 'id'>): string {
  return `${startedAt.getTime()}-${id}`
}

function parseKey(text: string | null): { startedAt: Date; id: string } | undefined {
  const [, ms, id = ''] = /^(\d{1,15})-(.+)$/.exec(text ?? '') ?? []
  return ms !== undefined && isUuid(id) ? { startedAt: new Date(Number(ms)), id } : undefined
}

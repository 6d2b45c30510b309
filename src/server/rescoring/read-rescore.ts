/** The progress of a re-score job, and what it has changed. */
import { sql } from 'kysely'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db } from '#server/db/tables.ts'
import { sumEffect, type RescoreEffect } from '#server/rescoring/effect.ts'

export type RescoreProgressData = {
  state: 'running' | 'finished'
  /**
   * `done`: attempts scored again; `total`: attempts to score, counted at the start. Attempts deleted before they were scored never count as done.
   */
  done: number
  total: number
  startedAt: Date
  finishedAt: Date | null
  /** What has changed so far. */
  effect: RescoreEffect
  /** Members with a notice. */
  noticed: number
}

/** `undefined` when the challenge has no job. */
export async function readRescore(db: Db, challengeId: string): Promise<RescoreProgressData | undefined> {
  if (!isUuid(challengeId)) return undefined
  const job = await db.selectFrom('rescores').selectAll().where('challenge_id', '=', challengeId).executeTakeFirst()
  if (!job) return undefined
  const counts = await db
    .selectFrom('rescored_attempts')
    .select(sql<number>`count(*)::int`.as('attempts'))
    .select(sql<number>`count(distinct user_id)::int`.as('members'))
    .select(sql<number>`(count(distinct user_id) filter (where was_correct <> is_correct))::int`.as('changedMembers'))
    .where('challenge_id', '=', challengeId)
    .executeTakeFirstOrThrow()
  const changed = await db
    .selectFrom('rescored_attempts')
    .select(['was_correct as wasCorrect', 'is_simulation as isSimulation', 'total'])
    // If the question does not count, the result of the attempt does not change.
    .select(sql<number | null>`case when correct_before <> correct_after then correct_before end`.as('correct'))
    .select(sql<number>`count(*)::int`.as('attempts'))
    .where('challenge_id', '=', challengeId)
    .whereRef('was_correct', '<>', 'is_correct')
    .groupBy(['was_correct', 'is_simulation', 'correct_before', 'correct_after', 'total'])
    .execute()
  const { noticed } = await db
    .selectFrom('correction_notices')
    .select(sql<number>`count(*)::int`.as('noticed'))
    .where('challenge_id', '=', challengeId)
    .executeTakeFirstOrThrow()
  return {
    state: job.finished_at === null ? 'running' : 'finished',
    done: counts.attempts,
    total: Math.max(job.total, counts.attempts),
    startedAt: job.started_at,
    finishedAt: job.finished_at,
    effect: sumEffect(counts, changed),
    noticed,
  }
}

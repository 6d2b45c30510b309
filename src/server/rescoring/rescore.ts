/**
 * Scores the attempts of members again after the answer key of a question was corrected. The row of `rescores` is the job. The remaining work is the
 * answers with an earlier version, so a job can stop anywhere, and processes can share it. An answer that has the corrected version is not found
 * again, and its row in `rescored_attempts` was written in the same transaction.
 *
 * Answers that become final after the start are graded with the corrected version (`practice/record-results.ts`). A transaction that began
 * before may still commit an answer with the earlier version, so recent jobs look for such answers again (`queue.ts`).
 */
import type { Kysely } from 'kysely'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'
import type { AddJob } from '#server/platform/jobs.ts'
import { rescoreBatch, type RescoreTarget } from '#server/rescoring/batch.ts'
import { countRescorable } from '#server/rescoring/preview.ts'
import { readRescoreVersions } from '#server/rescoring/versions.ts'

export type RescoreJobs = { addRescore: AddJob<{ challengeId: string }> }

type RescoreRequest = {
  challengeId: string
  questionId: string
  /** The version with the corrected answer key. */
  toVersion: number
  /** The administrator. */
  actorId: string
  /** Plain text that members see beside their corrected results. */
  publicReason: string
}

type StartRescoreResult = { ok: true } | { ok: false; refusal: 'RESCORE_VERSION_MISSING' }

/**
 * Stores the job and queues it. A second start for the same challenge only queues the stored job again. The caller must check that the user is an
 * administrator.
 */
export async function startRescore(
  db: Kysely<Tables>,
  jobs: RescoreJobs,
  { challengeId, questionId, toVersion, actorId, publicReason }: RescoreRequest,
  now: Date,
): Promise<StartRescoreResult> {
  const versions = isUuid(questionId) ? await readRescoreVersions(db, questionId, toVersion) : undefined
  if (!versions) return { ok: false, refusal: 'RESCORE_VERSION_MISSING' }
  await db
    .insertInto('rescores')
    .values({
      challenge_id: challengeId,
      question_id: questionId,
      certification_id: versions.corrected.examId,
      to_version: toVersion,
      from_versions: JSON.stringify(versions.from),
      public_reason: publicReason,
      total: await countRescorable(db, questionId, versions),
      started_by: actorId,
      started_at: now,
    })
    .onConflict((conflict) => conflict.column('challenge_id').doNothing())
    .execute()
  await jobs.addRescore({ challengeId }, 0)
  return { ok: true }
}

/**
 * Continues a job until nothing is left or the signal stops it. Can run concurrently.
 *
 * @returns whether nothing is left. If something is left, the job was stopped, or other processes have locked the remaining attempts.
 */
export async function continueRescore(db: Kysely<Tables>, challengeId: string, now: () => Date, signal?: AbortSignal): Promise<boolean> {
  const target = await findTarget(db, challengeId)
  for (;;) {
    const count = target ? await rescoreAll(db, target, now, signal) : 0
    // Without the corrected version, attempts keep their results.
    if (!target || !(await hasMore(db, target))) {
      await db
        .updateTable('rescores')
        .set({ finished_at: now() })
        .where('challenge_id', '=', challengeId)
        .where('finished_at', 'is', null)
        .execute()
      return true
    }
    if (count === 0 || signal?.aborted) return false
  }
}

async function findTarget(db: Db, challengeId: string): Promise<RescoreTarget | undefined> {
  const row = await db.selectFrom('rescores').selectAll().where('challenge_id', '=', challengeId).executeTakeFirst()
  if (!row) return undefined
  const versions = await readRescoreVersions(db, row.question_id, row.to_version)
  return versions && { challengeId, questionId: row.question_id, versions: { ...versions, from: row.from_versions } }
}

/** One pass over the remaining answers. @returns how many answers were saved */
async function rescoreAll(db: Kysely<Tables>, target: RescoreTarget, now: () => Date, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (const version of [null, ...target.versions.from]) {
    let after: string | undefined
    for (;;) {
      if (signal?.aborted) return count
      const start = { version, after }
      const batch = await transact(db, (transaction) => rescoreBatch(transaction, target, start, now()))
      if (!batch) break
      after = batch.last
      count += batch.count
      await yieldToRequests()
    }
  }
  return count
}

async function hasMore(db: Db, { questionId, versions }: RescoreTarget): Promise<boolean> {
  for (const version of [null, ...versions.from]) {
    const row = await db
      .selectFrom('final_answers')
      .select('attempt_id')
      .where('question_id', '=', questionId)
      .where('version', version === null ? 'is' : '=', version)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

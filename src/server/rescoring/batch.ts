/**
 * Scores a batch of attempts again, in the caller's transaction.
 *
 * A batch takes the same locks as saving an answer, in the same order: attempts, members, the question. If an attempt or member is locked, the batch
 * does not wait, but leaves the answer for a later batch. So a member's save waits for at most one batch, and cannot deadlock with it.
 */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { answerColumns, gradeAgain, isUnscored, toBankAnswer, type GivenAnswer } from '#server/rescoring/answers.ts'
import type { RescoreVersions } from '#server/rescoring/versions.ts'
import { rescheduleQuestion } from '#server/review/index.ts'

/** Small enough that a member who saves at the same time waits only a fraction of a second. */
export const batchSize = 200

export type RescoreTarget = { challengeId: string; questionId: string; versions: RescoreVersions }

/** Where a batch begins: after the attempt `after`, among the answers graded with `version`, which is `null` for answers from earlier releases. */
export type BatchStart = { version: number | null; after: string | undefined }

/** `count`: how many answers were saved. Answers of locked members are left for later. */
export type BatchEnd = { last: string; count: number }

/** @returns `undefined` if no remaining attempt could be locked */
export async function rescoreBatch(transaction: Db, target: RescoreTarget, start: BatchStart, now: Date): Promise<BatchEnd | undefined> {
  const found = await lockAnswers(transaction, target, start)
  const last = found.at(-1)
  if (!last) return undefined
  const members = await lockMembers(transaction, [...new Set(found.map(({ user_id }) => user_id))])
  const answers = found.filter(({ user_id }) => members.has(user_id))
  const rows = answers.map((answer) => toRow(answer, target))
  if (rows.length === 0) return { last: last.attempt_id, count: 0 }
  await saveAgain(transaction, target, rows, now)
  const changed = answers.filter((_, index) => rows[index]?.delta !== 0)
  await reschedule(transaction, target.questionId, changed, now)
  await addNotices(transaction, target.challengeId, [...new Set(changed.map(({ user_id }) => user_id))], now)
  return { last: last.attempt_id, count: rows.length }
}

type LockedAnswer = GivenAnswer & { attempt_id: string; user_id: string; certification_id: string; is_correct: boolean }

function lockAnswers(transaction: Db, { questionId }: RescoreTarget, { version: from, after }: BatchStart): Promise<LockedAnswer[]> {
  const { version, answer, seed } = answerColumns(questionId)
  return (
    transaction
      .selectFrom('final_answers as given')
      .innerJoin('attempts', 'attempts.id', 'given.attempt_id')
      .select(['given.attempt_id', 'given.user_id', 'given.certification_id', 'given.is_correct'])
      .select([version.as('version'), answer.as('answer'), seed.as('seed')])
      .where('given.question_id', '=', questionId)
      .where('given.version', from === null ? 'is' : '=', from)
      .$if(after !== undefined, (query) => query.where('given.attempt_id', '>', after ?? ''))
      // The order of the index, including answers without a version.
      .orderBy('given.version')
      .orderBy('given.attempt_id')
      .limit(batchSize)
      // Locks the answers too: an answer that another process has just scored is then read again, and no longer matches the version.
      .forUpdate(['attempts', 'given'])
      .skipLocked()
      .execute()
  )
}

async function lockMembers(transaction: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * `is_correct` and `answer` are `null` when the attempt keeps its result; then only the version of the answer is filled in. Otherwise, `answer` has
 * the options in bank order.
 */
type RescoredRow = { attempt_id: string; answer: readonly string[] | null; version: number; is_correct: boolean | null; delta: number }

function toRow(given: LockedAnswer, { versions }: RescoreTarget): RescoredRow {
  const isCorrect = gradeAgain(given, versions)
  return {
    attempt_id: given.attempt_id,
    answer: isCorrect === undefined ? null : toBankAnswer(given, versions.corrected),
    version: given.version,
    is_correct: isCorrect ?? null,
    delta: isCorrect === undefined ? 0 : Number(isCorrect) - Number(given.is_correct),
  }
}

/** One statement for all tables, because most of the cost is per statement. */
async function saveAgain(
  transaction: Db,
  { challengeId, questionId, versions: { toVersion } }: RescoreTarget,
  rows: readonly RescoredRow[],
  now: Date,
): Promise<void> {
  await sql`
    with again as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as again (attempt_id uuid, answer jsonb, version int4, is_correct boolean, delta int4)
    ),
    results as materialized (
      select again.*, given.user_id, given.skill_area, given.is_correct as was_correct, attempts.simulation is not null as is_simulation,
        attempts.correct, attempts.total, case when ${isUnscored(questionId)} then 0 else again.delta end as score_delta
      from again
      join attempts on attempts.id = again.attempt_id
      join final_answers as given on given.attempt_id = again.attempt_id and given.question_id = ${questionId}
    ),
    answers as (
      update final_answers as given set
        answer = coalesce(again.answer, given.answer),
        version = case when again.is_correct is null then again.version else ${toVersion} end,
        is_correct = coalesce(again.is_correct, given.is_correct)
      from again where given.attempt_id = again.attempt_id and given.question_id = ${questionId}
    ),
    scores as (
      update attempts set
        correct = attempts.correct + results.score_delta,
        questions = (
          select jsonb_agg(case when pinned.question ->> 'id' = ${questionId}::text
            then jsonb_set(pinned.question, '{version}', to_jsonb(${toVersion}::int4)) else pinned.question end order by pinned.place)
          from jsonb_array_elements(attempts.questions) with ordinality as pinned (question, place)
        )
      from results where attempts.id = results.attempt_id and results.is_correct is not null
    ),
    shared as (
      update shared_results set areas = (
        select jsonb_agg(case when area.value ->> 'skillArea' = results.skill_area
          then jsonb_set(area.value, '{correct}', to_jsonb((area.value ->> 'correct')::int4 + results.score_delta)) else area.value end order by area.place)
        from jsonb_array_elements(shared_results.areas) with ordinality as area (value, place)
      )
      from results where shared_results.attempt_id = results.attempt_id and results.score_delta <> 0
    )
    insert into rescored_attempts
      (challenge_id, attempt_id, user_id, from_version, was_correct, is_correct, is_simulation, correct_before, correct_after, total, rescored_at)
    select ${challengeId}::uuid, attempt_id, user_id, version, was_correct, is_correct, is_simulation, correct, correct + score_delta, total, ${now}
    from results where is_correct is not null`.execute(transaction)
}

/** Groups the answers by certification, because a question may have moved to another certification. */
async function reschedule(transaction: Db, questionId: string, changed: readonly LockedAnswer[], now: Date): Promise<void> {
  if (changed.length === 0) return
  const question = await transaction.selectFrom('questions').select('id').where('id', '=', questionId).forKeyShare().executeTakeFirst()
  // A deleted question has no cards.
  if (!question) return
  for (const certificationId of new Set(changed.map(({ certification_id }) => certification_id))) {
    const own = changed.filter(({ certification_id }) => certification_id === certificationId)
    await rescheduleQuestion(transaction, { certificationId, questionId, userIds: [...new Set(own.map(({ user_id }) => user_id))] }, now)
  }
}

async function addNotices(transaction: Db, challengeId: string, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return
  await transaction
    .insertInto('correction_notices')
    .values(userIds.map((user_id) => ({ user_id, challenge_id: challengeId, created_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'challenge_id']).doNothing())
    .execute()
}

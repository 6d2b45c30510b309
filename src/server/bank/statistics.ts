/** Statistics of questions: how often each was answered in a finished run, and how often rightly. Nothing tells who did. */
import { hourMs } from '#exam/duration.ts'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { parseAnswerKey } from '#exam/bank-file/index.ts'
import { isCorrect } from '#exam/grading.ts'
import { isBlank } from '#exam/question.ts'
import type { AnswerInput, QuestionType } from '#exam/question.ts'
import { networkOf } from '#server/http/client-address.ts'
import { consumeRateLimit } from '#server/platform/rate-limit.ts'
import type { RateLimit } from '#server/platform/rate-limit.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** What a run may have of answers to be counted: they go into the database at once. */
export const countedAnswersMax = 2_000

/** Runs that count from one network, so that nobody makes the figures alone. A class that practises together still fits. */
const limit: RateLimit = { name: 'statistics', max: 30, windowMs: hourMs }

/** Whether another run from the network of this address counts now. */
export async function mayCount(db: Db, address: string, now: Date): Promise<boolean> {
  return consumeRateLimit(db, limit, networkOf(address), now)
}

/**
 * Grades the answers of a finished run, by id of the question, against the published questions of the certification and
 * adds them up. Blank answers and unknown ids are not counted. All of it, or nothing.
 */
export async function recordStatistics(
  db: Kysely<Tables>,
  certificationId: string,
  answers: Readonly<Record<string, AnswerInput>>,
): Promise<void> {
  const given = new Map(
    Object.entries(answers).flatMap(([id, answer]) => (isUuid(id) && !isBlank(answer) ? [[id.toLowerCase(), answer]] : [])),
  )
  if (given.size === 0) return
  await db.transaction().execute(async (transaction) => {
    const questions = await listKeys(transaction, certificationId, [...given.keys()])
    await addCounts(
      transaction,
      questions.map((question) => ({ id: question.id, isRight: isCorrect(given.get(question.id) ?? [], question) })),
    )
  })
}

/** What grading needs. The rows stay until the transaction ends; always locked in the same order, so that no two wait for each other. */
async function listKeys(transaction: Db, certificationId: string, ids: string[]) {
  const rows = await transaction
    .selectFrom('questions')
    .select(['id', 'question_type', 'correct_answer'])
    .where('exam_id', '=', certificationId)
    .where('state', '=', 'published')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map(({ id, question_type, correct_answer }) => {
    const type = question_type as QuestionType
    return { id, type, answerKey: parseAnswerKey(correct_answer, type) }
  })
}

/**
 * Adds one answer to each question that is among the published ones of the certification; `graded` says by id whether it
 * was right. Belongs into a transaction.
 */
export async function countGraded(transaction: Db, certificationId: string, graded: ReadonlyMap<string, boolean>): Promise<void> {
  if (graded.size === 0) return
  const questions = await listKeys(transaction, certificationId, [...graded.keys()])
  await addCounts(
    transaction,
    questions.map(({ id }) => ({ id, isRight: graded.get(id) === true })),
  )
}

async function addCounts(transaction: Db, graded: readonly { id: string; isRight: boolean }[]): Promise<void> {
  if (graded.length === 0) return
  await transaction
    .insertInto('question_statistics')
    .values(graded.map(({ id, isRight }) => ({ question_id: id, answered: 1, correct: isRight ? 1 : 0 })))
    .onConflict((conflict) =>
      conflict.column('question_id').doUpdateSet({
        answered: sql<number>`question_statistics.answered + excluded.answered`,
        correct: sql<number>`question_statistics.correct + excluded.correct`,
      }),
    )
    .execute()
}

/** Item statistics: how often each question was answered in finished attempts, and how often correctly. They are anonymous. */
import { hourMs } from '#exam/duration.ts'
import { sql, type Kysely } from 'kysely'
import { parseAnswerKey } from '#exam/bank-file/index.ts'
import { isCorrect } from '#exam/grading.ts'
import { isBlank, type AnswerInput, type QuestionType } from '#exam/question.ts'
import { networkOf } from '#server/http/client-address.ts'
import { consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** Maximum number of answers per attempt, because they are written in one statement. */
export const countedAnswersMax = 2_000

/** Limit per network, so that one user cannot distort the statistics. A class that practices together stays below it. */
const limit: RateLimit = { name: 'statistics', max: 30, windowMs: hourMs }

/** Whether another attempt from the network of this address counts now. */
export async function mayCount(db: Db, address: string, now: Date): Promise<boolean> {
  return consumeRateLimit(db, limit, networkOf(address), now)
}

/**
 * Grades the answers of a finished attempt, by question id, against the published questions of the certification and
 * counts them in one transaction. Blank answers and unknown ids are not counted.
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

/** Types and answer keys for grading. The rows are locked in the order of their ids, which prevents deadlocks. */
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
 * Counts one answer for each published question of the certification. `graded` maps a question id to whether the answer was
 * correct. Must run in a transaction.
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

/**
 * How often each question was answered in finished attempts, and how often correctly, over all its versions. The counts are anonymous. The list of
 * the bank uses them; `item-tallies.ts` has what the item statistics need.
 */
import { hourMs } from '#exam/duration.ts'
import { sql, type Kysely } from 'kysely'
import { parseAnswerKey } from '#exam/bank-file/index.ts'
import { isCorrect } from '#exam/grading.ts'
import { listCountedAnswers } from '#exam/statistics/counted-answers.ts'
import type { StatisticsQuestion } from '#exam/statistics/item-tally.ts'
import { isBlank, type AnswerInput, type Question, type QuestionType } from '#exam/question.ts'
import { networkOf } from '#server/http/client-address.ts'
import { consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { countGuestAnswers } from '#server/statistics/item-tallies.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { selectPublished } from '#server/bank/index.ts'

/** Maximum number of answers per attempt, because they are written in one statement. */
export const countedAnswersMax = 2_000

/** Limit per network, so that one person cannot distort the statistics. High enough for a class that practices together. */
const limit: RateLimit = { name: 'statistics', max: 30, windowMs: hourMs }

/** Counts an attempt against the rate limit of the network of this address. Returns whether its answers may be counted. */
export async function mayCount(db: Db, address: string, now: Date): Promise<boolean> {
  return consumeRateLimit(db, limit, networkOf(address), now)
}

/** What a browser measured about an answer. `version`: the version of the question on screen. */
export type AnswerDetails = { version: number; timeMs: number; isGuess?: boolean | undefined }

/**
 * Grades the answers of a finished attempt, by question id, against the published questions of the certification, and counts the answers in one
 * transaction. Blank answers and unknown ids are not counted. Answers with details about the current version also count in its item statistics,
 * unless `listCountedAnswers` leaves them out.
 */
export async function recordStatistics(
  db: Kysely<Tables>,
  certificationId: string,
  answers: Readonly<Record<string, AnswerInput>>,
  details: Readonly<Record<string, AnswerDetails>> = {},
): Promise<void> {
  const given = new Map(
    Object.entries(answers).flatMap(([id, answer]) => (isUuid(id) && !isBlank(answer) ? [[id.toLowerCase(), answer]] : [])),
  )
  if (given.size === 0) return
  const measured = new Map(Object.entries(details).map(([id, one]) => [id.toLowerCase(), one]))
  await transact(db, async (transaction) => {
    const ids = [...given.keys()]
    await addCounts(transaction, certificationId, ids, (question) => isCorrect(given.get(question.id) ?? [], question))
    const questions = measured.size === 0 ? [] : await listCurrentQuestions(transaction, certificationId, ids)
    const current = questions.filter(({ id, version }) => measured.get(id)?.version === version)
    const counted = listCountedAnswers(
      current.map((question) => ({
        question,
        answer: given.get(question.id) ?? [],
        isGuess: measured.get(question.id)?.isGuess === true,
        timeMs: measured.get(question.id)?.timeMs,
      })),
    )
    await countGuestAnswers(
      transaction,
      counted.map(({ question: { id, version }, ...answer }) => ({ ...answer, questionId: id, version })),
    )
  })
}

async function listCurrentQuestions(
  db: Db,
  certificationId: string,
  ids: readonly string[],
): Promise<(StatisticsQuestion & { id: string; version: number })[]> {
  const rows = await selectPublished(db, certificationId)
    .select(['id', 'version', 'question_type', 'options', 'pairs', 'completion', 'correct_answer'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, version, question_type, options, pairs, completion, correct_answer }) => {
    const type = question_type as QuestionType
    return { id, version, type, options, pairs, ...(completion && { completion }), answerKey: parseAnswerKey(correct_answer, type) }
  })
}

/**
 * Counts one answer for each question in `graded` that is published in the certification. `graded` maps a question id to whether the answer was
 * correct. Must run in a transaction.
 */
export async function countGraded(transaction: Db, certificationId: string, graded: ReadonlyMap<string, boolean>): Promise<void> {
  await addCounts(transaction, certificationId, [...graded.keys()], ({ id }) => graded.get(id) === true)
}

/** How often a question was answered in finished attempts, and how often correctly, over all its versions. */
export async function readAnswerCounts(db: Db, questionId: string): Promise<{ answered: number; correct: number }> {
  const row = await db
    .selectFrom('question_statistics')
    .select(['answered', 'correct'])
    .where('question_id', '=', questionId)
    .executeTakeFirst()
  return row ?? { answered: 0, correct: 0 }
}

async function addCounts(
  transaction: Db,
  certificationId: string,
  ids: string[],
  isRight: (question: Pick<Question, 'id' | 'type' | 'answerKey'>) => boolean,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await selectPublished(transaction, certificationId)
    .select(['id', 'question_type', 'correct_answer'])
    .where('id', 'in', ids)
    // Locked in the order of their ids, to prevent deadlocks.
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (rows.length === 0) return
  const counts = rows.map(({ id, question_type, correct_answer }) => {
    const type = question_type as QuestionType
    return { question_id: id, answered: 1, correct: isRight({ id, type, answerKey: parseAnswerKey(correct_answer, type) }) ? 1 : 0 }
  })
  await transaction
    .insertInto('question_statistics')
    .values(counts)
    .onConflict((conflict) =>
      conflict.column('question_id').doUpdateSet({
        answered: sql<number>`question_statistics.answered + excluded.answered`,
        correct: sql<number>`question_statistics.correct + excluded.correct`,
      }),
    )
    .execute()
}

/**
 * Counts the answers of finished attempts in the statistics of their questions: once when an attempt finishes and, for members, again in a
 * nightly recount. Both use `readCountedAnswers`, so they count the same answers.
 */
import type { Kysely } from 'kysely'
import type { Attempt } from '#exam/attempt.ts'
import { movesOf } from '#exam/moves.ts'
import { isCorrect } from '#exam/grading.ts'
import { measureAnswers } from '#exam/planning/pace.ts'
import { isBlank, type Question } from '#exam/question.ts'
import { listCountedAnswers } from '#exam/statistics/counted-answers.ts'
import { unshuffleAnswer } from '#exam/planning/simulation.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import { listPinnedVersions } from '#server/practice/pinned-questions.ts'
import { listEntries, listFinishedAttempts, type StoredAttempt } from '#server/practice/store.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'
import {
  countGraded,
  countGuestAnswers,
  countMemberAnswers,
  flagQuestions,
  recountStep,
  type VersionedAnswer,
} from '#server/statistics/index.ts'

/** Attempts per run of the recount. The run of the next night continues. */
const attemptsMax = 20_000
const attemptsPerStep = 10

export const recountMaintenance: MaintenanceTask = {
  name: 'recount-item-statistics',
  cron: '20 2 * * *',
  run: async (db, _jobs, signal) => {
    await recountAnswers(db, { signal })
    await flagQuestions(db, signal)
  },
}

type FinishedAttempt = Pick<StoredAttempt, 'id' | 'userId' | 'pinned' | 'simulation'>

/** Counts a finished attempt whose moves are stored, in the transaction that finishes it. `questions`: from `listPinnedVersions`. */
export async function countAnswers(
  transaction: Db,
  stored: FinishedAttempt,
  attempt: Attempt,
  questions: readonly Question[],
): Promise<void> {
  const answered = questions.filter(({ id }) => !isBlank(attempt.answers[id]))
  const graded = new Map(answered.map((question) => [question.id, isCorrect(attempt.answers[question.id] ?? [], question)]))
  await countGraded(transaction, attempt.certificationId, graded)
  const { answers } = await readCountedAnswers(transaction, { ...stored, attempt })
  if (stored.userId === null) await countGuestAnswers(transaction, answers)
  else await countMemberAnswers(transaction, stored.id, answers)
}

/**
 * Counts the finished attempts of members again, from the start or from where the last call stopped. The result replaces the counts
 * once all attempts are counted. Can be stopped at any time.
 */
export async function recountAnswers(
  db: Kysely<Tables>,
  { rowsMax = attemptsMax, signal }: { rowsMax?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (let count = 0; count < rowsMax; count += attemptsPerStep) {
    if (signal?.aborted) break
    const isComplete = await transact(db, (transaction) => recountStep(transaction, (after) => readNextAttempts(transaction, after)))
    if (isComplete) break
    await yieldToRequests()
  }
}

async function readNextAttempts(transaction: Db, after: string | null): Promise<{ id: string; answers: VersionedAnswer[] }[]> {
  const finished = await listFinishedAttempts(transaction, after, attemptsPerStep)
  const versions = await listVersionsAtFinish(
    transaction,
    finished.map(({ id }) => id),
  )
  const attempts = []
  for (const { wasCountedForGuest, isImported, ...stored } of finished) {
    const pinned = stored.pinned.map(({ id, version }) => ({ id, version: versions.get(`${stored.id} ${id}`) ?? version }))
    const { answers, isCounted } =
      wasCountedForGuest || isImported ? notCounted : await readCountedAnswers(transaction, { ...stored, pinned })
    attempts.push({ id: stored.id, answers: isCounted ? [] : answers })
  }
  return attempts
}

/**
 * Corrections of answer keys change the pinned versions of finished attempts (`rescoring`). Returns the version that an attempt finished
 * with, by attempt id and question id, if that version is no longer the pinned one.
 */
async function listVersionsAtFinish(transaction: Db, attemptIds: readonly string[]): Promise<Map<string, number>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await transaction
    .selectFrom('rescored_attempts as again')
    .innerJoin('rescores', 'rescores.challenge_id', 'again.challenge_id')
    .select(['again.attempt_id', 'rescores.question_id', 'again.from_version'])
    .where('again.attempt_id', 'in', attemptIds)
    // An attempt that was in progress at the time of the correction has finished with the corrected version.
    .where('again.correct_before', 'is not', null)
    .orderBy('again.rescored_at', 'desc')
    .execute()
  // If there are several corrections, the earliest one is the last in the list.
  return new Map(rows.map(({ attempt_id, question_id, from_version }) => [`${attempt_id} ${question_id}`, from_version]))
}

/** For an attempt that was already counted, or that was imported. */
const notCounted = { answers: [], isCounted: true }

type CountedAttempt = {
  answers: VersionedAnswer[]
  /** Whether a guest's browser already sent the answers to the statistics. */
  isCounted: boolean
}

async function readCountedAnswers(
  transaction: Db,
  { id, pinned, simulation, attempt }: Pick<StoredAttempt, 'id' | 'pinned' | 'simulation' | 'attempt'>,
): Promise<CountedAttempt> {
  // With options in bank order, because the answers of all attempts are counted together.
  const questions = await listPinnedVersions(transaction, { pinned, simulation: null })
  const moves = movesOf(await listEntries(transaction, id, 0))
  const times = measureAnswers(moves)
  const counted = listCountedAnswers(
    questions.map((question) => {
      const answer = attempt.answers[question.id] ?? []
      return {
        question,
        answer: simulation ? unshuffleAnswer(answer, question, simulation.seed) : answer,
        isGuess: attempt.guessed.includes(question.id),
        timeMs: times.get(question.id),
      }
    }),
  )
  const isCounted = moves.some((move) => move.type === 'finish' && move.isCounted)
  return {
    answers: counted.map(({ question, ...answer }) => ({ ...answer, questionId: question.id, version: question.version })),
    isCounted,
  }
}

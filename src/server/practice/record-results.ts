/** Grades final answers: those that can no longer change. They are graded here only, against the pinned version of the question. */
import { hasFinished, type Attempt, type JournalEntry } from '#exam/attempt.ts'
import { isCorrect } from '#exam/grading.ts'
import { isBlank, type Question } from '#exam/question.ts'
import { gradeAttempt } from '#exam/results.ts'
import { listPinnedQuestions } from '#server/practice/pinned-questions.ts'
import type { StoredAttempt } from '#server/practice/store.ts'
import type { Db } from '#server/db/tables.ts'
import { countGraded } from '#server/bank/index.ts'
import { scheduleReviews } from '#server/review/index.ts'

type GradedAttempt = Pick<StoredAttempt, 'id' | 'userId' | 'pinned' | 'simulation'>

/**
 * Stores the answers that became final with these entries and plans their reviews. When the entries finish the attempt, stores
 * its result. A guest's answers are only counted in the statistics of the questions, and are not counted again after adoption.
 * Runs in the transaction that saves the entries.
 *
 * @returns how many answers of the attempt are correct, of how many; nulls while the attempt is in progress
 */
export async function recordFinalAnswers(
  transaction: Db,
  stored: GradedAttempt,
  before: Attempt | undefined,
  attempt: Attempt,
  entries: readonly JournalEntry[],
  now: Date,
): Promise<{ correct: number | null; total: number | null }> {
  const finalBefore = new Set(before ? finalAnswerIds(before) : [])
  if (before) await saveChangedGuesses(transaction, stored, before, attempt, finalBefore, now)
  const ids = new Set(finalAnswerIds(attempt).filter((id) => !finalBefore.has(id)))
  const isFinished = hasFinished(attempt) && !(before && hasFinished(before))
  if (ids.size === 0 && !isFinished) return { correct: null, total: null }
  const pinned = isFinished ? stored.pinned : stored.pinned.filter(({ id }) => ids.has(id))
  const questions = await listPinnedQuestions(transaction, { ...stored, pinned })
  const answered = questions.filter(({ id }) => ids.has(id))
  if (stored.userId !== null && answered.length > 0) {
    const { userId } = stored
    await transaction
      .insertInto('final_answers')
      .values(
        answered.map((question) => ({
          attempt_id: stored.id,
          question_id: question.id,
          user_id: userId,
          certification_id: attempt.certificationId,
          skill_area: question.skillArea,
          is_correct: isCorrect(attempt.answers[question.id] ?? [], question),
          is_guess: attempt.guessed.includes(question.id),
          finalized_at: finalizedAt(question.id, attempt, entries),
        })),
      )
      .onConflict((conflict) => conflict.columns(['attempt_id', 'question_id']).doNothing())
      .execute()
    const answeredIds = answered.map(({ id }) => id)
    await scheduleReviews(transaction, userId, attempt.certificationId, answeredIds, now)
  }
  if (!isFinished) return { correct: null, total: null }
  const isCounted = entries.some(({ move }) => move.type === 'finish' && move.isCounted)
  if (!isCounted) await countAnswers(transaction, attempt, questions)
  return saveResult(transaction, stored.id, attempt, questions)
}

/** A candidate may mark an answer as a guess after it became final. Its review is then rescheduled. */
async function saveChangedGuesses(
  transaction: Db,
  { id, userId }: GradedAttempt,
  before: Attempt,
  attempt: Attempt,
  finalIds: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  if (userId === null) return
  const marked = attempt.guessed.filter((questionId) => finalIds.has(questionId) && !before.guessed.includes(questionId))
  const unmarked = before.guessed.filter((questionId) => finalIds.has(questionId) && !attempt.guessed.includes(questionId))
  for (const [isGuess, questionIds] of [[true, marked] as const, [false, unmarked] as const]) {
    if (questionIds.length === 0) continue
    await transaction
      .updateTable('final_answers')
      .set({ is_guess: isGuess })
      .where('attempt_id', '=', id)
      .where('question_id', 'in', questionIds)
      .execute()
  }
  await scheduleReviews(transaction, userId, attempt.certificationId, [...marked, ...unmarked], now)
}

/** Ids of answers that can no longer change: all of a finished attempt, otherwise those of revealed questions. */
function finalAnswerIds(attempt: Attempt): string[] {
  const ids = hasFinished(attempt) ? Object.keys(attempt.answers) : attempt.revealed
  return ids.filter((id) => !isBlank(attempt.answers[id]))
}

function finalizedAt(questionId: string, { finishedAt, startedAt }: Attempt, entries: readonly JournalEntry[]): Date {
  const reveal = entries.findLast(({ move }) => move.type === 'reveal' && move.questionId === questionId)
  return new Date(reveal?.move.at ?? finishedAt ?? startedAt)
}

async function countAnswers(transaction: Db, attempt: Attempt, questions: readonly Question[]): Promise<void> {
  const answered = questions.filter(({ id }) => !isBlank(attempt.answers[id]))
  const graded = new Map(answered.map((question) => [question.id, isCorrect(attempt.answers[question.id] ?? [], question)]))
  await countGraded(transaction, attempt.certificationId, graded)
}

async function saveResult(
  transaction: Db,
  id: string,
  attempt: Attempt,
  questions: readonly Question[],
): Promise<{ correct: number; total: number }> {
  const { correct, total } = gradeAttempt(attempt, questions, []) ?? { correct: 0, total: 0 }
  await transaction.updateTable('attempts').set({ correct, total }).where('id', '=', id).execute()
  return { correct, total }
}

/**
 * Grades final answers: answers that can no longer change. They are graded against the pinned version of the question or, if its answer key
 * has been corrected since, against the corrected version. `rescoring` re-scores answers that were final before the correction.
 */
import { hasFinished, type Attempt } from '#exam/attempt.ts'
import type { JournalEntry } from '#exam/moves.ts'
import { isCorrect } from '#exam/grading.ts'
import { isBlank, type Question } from '#exam/question.ts'
import { gradeAttempt } from '#exam/results/results.ts'
import { unshuffleAnswer } from '#exam/planning/simulation.ts'
import { countAnswers } from '#server/practice/count-answers.ts'
import { listPinnedVersions } from '#server/practice/pinned-questions.ts'
import { saveMoves, type StoredAttempt } from '#server/practice/store.ts'
import type { PinnedQuestion } from '#server/db/attempt-tables.ts'
import type { Db } from '#server/db/tables.ts'
import { planReviews, scheduleReviews } from '#server/review/index.ts'

type GradedAttempt = Pick<StoredAttempt, 'id' | 'userId' | 'next' | 'pinned' | 'simulation' | 'isImported'>

/** How many answers in an attempt are correct, and out of how many. Both are `null` while the attempt is in progress. */
type StoredResult = Pick<StoredAttempt, 'correct' | 'total'>

/**
 * Saves moves of an attempt with the answers that become final, and plans their reviews. When the moves finish the attempt, saves its
 * result. A guest's answers are only counted in the statistics of the questions, and are not counted again after adoption.
 *
 * The transaction must have locked the attempt and its member. `before` is the attempt before the moves; `undefined` if no final answer is
 * stored yet. `isCounted`: the statistics already include the answers. Imported attempts are never counted.
 */
export async function recordMoves(
  transaction: Db,
  stored: GradedAttempt,
  before: Attempt | undefined,
  attempt: Attempt,
  entries: readonly JournalEntry[],
  now: Date,
  isCounted = entries.some(({ move }) => move.type === 'finish' && move.isCounted),
): Promise<StoredResult> {
  const finalBefore = new Set(before ? finalAnswerIds(before) : [])
  if (before) await saveChangedGuesses(transaction, stored, before, attempt, finalBefore, now)
  const ids = new Set(finalAnswerIds(attempt).filter((id) => !finalBefore.has(id)))
  const isFinished = hasFinished(attempt) && !(before && hasFinished(before))
  if (ids.size === 0 && !isFinished) {
    await saveMoves(transaction, stored, entries, attempt, now)
    return { correct: null, total: null }
  }
  const pinned = isFinished ? stored.pinned : stored.pinned.filter(({ id }) => ids.has(id))
  // The answers that were final before are re-scored by a job, which also changes their pinned versions.
  const questions = await listPinnedVersions(transaction, { ...stored, pinned }, (id) => !finalBefore.has(id))
  const finalAnswers = questions.filter(({ id }) => ids.has(id)).map((question) => gradeFinalAnswer(stored, attempt, question, entries))
  const { userId } = stored
  const cards = userId === null ? [] : await planReviews(transaction, userId, attempt.certificationId, finalAnswers, now)
  const result = isFinished ? toResult(attempt, questions) : undefined
  const owned = userId === null ? [] : finalAnswers.map((answer) => ({ ...answer, user_id: userId }))
  const repinned = repin(stored.pinned, questions)
  await saveMoves(transaction, stored, entries, attempt, now, { finalAnswers: owned, cards, result, repinned })
  if (isFinished && !isCounted && !stored.isImported)
    await countAnswers(transaction, { ...stored, pinned: repinned ?? stored.pinned }, attempt, questions)
  return result ?? { correct: null, total: null }
}

/** The pinned questions with the versions that they were graded with; `undefined` if these are the same. */
function repin(pinned: readonly PinnedQuestion[], graded: readonly { id: string; version: number }[]): PinnedQuestion[] | undefined {
  const versions = new Map(graded.map(({ id, version }) => [id, version]))
  const repinned = pinned.map((one) => (one.imported === undefined ? { id: one.id, version: versions.get(one.id) ?? one.version } : one))
  return repinned.some(({ version }, index) => version !== pinned[index]?.version) ? repinned : undefined
}

function gradeFinalAnswer(
  { id, simulation }: GradedAttempt,
  attempt: Attempt,
  question: Question & { version: number },
  entries: readonly JournalEntry[],
) {
  const answer = attempt.answers[question.id] ?? []
  return {
    answer: JSON.stringify(simulation ? unshuffleAnswer(answer, question, simulation.seed) : answer),
    version: question.version,
    attempt_id: id,
    question_id: question.id,
    certification_id: attempt.certificationId,
    skill_area: question.skillArea,
    is_correct: isCorrect(answer, question),
    is_guess: attempt.guessed.includes(question.id),
    finalized_at: finalizedAt(question.id, attempt, entries),
  }
}

/** Saves changed guess marks of answers that are already final, and reschedules the reviews of these questions. */
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

function toResult(attempt: Attempt, questions: readonly Question[]): { correct: number; total: number } {
  const { correct, total } = gradeAttempt(attempt, questions, []) ?? { correct: 0, total: 0 }
  return { correct, total }
}

/** Settled answers: those that can no longer change. They are graded here, in the version that was asked, and nowhere else. */
import { isCorrect } from '#exam/grading.ts'
import { isBlank } from '#exam/question.ts'
import type { Question } from '#exam/question.ts'
import { resultOf } from '#exam/results.ts'
import { hasFinished } from '#exam/attempt.ts'
import type { JournalEntry, Attempt } from '#exam/attempt.ts'
import { readPinnedQuestions } from '#server/practice/pinned-questions.ts'
import type { PinnedQuestion, Db, SimulationTerms } from '#server/db/tables.ts'
import { countGraded, listRemovedQuestions } from '#server/bank/index.ts'
import { planReviews } from '#server/review/index.ts'

type Settling = { id: string; userId: string | null; asked: readonly PinnedQuestion[]; simulation: SimulationTerms | null }

/**
 * Keeps the answers that the entries have settled, plans when to ask them again, and keeps the result when they finish the run. Those of somebody without an
 * account are only counted, and what was counted before an account took it over is not counted again. Belongs into the transaction that keeps the entries.
 *
 * @returns what is now right of how many; nulls while the run goes on
 */
export async function recordFinalAnswers(
  transaction: Db,
  attempt: Settling,
  before: Attempt | undefined,
  run: Attempt,
  entries: readonly JournalEntry[],
  now: Date,
): Promise<{ correct: number | null; total: number | null }> {
  const known = new Set(before ? settledIds(before) : [])
  const ids = new Set(settledIds(run).filter((id) => !known.has(id)))
  const isFinished = hasFinished(run) && !(before && hasFinished(before))
  if (ids.size === 0 && !isFinished) return { correct: null, total: null }
  const asked = isFinished ? attempt.asked : attempt.asked.filter(({ id }) => ids.has(id))
  const questions = await readPinnedQuestions(transaction, { ...attempt, asked })
  const settled = questions.filter(({ id }) => ids.has(id)).map((question) => settledOf(question, run, entries))
  if (attempt.userId !== null && settled.length > 0) {
    const { userId } = attempt
    await transaction
      .insertInto('settled_answers')
      .values(
        settled.map(({ question, correct, at }) => ({
          attempt_id: attempt.id,
          question_id: question.id,
          user_id: userId,
          certification_id: run.certificationId,
          skill_area: question.skillArea,
          is_correct: correct,
          settled_at: new Date(at),
        })),
      )
      .onConflict((conflict) => conflict.columns(['attempt_id', 'question_id']).doNothing())
      .execute()
    const answered = settled.map(({ question }) => question.id)
    await planReviews(transaction, userId, run.certificationId, answered, now)
  }
  if (!isFinished) return { correct: null, total: null }
  const isCounted = entries.some(({ move }) => move.type === 'finish' && move.isCounted)
  if (!isCounted) await countAnswers(transaction, run, questions)
  return finishAttempt(transaction, { ...attempt, asked: await leaveOutGone(transaction, attempt, run) }, run, questions)
}

/**
 * What a run is counted by. Practice shows nothing of a question that has left the bank, so one that was left blank does not count;
 * it stays left out when the question comes back. A simulation shows its questions to the end.
 */
async function leaveOutGone(transaction: Db, { asked, simulation }: Settling, run: Attempt): Promise<readonly PinnedQuestion[]> {
  if (simulation) return asked
  const blank = asked.flatMap(({ id }) => (isBlank(run.answers[id]) ? [id] : []))
  const gone = new Set(blank.length > 0 ? await listRemovedQuestions(transaction, run.certificationId, blank) : [])
  return asked.map((one) => (gone.has(one.id) ? { ...one, version: null } : one))
}

async function finishAttempt(transaction: Db, { id, asked }: Settling, run: Attempt, questions: readonly Question[]) {
  const counted = new Set(asked.flatMap((one) => (one.version === null ? [] : [one.id])))
  const result = resultOf(
    run,
    questions.filter((question) => counted.has(question.id)),
    [],
  )
  const { correct, total } = result ?? { correct: 0, total: 0 }
  await transaction
    .updateTable('attempts')
    .set({ correct, total, questions: JSON.stringify(asked) })
    .where('id', '=', id)
    .execute()
  return { correct, total }
}

async function countAnswers(transaction: Db, run: Attempt, questions: readonly Question[]): Promise<void> {
  const answered = questions.filter(({ id }) => !isBlank(run.answers[id]))
  const graded = new Map(answered.map((question) => [question.id, isCorrect(run.answers[question.id] ?? [], question)]))
  await countGraded(transaction, run.certificationId, graded)
}

/** Answers that are there and cannot change any more: all of a finished run, otherwise those whose key was shown. */
function settledIds(run: Attempt): string[] {
  const ids = hasFinished(run) ? Object.keys(run.answers) : run.revealed
  return ids.filter((id) => !isBlank(run.answers[id]))
}

function settledOf(question: Question, run: Attempt, entries: readonly JournalEntry[]) {
  const settling = entries.findLast(({ move }) => move.type === 'reveal' && move.questionId === question.id)
  const at = settling?.move.at ?? run.finishedAt ?? run.startedAt
  return { question, correct: isCorrect(run.answers[question.id] ?? [], question), at }
}

/** Finishes an attempt without showing it. */
import { hasFinished, type Attempt, type QuestionSet } from '#exam/attempt.ts'
import { applyMoves, foldJournal } from '#exam/moves.ts'
import { postAttemptEvent } from '#web/sync/attempt-channel.ts'
import { countAnswers } from '#web/sync/count-answers.ts'
import { enqueueMoves } from '#web/sync/enqueue-moves.ts'
import { openPageJournal, type Journal } from '#web/sync/journal.ts'

/**
 * Finishes the latest attempt at a question set on this device. Other pages that show the attempt then show its results.
 *
 * @throws the errors of `Journal.record`
 */
export async function finishAttempt(certificationId: string, set: QuestionSet): Promise<void> {
  const { journal } = await openPageJournal()
  await finishLatest(journal, certificationId, set, () => true)
}

/** Finishes the latest attempt of a set in the journal if it is in progress and `isMatch` accepts it. Throws like `finishAttempt`. */
export async function finishLatest(
  journal: Journal,
  certificationId: string,
  set: QuestionSet,
  isMatch: (attempt: Attempt) => boolean,
): Promise<void> {
  const { owner } = journal
  const latest = await journal.latest(certificationId, set)
  const attempt = latest && foldJournal(latest.moves)
  if (!latest || !attempt || hasFinished(attempt) || !isMatch(attempt)) return
  const { id } = latest.row
  const counted = owner === null && { isCounted: true as const }
  const { missed, recorded, isReread } = await journal.record(latest.position, attempt, [{ type: 'finish', at: Date.now(), ...counted }])
  postAttemptEvent({ type: 'added', owner, id, certificationId, set })
  if (owner !== null) return enqueueMoves(journal, id)
  const finished = applyMoves(isReread ? undefined : attempt, [...missed, ...recorded])
  // This page does not have the questions, so it does not know their versions.
  if (finished && recorded.some(({ type }) => type === 'finish')) countAnswers(finished, () => undefined)
}

/** What a member may review now: what the server says, and the review under way on this device. */
import { foldJournal, hasFinished } from '#exam/attempt.ts'
import type { Attempt, Move } from '#exam/attempt.ts'
import type { DueReviews } from '#server/review/index.ts'
import { openPageJournal, startAttempt } from '#web/sync/index.ts'

/** What was answered a moment ago may still be on its way to the server. */
const onItsWayMs = 60_000

/** `undefined` when the site cannot be asked, or nobody is signed in any more. */
export async function readDue(certificationId: string): Promise<DueReviews | undefined> {
  if (!navigator.onLine) return undefined
  try {
    const response = await fetch(`/api/review/${certificationId}`)
    return response.ok ? ((await response.json()) as DueReviews) : undefined
  } catch {
    return undefined
  }
}

/** `isUnderWay`: there are questions left that were not revealed; `onTheirWay`: those that were answered just now. */
export type LocalReview = { isUnderWay: boolean; onTheirWay: readonly string[] }

/** The latest review on this device; none where it cannot be read. `now` is milliseconds since 1970, UTC. */
export async function readLocalReview(certificationId: string, now: number): Promise<LocalReview> {
  const { journal } = await openPageJournal()
  const moves = (await journal.latest(certificationId, 'review').catch(() => undefined))?.moves ?? []
  const run = foldJournal(moves)
  return {
    isUnderWay: run !== undefined && !hasFinished(run) && run.questionIds.some((id) => !run.revealed.includes(id)),
    onTheirWay: run ? settledSince(run, moves, now - onItsWayMs) : [],
  }
}

/**
 * Has a run of the daily review ready for the exam page: the one under way, so that no answer in it is left behind, otherwise a
 * new one of what is due. `false` when nothing is due, or the site cannot be asked.
 *
 * @throws when the storage does not answer
 */
export async function prepareReview(certificationId: string): Promise<boolean> {
  if ((await readLocalReview(certificationId, Date.now())).isUnderWay) return true
  const due = await readDue(certificationId)
  if (!due || due.questionIds.length === 0) return false
  await startAttempt(certificationId, 'review', due.questionIds)
  return true
}

function settledSince(run: Attempt, moves: readonly Move[], since: number): string[] {
  const recent = moves.filter(({ at }) => at >= since)
  if (recent.some(({ type }) => type === 'finish')) return Object.keys(run.answers)
  return recent.flatMap((move) => (move.type === 'reveal' && run.answers[move.questionId] ? [move.questionId] : []))
}

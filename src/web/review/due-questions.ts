/** The due questions of a member: the list from the server, and the review in progress on this device. */
import { hasFinished, type Attempt } from '#exam/attempt.ts'
import { foldJournal, type Move } from '#exam/moves.ts'
import type { DueReviews } from '#server/review/index.ts'
import { fetchJson, openPageJournal, readKnownOwner, startAttempt } from '#web/sync/index.ts'

/** Answers more recent than this may not have reached the server yet. */
const recentMs = 60_000

/** `undefined` when the server cannot be reached or the session has ended. */
export async function fetchDueReviews(certificationId: string): Promise<DueReviews | undefined> {
  return navigator.onLine ? fetchJson<DueReviews>(`/api/review/${certificationId}`, readKnownOwner()).catch(() => undefined) : undefined
}

/** `isInProgress`: the review is not finished, and some questions have not been revealed. `recentIds`: questions that were answered just now. */
type LocalReview = { isInProgress: boolean; recentIds: readonly string[] }

/** The latest review on this device. Without storage, there is none. `now` is milliseconds since 1970, UTC. */
export async function readLocalReview(certificationId: string, now: number): Promise<LocalReview> {
  const { journal } = await openPageJournal()
  const moves = (await journal.latest(certificationId, 'review').catch(() => undefined))?.moves ?? []
  const attempt = foldJournal(moves)
  return {
    isInProgress: attempt !== undefined && !hasFinished(attempt) && attempt.questionIds.some((id) => !attempt.revealed.includes(id)),
    recentIds: attempt ? answeredSince(attempt, moves, now - recentMs) : [],
  }
}

/**
 * Makes sure the exam page has a review to open. Keeps the one in progress, so that its answers are not lost; otherwise starts a new one
 * with the questions that are due. Returns `false` when nothing is due or the server cannot be reached.
 *
 * @throws when the storage cannot be accessed
 */
export async function prepareReview(certificationId: string): Promise<boolean> {
  if ((await readLocalReview(certificationId, Date.now())).isInProgress) return true
  const due = await fetchDueReviews(certificationId)
  if (!due || due.questionIds.length === 0) return false
  await startAttempt(certificationId, 'review', due.questionIds)
  return true
}

function answeredSince(attempt: Attempt, moves: readonly Move[], since: number): string[] {
  const recent = moves.filter(({ at }) => at >= since)
  if (recent.some(({ type }) => type === 'finish')) return Object.keys(attempt.answers)
  return recent.flatMap((move) => (move.type === 'reveal' && attempt.answers[move.questionId] ? [move.questionId] : []))
}

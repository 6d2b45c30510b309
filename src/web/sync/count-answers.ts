/** Counts a guest's answers in the statistics of their questions. */
import type { Attempt } from '#exam/attempt.ts'
import { loadAnswerSender } from '#web/sync/lazy.ts'

/** Returns the version of a question on this page; `undefined` if the page does not have the question. */
export type VersionOf = (questionId: string) => number | undefined

/** Sends the answers of a finished attempt without waiting. Offline, or when the request fails, they are not counted. */
export function countAnswers(attempt: Attempt, versionOf: VersionOf): void {
  if (!navigator.onLine || Object.keys(attempt.answers).length === 0) return
  loadAnswerSender()
    .then(({ sendAnswers }) => sendAnswers(attempt, versionOf))
    .catch(() => undefined)
}

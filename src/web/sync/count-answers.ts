/** Sends a guest's answers to the question statistics. */
import type { Attempt } from '#exam/attempt.ts'
import { keepaliveMaxBytes } from '#web/sync/attempt-api.ts'

/** Sends the answers of a finished attempt without waiting. Offline they are not counted. */
export function countAnswers({ certificationId, answers }: Attempt): void {
  if (!navigator.onLine || Object.keys(answers).length === 0) return
  const body = JSON.stringify({ certificationId, answers })
  const headers = { 'Content-Type': 'application/json' }
  // Without cookies, so that nothing identifies the person who answered.
  fetch('/api/statistics', { method: 'POST', headers, body, credentials: 'omit', keepalive: body.length < keepaliveMaxBytes }).catch(
    () => undefined,
  )
}

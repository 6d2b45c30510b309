/** Tells the site the answers of a finished run, so that it counts how often each question is answered, and how often rightly. */
import type { Attempt } from '#exam/attempt.ts'

/** What browsers still send for a page that is closed, in bytes, with some to spare. */
const keptBytesMax = 60_000

/** Nobody waits for it, and without a network there is nothing to be said: the run then is not counted. */
export function countAnswers({ certificationId, answers }: Attempt): void {
  if (!navigator.onLine || Object.keys(answers).length === 0) return
  const body = JSON.stringify({ certificationId, answers })
  const headers = { 'Content-Type': 'application/json' }
  // Without cookies, so that the answers arrive with nothing about who gave them.
  fetch('/api/statistics', { method: 'POST', headers, body, credentials: 'omit', keepalive: body.length < keptBytesMax }).catch(
    () => undefined,
  )
}

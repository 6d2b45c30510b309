/** Sends a guest's answers for the statistics of the questions. Pages download this module when an attempt is finished. */
import type { Attempt } from '#exam/attempt.ts'
import { foldJournal, type Move } from '#exam/moves.ts'
import { measureAnswers } from '#exam/planning/pace.ts'
import { keepaliveMaxBytes } from '#web/sync/attempt-api.ts'
import type { VersionOf } from '#web/sync/count-answers.ts'
import { withPageJournal } from '#web/sync/journal.ts'

/** Sends the answers with their times, guess marks, and versions, but nothing about when they were given or by whom. */
export async function sendAnswers(attempt: Attempt, versionOf: VersionOf): Promise<void> {
  const { certificationId, answers } = attempt
  const details = listDetails(attempt, await readMoves(attempt), versionOf)
  const body = JSON.stringify({ certificationId, answers, details })
  const headers = { 'Content-Type': 'application/json' }
  // Without cookies, so that nothing identifies the person who answered.
  await fetch('/api/statistics', { method: 'POST', headers, body, credentials: 'omit', keepalive: body.length < keepaliveMaxBytes })
}

type AnswerDetails = { version: number; timeMs: number; isGuess?: true }

/** The details by question id. An answer without a known time or version has no details, and the server only counts it. */
function listDetails({ answers, guessed }: Attempt, moves: readonly Move[], versionOf: VersionOf): Record<string, AnswerDetails> {
  const times = measureAnswers(moves)
  return Object.fromEntries(
    Object.keys(answers).flatMap((id) => {
      const [timeMs, version] = [times.get(id), versionOf(id)]
      if (timeMs === undefined || version === undefined) return []
      return [[id, { version, timeMs: Math.round(timeMs), ...(guessed.includes(id) && { isGuess: true as const }) }] as const]
    }),
  )
}

/** Empty when the journal no longer has the attempt, or another tab has started the next one. */
async function readMoves({ certificationId, set, startedAt }: Attempt): Promise<readonly Move[]> {
  const latest = await withPageJournal(null, (journal) => journal.latest(certificationId, set))
  return latest && foldJournal(latest.moves)?.startedAt === startedAt ? latest.moves : []
}

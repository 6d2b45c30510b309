/** Asks the tutor's model with `POST /api/tutor`. Shapes: `exam/tutor/tutor-contract.ts`. */
import type { Attempt } from '#exam/attempt.ts'
import type {
  RevealStatementRequest,
  RevealStatementResponse,
  TutorAction,
  TutorEndReason,
  TutorEvent,
  TutorRequest,
  TutorSource,
  TutorStatus,
} from '#exam/tutor/tutor-contract.ts'
import type { HelpQuery } from '#web/practice/help/help-provider.ts'
import { getMoveSender, ownerHeaders, readKnownOwner, withPageJournal, type DeviceOwner } from '#web/sync/index.ts'

/** `offline`: the browser has no connection. */
export type ModelEnd = { reason: TutorEndReason | 'offline'; retryAfterSeconds?: number }

/** The reply so far. */
export type ModelReply = { text: string; sources: readonly TutorSource[] }

const address = '/api/tutor'
const flushTimeoutMs = 4_000

/** Yields the reply as it grows, and returns why it ended. Rejects only when the signal is aborted. */
export async function* askModel(
  query: HelpQuery & { action: TutorAction },
  tutor: TutorStatus,
  signal: AbortSignal,
): AsyncGenerator<ModelReply, ModelEnd> {
  if (!navigator.onLine) return { reason: 'offline' }
  const silence = watchSilence(tutor.silenceMs, signal)
  let reply: ModelReply = { text: '', sources: [] }
  try {
    const owner = readKnownOwner()
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...ownerHeaders(owner, undefined) },
      body: JSON.stringify(await toRequest(query, owner)),
      signal: silence.signal,
    })
    if (!response.ok || !response.body) return { reason: response.status === 429 ? 'tooMany' : 'unavailable' }
    for await (const event of readEvents(response.body)) {
      silence.restart()
      if (event.type === 'sources') reply = { ...reply, sources: event.sources }
      if (event.type === 'text') reply = { ...reply, text: reply.text + event.text }
      if (event.type === 'text') yield reply
      if (event.type === 'end') return event
    }
    return { reason: reply.text === '' ? 'unavailable' : 'interrupted' }
  } catch (error) {
    if (signal.aborted) throw error
    return { reason: silence.hasExpired() ? 'timedOut' : reply.text === '' ? 'unavailable' : 'interrupted' }
  } finally {
    silence.end()
  }
}

async function toRequest(query: HelpQuery & { action: TutorAction }, owner: DeviceOwner): Promise<TutorRequest> {
  const { question, version, attempt, isRevealed, answer, action, turns } = query
  const isGuest = owner === null
  return {
    questionId: question.id,
    ...(version !== undefined && { version }),
    attemptId: isGuest ? null : await findAttemptId(owner, attempt, isRevealed),
    isRevealed,
    ...(isGuest && isRevealed && (await readStatement(question.id, version))),
    answer,
    ...(attempt.seed !== undefined && { seed: attempt.seed }),
    action,
    turns,
    language: document.documentElement.lang || 'en',
  }
}

/**
 * The id of a member's attempt; `null` if it is not known. After a reveal, sends the unsent moves first, because the model may discuss the answer
 * only once the server has the reveal.
 */
async function findAttemptId(
  owner: DeviceOwner,
  { certificationId, set, startedAt }: Attempt,
  isRevealed: boolean,
): Promise<string | null> {
  return withPageJournal(owner, async (journal) => {
    const latest = await journal.latest(certificationId, set)
    const [first] = latest?.moves ?? []
    if (!latest || first?.at !== startedAt) return null
    if (isRevealed)
      await getMoveSender(owner)
        .flush(journal, flushTimeoutMs)
        .catch(() => undefined)
    return latest.row.id
  }).catch(() => null)
}

const statements = new Map<string, RevealStatementResponse>()

/** The server's statement that a guest has revealed the answer. Without one, the model replies as before the reveal. */
async function readStatement(questionId: string, version: number | undefined): Promise<{ statement: string } | undefined> {
  const key = `${questionId} ${version}`
  const known = statements.get(key)
  if (known && known.expiresAt > Date.now()) return { statement: known.statement }
  const revealed = { questionId, ...(version !== undefined && { version }) }
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ revealed } satisfies RevealStatementRequest),
  })
  if (!response.ok) return undefined
  const made = (await response.json()) as RevealStatementResponse
  statements.set(key, made)
  return { statement: made.statement }
}

/** Aborts when no event has arrived for `ms` milliseconds, or when `signal` aborts. */
function watchSilence(ms: number, signal: AbortSignal) {
  const stopping = new AbortController()
  let hasExpired = false
  const expire = () => {
    hasExpired = true
    stopping.abort()
  }
  const stop = () => stopping.abort()
  signal.addEventListener('abort', stop)
  let timer = setTimeout(expire, ms)
  return {
    signal: stopping.signal,
    hasExpired: () => hasExpired,
    restart: () => {
      clearTimeout(timer)
      timer = setTimeout(expire, ms)
    },
    end: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      stopping.abort()
    },
  }
}

/** The events of a response, one per line. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<TutorEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line !== '') yield JSON.parse(line) as TutorEvent
      if (done) return
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

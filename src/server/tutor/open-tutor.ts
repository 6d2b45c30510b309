/**
 * The tutor: answers a candidate's request with events of `exam/tutor/tutor-contract.ts`. It decides on the server whether the answer was
 * revealed, finds sources, composes the prompt, and checks the reply while it streams. No part of a conversation is stored.
 */
import { randomBytes } from 'node:crypto'
import { estimateTokens, composePrompt, type TutorPrompt } from '#exam/tutor/prompt.ts'
import { revealForTutor, sealForTutor } from '#exam/tutor/tutor-question.ts'
import type { DailyReplies, TutorEvent, TutorRequest, TutorStatus } from '#exam/tutor/tutor-contract.ts'
import type { Db } from '#server/db/tables.ts'
import type { Log } from '#server/log.ts'
import { tutorReplies } from '#server/platform/events.ts'
import type { Secret } from '#server/platform/config-values.ts'
import { isNearby, type TutorSettings } from '#server/platform/tutor-settings.ts'
import { countDailyTurns, takeDailyTurn, type LimitedCandidate } from '#server/tutor/daily-limits.ts'
import { findAskedQuestion, type FoundQuestion, type TutorAsker } from '#server/tutor/find-question.ts'
import { openModel, type StreamModel } from '#server/tutor/model.ts'
import { createQueue, type TutorQueue } from '#server/tutor/queue.ts'
import { findPassages } from '#server/tutor/retrieval/find-passages.ts'
import { listSecretSentences } from '#server/tutor/retrieval/secret-sentences.ts'
import { askedPartOf, type TutorPassage } from '#server/tutor/retrieval/passage.ts'
import { openRevealStatements, type RevealStatements } from '#server/tutor/reveal-statements.ts'
import type { StartTimer } from '#server/tutor/timers.ts'
import { reserveUsage } from '#server/tutor/usage.ts'

export type TutorCandidate = TutorAsker & { readonly limited: LimitedCandidate }

export type Tutor = {
  readonly status: TutorStatus
  readonly countReplies: (candidate: LimitedCandidate) => Promise<DailyReplies>
  /** Who receives what candidates send, for the privacy notice. `isNearby`: in the operator's own network. */
  readonly name: string
  readonly recipient: string
  readonly isNearby: boolean
  readonly statements: RevealStatements
  /** The events of a reply, see `TutorEvent`. The signal is aborted when the candidate leaves. */
  readonly reply: (
    candidate: TutorCandidate,
    request: TutorRequest,
    signal: AbortSignal,
    options?: ReplyOptions,
  ) => AsyncGenerator<TutorEvent, void>
  /** Maximum size of a prompt, in tokens. */
  readonly inputTokensMax: number
  /** Sends a prompt within the queue and the budget, without the checks of a reply. Used when administrators check questions. */
  readonly complete: (prompt: TutorPrompt, signal: AbortSignal) => Promise<CompletedPrompt>
}

export type CompletedPrompt =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'busy' | 'overBudget' | 'failed' }

type TutorOptions = {
  settings: TutorSettings
  db: Db
  secrets: readonly Secret[]
  log: Log
  now?: () => Date
  startTimer?: StartTimer
}

/** `onPassages` is called with the passages that the model is given, for an evaluation. */
type ReplyOptions = { onPassages?: (passages: readonly TutorPassage[]) => void }

const passagesMax = 6
/** How many requests may wait for each request in progress, and for how long. */
const waitingPerTurn = 4
const waitMs = 15_000
/** Extra time for the database and the network. */
const spareMs = 10_000

export function openTutor({ settings, db, secrets, log, now = () => new Date(), startTimer }: TutorOptions): Tutor {
  const timers = startTimer && { startTimer }
  const statements = openRevealStatements(secrets)
  const model = openModel({ settings, log, ...timers })
  const { concurrency } = settings
  const queue = createQueue({ concurrency, waitingMax: concurrency * waitingPerTurn, waitMs, ...timers })
  const services = { settings, db, model, queue, now }

  return {
    name: settings.name,
    recipient: settings.recipient,
    isNearby: isNearby(settings),
    inputTokensMax: settings.inputTokensMax,
    status: { name: settings.name, recipient: settings.recipient, silenceMs: settings.silenceMs + waitMs + spareMs },
    countReplies: (candidate) => countDailyTurns(db, settings.daily, candidate, now()),
    statements,
    reply: async function* (candidate, request, signal, options = {}) {
      const found = await findAskedQuestion(db, candidate, request, statements, now())
      if (!found.ok) return yield end(found.reason)
      const turn = await takeDailyTurn(db, settings.daily, candidate.limited, now())
      if (!turn.ok) return yield { type: 'end', reason: 'tooMany', retryAfterSeconds: turn.retryAfterSeconds }
      const leave = await queue.enter(signal)
      if (!leave) {
        await turn.refund()
        return yield end('busy')
      }
      try {
        for await (const event of replyInTurn(services, found, request, signal, options)) {
          const isWithoutReply = event.type === 'end' && freeReasons.has(event.reason)
          if (isWithoutReply) await turn.refund()
          yield event
        }
      } finally {
        leave()
      }
    },
    complete: async (prompt, signal) => {
      const leave = await queue.enter(signal)
      if (!leave) return { ok: false, reason: 'busy' }
      try {
        return await completeInTurn(services, prompt, signal)
      } finally {
        leave()
      }
    },
  }
}

/** A request that ends for these reasons does not count against the daily limits. */
const freeReasons = new Set<TutorEvent extends infer Event ? (Event extends { reason: infer Reason } ? Reason : never) : never>([
  'unavailable',
  'timedOut',
  'busy',
  'overBudget',
])

type TurnServices = { settings: TutorSettings; db: Db; model: StreamModel; queue: TutorQueue; now: () => Date }

async function* replyInTurn(
  { settings, db, model, now }: TurnServices,
  found: Extract<FoundQuestion, { ok: true }>,
  request: TutorRequest,
  signal: AbortSignal,
  { onPassages }: ReplyOptions,
): AsyncGenerator<TutorEvent, void> {
  const { question, stored, caseStudy, isRevealed } = found
  const { action, turns, language, answer, seed } = request
  const message = action.type === 'message' ? action.text : ''
  const shared = { message, language, limit: passagesMax }
  const passages = isRevealed
    ? await findPassages(db, { ...shared, isRevealed, question })
    : await findPassages(db, { ...shared, isRevealed, question: askedPartOf(stored) })
  const shown = { question, caseStudy, answer, seed }
  const composed = composePrompt({
    question: isRevealed ? revealForTutor(shown) : sealForTutor(shown),
    passages,
    action,
    turns,
    language: nameOfLanguage(language),
    fence: randomBytes(9).toString('base64url').replaceAll(/[_-]/g, 'x'),
    inputTokensMax: settings.inputTokensMax,
  })
  onPassages?.(composed.passages)
  const reservation = await reserveUsage(db, settings.budget, mostUsage(composed.prompt, settings), now())
  if (!reservation) return yield end('overBudget')
  yield { type: 'start', isRevealed }
  yield { type: 'sources', sources: composed.passages.map(toSource) }
  const sealed = isRevealed ? undefined : { question: sealForTutor(shown), secrets: await listSecretSentences(db, stored, caseStudy) }
  // Its hundred patterns would take time in every start.
  const { checkReply } = await import('#server/tutor/check-reply.ts')
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  let recorded = false
  try {
    for await (const event of checkReply(model(composed.prompt, stopping.signal), composed.passages, sealed)) {
      if (event.type === 'usage') {
        recorded = true
        await reservation.recordActual(event.usage)
      } else if (event.type === 'text') yield event
      else {
        const { reason, removedCitations } = event
        tutorReplies.publish({ reason, removedCitations })
        return yield { type: 'end', reason: reason === 'stopped' ? 'interrupted' : reason, removedCitations }
      }
    }
  } finally {
    stop()
    signal.removeEventListener('abort', stop)
    if (!recorded) tutorReplies.publish({ reason: 'stopped', removedCitations: 0 })
  }
}

async function completeInTurn(
  { settings, db, model, now }: TurnServices,
  prompt: TutorPrompt,
  signal: AbortSignal,
): Promise<CompletedPrompt> {
  const reservation = await reserveUsage(db, settings.budget, mostUsage(prompt, settings), now())
  if (!reservation) return { ok: false, reason: 'overBudget' }
  let text = ''
  for await (const event of model(prompt, signal)) {
    if (event.type === 'text') text += event.text
    else {
      await reservation.recordActual(event.usage)
      if (event.reason !== 'complete') return { ok: false, reason: event.reason === 'busy' ? 'busy' : 'failed' }
    }
  }
  return { ok: true, text }
}

function mostUsage({ rules, parts }: TutorPrompt, { outputTokensMax }: TutorSettings) {
  return { input: estimateTokens([rules, ...parts].join('\n')), output: outputTokensMax }
}

function toSource({ title, address, checkedOn }: TutorPassage, index: number) {
  return { number: index + 1, title, address, checkedOn }
}

/** `en` → English */
function nameOfLanguage(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? 'English'
}

function end(reason: Extract<TutorEvent, { type: 'end' }>['reason']): TutorEvent {
  return { type: 'end', reason }
}

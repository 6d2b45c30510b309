/**
 * `POST /api/attempts/:attemptId/moves`: keeps moves of a run, and tells those of other places.
 * `GET /api/attempts/:attemptId/moves?from=12`: the moves from a number on and, once the run is
 * finished, how many answers are `correct` of the questions that count, in `total`, as they were when it began. See `docs/decisions/0016-attempts.md`.
 *
 * | sent                                                | means                                                            |
 * |-----------------------------------------------------|------------------------------------------------------------------|
 * | `base`                                              | how many of its moves the sender knows; 0 begins an attempt      |
 * | `sent_at`                                           | the sender's clock, milliseconds since 1970                      |
 * | `entries`: `[{ "key": "5f0c…", "move": { … } }]`    | moves as `exam/attempt.ts` has them, in order; each key is its own   |
 */
import { z } from 'zod'
import { parseQuestionSet } from '#exam/question-set.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { getAttemptOwner, missingAttempt } from '#web/practice/api/attempt-owner.ts'
import { certificationId } from '#web/http/certification-id.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { checkMethod, privateJson, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/moves.ts'
import { appendMoves, createRateLimiter, entriesMax, findAttempt, movesMax, questionsMax, readEntries } from '#server/practice/index.ts'
import type { AppendResult } from '#server/practice/index.ts'

const instant = z.number().int().min(0).max(8_640_000_000_000_000)
const questionId = z.uuid().toLowerCase()
const answer = z.array(z.string().regex(/^(?:[A-Z]|\d{0,3}|\d{1,3}=\d{1,3})$/)).max(40)
const runSet = z.string().transform((text, context) => {
  const set = parseQuestionSet(text)
  if (!set) context.addIssue('There is no such set')
  return set ?? z.NEVER
})
const move = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    at: instant,
    certificationId,
    set: runSet,
    questionIds: z
      .array(questionId)
      .min(1)
      .max(questionsMax)
      .refine((ids) => new Set(ids).size === ids.length),
  }),
  z.object({ type: z.literal('answer'), at: instant, questionId, answer }),
  z.object({ type: z.enum(['reveal', 'hide', 'flag', 'unflag']), at: instant, questionId }),
  z.object({ type: z.literal('go'), at: instant, position: z.number().int().min(0).max(questionsMax) }),
  z.object({ type: z.literal('finish'), at: instant, isCounted: z.literal(true).exactOptional() }),
])
const sentMoves = z.object({
  base: z
    .number()
    .int()
    .min(0)
    .max(movesMax + entriesMax),
  sent_at: instant,
  entries: z.array(z.object({ key: z.string().regex(/^[\w-]{8,64}$/), move })).max(entriesMax),
})

/**
 * A page sends one request after the other, some two hundred a minute at most; a member may have several, and was perhaps offline for
 * long. Of those without an account there may be many behind one address, so each attempt is counted.
 */
const pace = createRateLimiter({ max: 1_200, windowMs: 60_000 })

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const owner = await getAttemptOwner(request, context)
  const { db } = context.get(servicesContext)
  const attempt = await findAttempt(db, params.attemptId, owner)
  if (!attempt) return missingAttempt()
  const from = Number(url.searchParams.get('from') ?? 0)
  if (!Number.isInteger(from) || from < 0) return problem(422, 'Wrong number', 'Send as from the number of the first move to be read.')
  const { next, correct, total } = attempt
  return privateJson({ next, correct, total, entries: await readEntries(db, attempt.id, Math.min(from, next)) })
}

export async function action({ request, context, params }: Route.ActionArgs) {
  checkMethod(request, ['GET', 'HEAD', 'POST'])
  const owner = await getAttemptOwner(request, context)
  const id = params.attemptId.toLowerCase()
  if (!isUuid(id)) return missingAttempt()
  const waitMs = pace('userId' in owner ? owner.userId : id, performance.now())
  if (waitMs > 0) return tooFast(waitMs)
  const read = sentMoves.safeParse(await readJsonObject(request))
  if (!read.success) {
    const detail = `Send base, sent_at and at most ${entriesMax} entries, each with its key and a move of a run.`
    return problem(422, 'Not moves', detail, { code: 'MOVES_UNREADABLE' })
  }
  const { base, sent_at, entries } = read.data
  const sent = { id, owner, base, sentAt: sent_at, entries }
  const now = new Date()
  return answerKept(await appendMoves(context.get(servicesContext).db, sent, now), now)
}

function tooFast(waitMs: number): Response {
  const detail = 'Send the same again when the time in Retry-After is over. Nothing of it is lost meanwhile.'
  const refusal = problem(429, 'Too many requests', detail, { code: 'TOO_MANY_MOVES' })
  refusal.headers.set('Retry-After', String(Math.ceil(waitMs / 1000)))
  return refusal
}

/** `now` is for the clock of a simulation. */
function answerKept(kept: AppendResult, now: Date): Response {
  if (kept.ok) {
    const { next, missed, recorded, conflicts, isFinished } = kept
    return privateJson({ next, missed, recorded, conflicts, finished: isFinished, now: now.getTime() })
  }
  const { refusal: code } = kept
  switch (code) {
    case 'ATTEMPT_MISSING':
      return missingAttempt()
    case 'ATTEMPT_UNKNOWN_EXAM':
      return problem(422, 'Unknown questions', 'The bank knows none of these questions. Begin a new run of the exam.', { code })
    case 'ATTEMPT_FULL':
      return problem(
        413,
        'Too many moves',
        'An attempt holds no more moves than these, but its end. Finish this run and begin a new one.',
        { code },
      )
    case 'TOO_MANY_ATTEMPTS': {
      const refusal = problem(429, 'Too many new runs', 'Go on with a run that you have begun, or try again tomorrow.', { code })
      refusal.headers.set('Retry-After', '3600')
      return refusal
    }
  }
}

/**
 * `POST /api/attempts/:attemptId/moves`: records moves of an attempt and returns those of other devices.
 * `GET /api/attempts/:attemptId/moves?from=12`: the moves from a number on and, once the attempt is finished, its result.
 * Shapes: `exam/contract.ts`. See `docs/decisions/0016-attempts.md`.
 *
 * | field                                               | meaning                                                             |
 * |-----------------------------------------------------|---------------------------------------------------------------------|
 * | `base`                                              | how many of the attempt's moves the sender has; 0 starts an attempt |
 * | `sentAt`                                            | the sender's clock, milliseconds since 1970                         |
 * | `entries`: `[{ "key": "5f0c…", "move": { … } }]`    | moves of `exam/attempt.ts` in order, each with an idempotency key   |
 */
import { z } from 'zod'
import { attemptMovesMax, batchMovesMax, type AttemptMovesResponse, type MoveBatchRequest, type MoveBatchResponse } from '#exam/contract.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { saves } from '#server/platform/events.ts'
import { createRateLimiter } from '#server/platform/rate-limit.ts'
import { getAttemptOwner } from '#web/practice/api/attempt-owner.ts'
import { readJsonObject, renameFields } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { earlierRequestNames } from '#web/http/previous-release.ts'
import { privateJson, problem } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/moves.ts'
import { appendMoves, createMoveShape, createQuestionSetShape, findAttempt, listEntries, momentShape } from '#server/practice/index.ts'

/** A simulation is started by `POST /api/simulations`. */
const move = createMoveShape(createQuestionSetShape())
const moveBatch: z.ZodType<MoveBatchRequest> = z.object({
  base: z
    .number()
    .int()
    .min(0)
    .max(attemptMovesMax + batchMovesMax),
  sentAt: momentShape,
  entries: z.array(z.object({ key: z.string().regex(/^[\w-]{8,64}$/), move })).max(batchMovesMax),
})

/**
 * A page sends one request at a time, at most about 200 a minute. A member may have several pages open with much to send. Guests
 * share network addresses, so each of their simulations is counted on its own.
 */
const limiter = createRateLimiter({ max: 1_200, windowMs: 60_000 })

export const middleware = [allowMethods('GET', 'POST')]

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const owner = await getAttemptOwner(request, context)
  const { db } = context.get(servicesContext)
  const attempt = await findAttempt(db, params.attemptId, owner)
  if (!attempt) return refuse('ATTEMPT_MISSING')
  const from = Number(url.searchParams.get('from') ?? 0)
  if (!Number.isInteger(from) || from < 0) return problem(422, 'Wrong number', 'Set from to the number of the first move to read.')
  const { next, correct, total } = attempt
  const entries = await listEntries(db, attempt.id, Math.min(from, next))
  return privateJson({ next, correct, total, entries } satisfies AttemptMovesResponse)
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const owner = await getAttemptOwner(request, context)
  const id = params.attemptId.toLowerCase()
  if (!isUuid(id)) return refuse('ATTEMPT_MISSING')
  const waitMs = limiter('userId' in owner ? owner.userId : id, performance.now())
  if (waitMs > 0) return refuse('TOO_MANY_MOVES', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  const batch = moveBatch.safeParse(renameFields(await readJsonObject(request), earlierRequestNames))
  if (!batch.success) {
    const detail = `Send base, sentAt and at most ${batchMovesMax} entries, each with a key and a move.`
    return refuse('MOVES_UNREADABLE', { detail })
  }
  const result = await appendMoves(context.get(servicesContext).db, { ...batch.data, id, owner }, new Date())
  if (!result.ok) return refuseResult(result)
  const { ok: _, ...response } = result
  saves.publish({ moves: response.recorded.length, conflicts: response.conflicts.length })
  return privateJson(response satisfies MoveBatchResponse)
}

/** Saves the moves in a request, with or without the router. `moves.ts` describes the body. */
import { z } from 'zod'
import { attemptMovesMax, batchMovesMax, type MoveBatchRequest, type MoveBatchResponse } from '#exam/contract.ts'
import { findViewerId, recallSession, type RecentSession } from '#server/accounts/index.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { PlainRequest } from '#server/http/plain-request.ts'
import { saves } from '#server/platform/events.ts'
import { createRateLimiter } from '#server/platform/rate-limit.ts'
import { appendMoves, createMoveShape, createQuestionSetShape, momentShape, type AttemptOwner } from '#server/practice/index.ts'
import type { Services } from '#server/services.ts'
import { readSecret } from '#web/http/bearer-secret.ts'
import { refuseSignedOut } from '#web/practice/api/attempt-owner.ts'
import { isMeantFor } from '#web/http/is-meant-for.ts'
import { readJsonObject, renameFields } from '#web/http/json-body.ts'
import { earlierRequestNames } from '#web/http/previous-release.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'

/** Rejects the question set `simulation`: `POST /api/simulations` starts simulations. */
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
 * A page sends one request at a time, at most about 200 a minute. A member may have several pages open with many moves to send. A session that has not
 * been checked yet has its own limit, because it may have ended. Guests share network addresses, so each of their simulations has its own limit.
 */
const limiter = createRateLimiter({ max: 1_200, windowMs: 60_000 })

/** `session`: the owner's session, if it has not been checked yet. @throws a refusal */
export async function saveMoves(
  { db }: Pick<Services, 'db'>,
  owner: AttemptOwner,
  attemptId: string,
  request: Pick<PlainRequest, 'headers' | 'text'>,
  session?: RecentSession,
): Promise<MoveBatchResponse> {
  const id = attemptId.toLowerCase()
  if (!isUuid(id)) throw refuse('ATTEMPT_MISSING')
  const waitMs = limiter(session?.token ?? ('userId' in owner ? owner.userId : id), performance.now())
  if (waitMs > 0) throw refuse('TOO_MANY_MOVES', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  const batch = moveBatch.safeParse(renameFields(await readJsonObject(request), earlierRequestNames))
  if (!batch.success) {
    const detail = `Send base, sentAt, and at most ${batchMovesMax} entries, each with a key and a move.`
    throw refuse('MOVES_UNREADABLE', { detail })
  }
  const result = await appendMoves(db, { ...batch.data, id, owner, session }, new Date())
  if (!result.ok) throw result.refusal === 'SIGNED_OUT' ? refuseSignedOut() : refuseResult(result)
  const { ok: _, ...response } = result
  saves.publish({ moves: response.recorded.length, conflicts: response.conflicts.length })
  return response
}

/**
 * Saves a member's moves without the router. Returns `undefined`, without reading the body, if only the router can handle the request: the session
 * must be extended, the disk is full, the sender is a guest, or the page was opened for another member. The session of an earlier save is checked
 * by the statement that saves, and forgotten after any failure.
 *
 * @throws a refusal
 */
export async function saveMovesOfMember(
  { accounts, db, hasRoom }: Pick<Services, 'accounts' | 'db' | 'hasRoom'>,
  attemptId: string,
  request: Pick<PlainRequest, 'headers' | 'text'>,
): Promise<MoveBatchResponse | undefined> {
  if (readSecret(request) || !hasRoom()) return undefined
  const cookies = request.headers.get('Cookie')
  const now = new Date()
  const session = await recallSession(accounts.auth, db, cookies, now)
  const userId = session?.userId ?? (await findViewerId(accounts.auth, db, cookies, now))
  if (userId === undefined || !isMeantFor(request, userId)) return undefined
  try {
    return await saveMoves({ db }, { userId }, attemptId, request, session)
  } catch (error) {
    session?.forget()
    throw error
  }
}

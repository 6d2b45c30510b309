/**
 * `GET /api/tutor/follow-up?question=ID&seen=ID,ID`: a short question from the bank on the same topic, as `FollowUpResponse`. It needs no model.
 * The response includes the answer, because practice sends whole questions too.
 */
import { isUuid } from '#server/db/like-pattern.ts'
import { createRateLimiter } from '#server/platform/rate-limit.ts'
import { clientAddressHeader, networkOf } from '#server/http/client-address.ts'
import { findFollowUp } from '#server/tutor/index.ts'
import { followUpsSeenMax, type FollowUpResponse } from '#exam/tutor/tutor-contract.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'
import { servicesContext } from '#web/context.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import type { Route } from './+types/follow-up.ts'

/** Everyone on the same network shares this limit. */
const limiter = createRateLimiter({ max: 120, windowMs: 60_000 })

export const middleware = [allowMethods('GET')]

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const waitMs = limiter(networkOf(request.headers.get(clientAddressHeader) ?? ''), performance.now())
  if (waitMs > 0) return refuse('TOO_MANY_FOLLOW_UPS', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  const question = url.searchParams.get('question') ?? ''
  const seen = (url.searchParams.get('seen') ?? '').split(',').filter(isUuid).slice(0, followUpsSeenMax)
  const viewer = await findViewerOfPage(context, request)
  const asked = { questionId: question, seen, userId: viewer?.id, now: new Date() }
  const followUp = isUuid(question) ? await findFollowUp(context.get(servicesContext).db, asked, Math.random) : undefined
  return privateJson({ question: followUp ?? null } satisfies FollowUpResponse)
}

/**
 * `POST /api/attempts/:attemptId/moves`: records moves of an attempt and returns moves from other devices. `GET
 * /api/attempts/:attemptId/moves?from=12`: the moves starting at a number and, once the attempt is finished, its result. Shapes:
 * `exam/contract.ts`. See `docs/decisions/0016-attempts.md`.
 *
 * | field                                               | meaning                                                             |
 * |-----------------------------------------------------|---------------------------------------------------------------------|
 * | `base`                                              | how many of the attempt's moves the sender has; 0 starts an attempt |
 * | `sentAt`                                            | the sender's clock, milliseconds since 1970                         |
 * | `entries`: `[{ "key": "5f0c…", "move": { … } }]`    | moves of `exam/moves.ts` in order, each with an idempotency key   |
 */
import type { AttemptMovesResponse } from '#exam/contract.ts'
import { findAttempt, listEntries } from '#server/practice/index.ts'
import { getAttemptOwner } from '#web/practice/api/attempt-owner.ts'
import { saveMoves } from '#web/practice/api/save-moves.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson, problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/moves.ts'

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
  return privateJson(await saveMoves(context.get(servicesContext), owner, params.attemptId, request))
}

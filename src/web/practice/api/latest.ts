/** `GET /api/attempts/latest?certification=mb-800&set=all`: a member's latest attempt at a question set, to continue on another device. */
import type { LatestAttemptResponse } from '#exam/contract.ts'
import { parseQuestionSet } from '#exam/question-set.ts'
import { getAttemptOwner } from '#web/practice/api/attempt-owner.ts'
import { privateJson, problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/latest.ts'
import { findLatestAttempt, listEntries } from '#server/practice/index.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const owner = await getAttemptOwner(request, context)
  if (!('userId' in owner)) return refuse('ATTEMPT_MISSING')
  const set = parseQuestionSet(url.searchParams.get('set'))
  const certificationId = url.searchParams.get('certification') ?? ''
  if (!set) return problem(422, 'Unknown set', 'Set must be all, mistakes, chosen, review, or a skill area such as area-1.')
  const { db } = context.get(servicesContext)
  const stored = await findLatestAttempt(db, owner.userId, certificationId, set)
  if (!stored) return privateJson({ attempt: null } satisfies LatestAttemptResponse)
  const { id, next } = stored
  const attempt = { id, next, startedAt: stored.attempt.startedAt, entries: await listEntries(db, id, 0) }
  return privateJson({ attempt } satisfies LatestAttemptResponse)
}

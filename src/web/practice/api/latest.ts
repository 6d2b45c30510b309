/** `GET /api/attempts/latest?certification=mb-800&set=all`: a member's latest attempt of a set, to go on with on another device. */
import { parseQuestionSet } from '#exam/question-set.ts'
import { getAttemptOwner, missingAttempt } from '#web/practice/api/attempt-owner.ts'
import { privateJson, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/latest.ts'
import { findLatestAttempt, readEntries } from '#server/practice/index.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const owner = await getAttemptOwner(request, context)
  if (!('userId' in owner)) return missingAttempt()
  const set = parseQuestionSet(url.searchParams.get('set'))
  const certificationId = url.searchParams.get('certification') ?? ''
  if (!set) return problem(422, 'Unknown set', 'Send as set one of all, area-1 and so on, mistakes, chosen, review.')
  const { db } = context.get(servicesContext)
  const attempt = await findLatestAttempt(db, owner.userId, certificationId, set)
  if (!attempt) return privateJson({ attempt: null })
  const { id, next, run } = attempt
  return privateJson({ attempt: { id, next, startedAt: run.startedAt, entries: await readEntries(db, id, 0) } })
}

/** `GET /api/attempts/:attemptId/sheet`: a simulation with its questions, as `SimulationSheetResponse` of `exam/contract.ts`. */
import { getAttemptOwner } from '#web/practice/api/attempt-owner.ts'
import { privateJson } from '#web/http/problem.ts'
import { withEarlierSheetNames } from '#web/http/previous-release.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/sheet.ts'
import { findSheet } from '#server/simulation/index.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const owner = await getAttemptOwner(request, context)
  const sheet = await findSheet(context.get(servicesContext).db, params.attemptId.toLowerCase(), owner, new Date())
  return sheet ? privateJson(withEarlierSheetNames(sheet)) : refuse('ATTEMPT_MISSING')
}

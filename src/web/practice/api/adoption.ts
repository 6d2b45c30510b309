/**
 * `POST /api/attempts/:attemptId/adoption`: moves a guest's simulation into the account of the signed-in member. The request presents the
 * simulation's secret, which becomes invalid. 409 if the simulation is in progress and the account already has another simulation of the same
 * certification in progress.
 */
import type { AdoptionResponse } from '#exam/contract.ts'
import { readSecret } from '#web/http/bearer-secret.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/adoption.ts'
import { adoptAttempt } from '#server/practice/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'

export const middleware = [allowMethods('POST')]

export async function action({ request, context, params }: Route.ActionArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  const secret = readSecret(request)
  if (!secret) return refuse('ATTEMPT_MISSING')
  const { db } = context.get(servicesContext)
  const adoption = await adoptAttempt(db, { id: params.attemptId.toLowerCase(), secret, userId: viewer.id }, new Date())
  if (adoption.ok) return privateJson({ member: viewer.id } satisfies AdoptionResponse)
  if (adoption.refusal === 'SIMULATION_UNDER_WAY') {
    return refuse(adoption.refusal, { detail: 'First submit this simulation, or the one of this certification in the account.' })
  }
  return refuseResult(adoption)
}

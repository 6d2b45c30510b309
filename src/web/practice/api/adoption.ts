/**
 * `POST /api/attempts/:attemptId/adoption`: moves a guest's simulation into the account of the signed-in member. The request
 * presents the simulation's secret, which is then invalid. 409 when the simulation is in progress and the member already has one of
 * the certification in progress.
 */
import type { AdoptionResponse } from '#exam/contract.ts'
import { isMeantFor, missingAttempt, readSecret } from '#web/practice/api/attempt-owner.ts'
import { checkMethod, privateJson, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/adoption.ts'
import { adoptAttempt } from '#server/practice/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'

export async function action({ request, context, params }: Route.ActionArgs) {
  checkMethod(request, ['POST'])
  const viewer = await findViewer(context)
  if (!viewer || !isMeantFor(request, viewer.id)) {
    return problem(401, 'Not signed in', 'Sign in and repeat the request.', { code: 'SIGNED_OUT' })
  }
  const secret = readSecret(request)
  if (!secret) return missingAttempt()
  const { db } = context.get(servicesContext)
  const adoption = await adoptAttempt(db, { id: params.attemptId.toLowerCase(), secret, userId: viewer.id }, new Date())
  if (adoption.ok) return privateJson({ member: viewer.id } satisfies AdoptionResponse)
  const { refusal: code } = adoption
  switch (code) {
    case 'ATTEMPT_MISSING':
      return missingAttempt()
    case 'SIMULATION_UNDER_WAY': {
      const detail = 'First submit this simulation, or the one of this certification in the account.'
      return problem(409, 'A simulation is in progress', detail, { code })
    }
  }
}

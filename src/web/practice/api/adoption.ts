/**
 * `POST /api/attempts/:attemptId/adoption`: makes a simulation that was begun without an account that of whoever is signed in and
 * shows its secret, which opens nothing afterwards. 409 while it is under way and the member has another one of the exam under way.
 */
import { isMeantFor, missingAttempt, readSecret } from '#web/practice/api/attempt-owner.ts'
import { checkMethod, privateJson, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/adoption.ts'
import { adoptAttempt } from '#server/practice/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'

export async function action({ request, context, params }: Route.ActionArgs) {
  checkMethod(request, ['POST'])
  const viewer = await findViewer(context)
  if (!viewer || !isMeantFor(request, viewer.id)) return problem(401, 'Not signed in', 'Sign in and ask again.', { code: 'SIGNED_OUT' })
  const secret = readSecret(request)
  if (!secret) return missingAttempt()
  const { db } = context.get(servicesContext)
  const adopted = await adoptAttempt(db, { id: params.attemptId.toLowerCase(), secret, userId: viewer.id }, new Date())
  if (adopted.ok) return privateJson({ member: viewer.id })
  const { refusal: code } = adopted
  switch (code) {
    case 'ATTEMPT_MISSING':
      return missingAttempt()
    case 'SIMULATION_UNDER_WAY':
      return problem(409, 'A simulation is under way', 'Submit the simulation of this exam in the account first, or this one.', { code })
  }
}

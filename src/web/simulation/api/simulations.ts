/**
 * `POST /api/simulations` `{ "certification_id", "length", "extra_time" }`: draws a simulation and starts its time. The answer is its
 * sheet (`attempt-sheet.ts`) with the `member` whose it is or, for somebody who is not signed in, the `secret` with which to reach it.
 * `GET /api/simulations?certification=mb-800`: a member's latest one, and the extra time she is granted.
 * Beginning is answered with 409 when the member has one of the certification under way, which `GET` then names.
 * Both answer 401 when `Praxam-Member` names somebody who is not signed in.
 */
import { z } from 'zod'
import { hasFinished } from '#exam/attempt.ts'
import { extraTimes, lengthNames } from '#exam/simulation.ts'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { certificationId } from '#web/http/certification-id.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { checkMethod, privateJson, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/simulations.ts'
import { findLatestSimulation, readExtraTime, startSimulation } from '#server/simulation/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'
import { isMeantFor, printSheet } from '#web/practice/index.server.ts'

const askedSimulation = z.object({
  certification_id: certificationId,
  length: z.enum(lengthNames),
  extra_time: z.literal(extraTimes),
})

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await findViewer(context)
  if (!viewer || !isMeantFor(request, viewer.id)) return problem(401, 'Not signed in', 'Sign in and ask again.', { code: 'SIGNED_OUT' })
  const { db } = context.get(servicesContext)
  const latest = await findLatestSimulation(db, viewer.id, url.searchParams.get('certification') ?? '', new Date())
  return privateJson({
    simulation: latest ? { id: latest.id, finished: hasFinished(latest.run) } : null,
    extra_time: await readExtraTime(db, viewer.id),
  })
}

export async function action({ request, context }: Route.ActionArgs) {
  checkMethod(request, ['GET', 'HEAD', 'POST'])
  const asked = askedSimulation.safeParse(await readJsonObject(request))
  if (!asked.success) {
    const detail = `Send certification_id, length (${lengthNames.join(', ')}) and extra_time (${extraTimes.join(', ')}).`
    return problem(422, 'Not a simulation', detail, { code: 'SIMULATION_UNREADABLE' })
  }
  const { certification_id: askedId, length, extra_time: extraTime } = asked.data
  const viewer = await findViewer(context)
  if (!isMeantFor(request, viewer?.id)) {
    return problem(401, 'Not signed in', 'Sign in, or load the page again and begin as who is signed in.', { code: 'SIGNED_OUT' })
  }
  const beginner = viewer ? { userId: viewer.id } : { address: request.headers.get(clientAddressHeader) ?? '' }
  const now = new Date()
  const begun = await startSimulation(context.get(servicesContext).db, { certificationId: askedId, length, extraTime, beginner }, now)
  if (begun.ok) {
    const { sheet, secret } = begun
    return privateJson({ ...printSheet(sheet, now), member: viewer?.id ?? null, ...(secret && { secret }) }, 201)
  }
  const { refusal: code } = begun
  switch (code) {
    case 'SIMULATION_UNKNOWN':
      return problem(422, 'No such simulation', 'Load the page again and choose one of the lengths it offers.', { code })
    case 'SIMULATION_UNDER_WAY':
      return problem(409, 'A simulation is under way', 'Go on with the one that you have begun, or submit it first.', { code })
    case 'TOO_MANY_SIMULATIONS': {
      const refusal = problem(429, 'Too many simulations', 'Go on with one that you have begun, or try again in an hour.', { code })
      refusal.headers.set('Retry-After', '3600')
      return refusal
    }
  }
}

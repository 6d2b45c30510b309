/**
 * `POST /api/simulations` `{ "certificationId", "length", "extraTime" }`: draws a simulation and starts its time. 409 when the member
 * already has one of the certification in progress. `GET /api/simulations?certification=mb-800`: a member's latest simulation and
 * their extra time. 401 when `Praxam-Member` names a member who is not signed in. Shapes: `exam/contract.ts`.
 */
import { z } from 'zod'
import { hasFinished } from '#exam/attempt.ts'
import type { LatestSimulationResponse, SimulationRequest, StartedSimulationResponse } from '#exam/contract.ts'
import { extraTimes, lengthNames } from '#exam/simulation.ts'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { certificationId } from '#web/http/certification-id.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { checkMethod, privateJson, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/simulations.ts'
import { findLatestSimulation, readExtraTime, startSimulation } from '#server/simulation/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'
import { isMeantFor } from '#web/practice/index.server.ts'

const simulationRequest: z.ZodType<SimulationRequest> = z.object({
  certificationId,
  length: z.enum(lengthNames),
  extraTime: z.literal(extraTimes),
})

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await findViewer(context)
  if (!viewer || !isMeantFor(request, viewer.id)) {
    return problem(401, 'Not signed in', 'Sign in and repeat the request.', { code: 'SIGNED_OUT' })
  }
  const { db } = context.get(servicesContext)
  const latest = await findLatestSimulation(db, viewer.id, url.searchParams.get('certification') ?? '', new Date())
  const simulation = latest ? { id: latest.id, finished: hasFinished(latest.attempt) } : null
  return privateJson({ simulation, extraTime: await readExtraTime(db, viewer.id) } satisfies LatestSimulationResponse)
}

export async function action({ request, context }: Route.ActionArgs) {
  checkMethod(request, ['GET', 'HEAD', 'POST'])
  const body = simulationRequest.safeParse(await readJsonObject(request))
  if (!body.success) {
    const detail = `Send certificationId, length (${lengthNames.join(', ')}) and extraTime (${extraTimes.join(', ')}).`
    return problem(422, 'Not a simulation', detail, { code: 'SIMULATION_UNREADABLE' })
  }
  const viewer = await findViewer(context)
  if (!isMeantFor(request, viewer?.id)) {
    return problem(401, 'Not signed in', 'Sign in, or reload the page to start as the signed-in member.', { code: 'SIGNED_OUT' })
  }
  const candidate = viewer ? { userId: viewer.id } : { address: request.headers.get(clientAddressHeader) ?? '' }
  const started = await startSimulation(context.get(servicesContext).db, { ...body.data, candidate }, new Date())
  if (started.ok) {
    const { sheet, secret } = started
    const response = { ...sheet, member: viewer?.id ?? null, ...(secret && { secret }) }
    return privateJson(response satisfies StartedSimulationResponse, 201)
  }
  const { refusal: code } = started
  switch (code) {
    case 'SIMULATION_UNKNOWN':
      return problem(422, 'No such simulation', 'Reload the page and choose one of its lengths.', { code })
    case 'SIMULATION_UNDER_WAY':
      return problem(409, 'A simulation is in progress', 'Continue or submit the simulation that is in progress.', { code })
    case 'TOO_MANY_SIMULATIONS': {
      const refusal = problem(429, 'Too many simulations', 'Continue a simulation that you started, or try again in an hour.', { code })
      refusal.headers.set('Retry-After', '3600')
      return refusal
    }
  }
}

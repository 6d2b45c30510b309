/**
 * `POST /api/simulations` `{ "certificationId", "length", "extraTime", "rules"? }`: draws a simulation and starts its time. 409 when the
 * member already has a simulation of the certification in progress. `GET /api/simulations?certification=mb-800`: a member's latest
 * simulation, the results of the latest finished ones, and their extra time. 401 for a guest's `GET`, or when `Praxam-Member` names a member
 * who is not signed in. Shapes: `exam/contract.ts`.
 */
import { z } from 'zod'
import { hasFinished } from '#exam/attempt.ts'
import type { SimulationRequest, StartedSimulationResponse } from '#exam/contract.ts'
import { simulationRuleNames } from '#exam/exam-rules.ts'
import { extraTimes, lengthNames } from '#exam/planning/simulation.ts'
import { comparedSimulationsMax } from '#exam/results/simulation-comparison.ts'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { certificationId } from '#server/catalogue/index.ts'
import { readJsonObject, renameFields } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { earlierRequestNames, withEarlierSheetNames, withEarlierSimulationNames } from '#web/http/previous-release.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/simulations.ts'
import { listSimulationScores } from '#server/practice/index.ts'
import { findLatestSimulation, readExtraTime, startSimulation } from '#server/simulation/index.ts'
import { findViewer, findViewerOfPage } from '#web/accounts/index.server.ts'
import { isMeantFor } from '#web/http/is-meant-for.ts'

const simulationRequest: z.ZodType<SimulationRequest> = z.object({
  certificationId,
  length: z.enum(lengthNames),
  extraTime: z.literal(extraTimes),
  rules: z.array(z.enum(simulationRuleNames)).max(simulationRuleNames.length).optional(),
})

export const middleware = [allowMethods('GET', 'POST')]

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  const { db } = context.get(servicesContext)
  const certification = url.searchParams.get('certification') ?? ''
  const latest = await findLatestSimulation(db, viewer.id, certification, new Date())
  const simulation = latest ? { id: latest.id, finished: hasFinished(latest.attempt) } : null
  // One more, because the latest may be the result that the others are compared with.
  const scores = await listSimulationScores(db, viewer.id, certification, comparedSimulationsMax + 1)
  return privateJson(withEarlierSimulationNames({ simulation, scores, extraTime: await readExtraTime(db, viewer.id) }))
}

export async function action({ request, context }: Route.ActionArgs) {
  const body = simulationRequest.safeParse(renameFields(await readJsonObject(request), earlierRequestNames))
  if (!body.success) {
    const detail = `Send certificationId, length (${lengthNames.join(', ')}), extraTime (${extraTimes.join(', ')}), and optionally rules, a list of ${simulationRuleNames.join(', ')}.`
    return refuse('SIMULATION_UNREADABLE', { detail })
  }
  const viewer = await findViewer(context)
  if (!isMeantFor(request, viewer?.id)) {
    return refuse('SIGNED_OUT', { detail: 'Sign in, or reload the page to start as the signed-in member.' })
  }
  const candidate = viewer ? { userId: viewer.id } : { address: request.headers.get(clientAddressHeader) ?? '' }
  const { db, examRules, questionChunks } = context.get(servicesContext)
  const started = await startSimulation(db, { ...body.data, candidate }, new Date(), examRules, questionChunks.readIndex)
  if (!started.ok) return refuseResult(started)
  const { sheet, secret } = started
  const response = { ...withEarlierSheetNames(sheet), member: viewer?.id ?? null, ...(secret && { secret }) }
  return privateJson(response satisfies StartedSimulationResponse, 201)
}

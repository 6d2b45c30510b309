/** `GET /api/certifications/:id`: one row. Source: spec §7. */
import { findCertificationRow } from '#server/catalogue.ts'
import { answer, problem, refuseMethod } from '#web/api/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/certification.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const row = await findCertificationRow(context.get(servicesContext).db, params.certificationId)
  return row ? answer(row) : problem(404, 'No such certification', 'GET /api/certifications lists all of them.')
}

export const action = refuseMethod

/** `GET /api/certifications`: every row, ordered by family. Source: spec §7. */
import { listCertificationRows } from '#server/catalogue.ts'
import { answer, refuseMethod } from '#web/api/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/certifications.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return answer(await listCertificationRows(context.get(servicesContext).db))
}

export const action = refuseMethod

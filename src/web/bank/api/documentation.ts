/** `GET /api/banks/:certificationId/documentation`: documentation pages by skill area, as `DocumentationArea[]`. */
import { allowMethods } from '#web/http/methods.ts'
import { json } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/documentation.ts'
import { listDocumentation } from '#server/bank/index.ts'
import { findCertification } from '#server/catalogue/index.ts'

export const middleware = [allowMethods('GET')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const certification = await findCertification(db, params.certificationId)
  if (!certification) return refuse('UNKNOWN_CERTIFICATION')
  const outline = certification.skillAreas.map(({ name }) => name)
  return json(await listDocumentation(db, certification.id, outline))
}

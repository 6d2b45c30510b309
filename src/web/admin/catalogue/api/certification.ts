/** `GET /api/certifications/:id`: one row. `PATCH` and `DELETE`: administrators. Source: spec §7. */
import { getApiAdministrator } from '#web/admin/administrator.ts'
import { readJsonObject, readVersion } from '#web/http/json-body.ts'
import { json, checkMethod } from '#web/http/problem.ts'
import { answerCertification, answerCertificationRemoval, unknownCertification } from '#web/admin/catalogue/api/saved-certification.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/certification.ts'
import { changeCertification, removeCertification } from '#server/bank/index.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const row = await findCertificationRow(context.get(servicesContext).db, params.certificationId)
  return row ? json(row) : unknownCertification()
}

export async function action({ request, context, params }: Route.ActionArgs) {
  checkMethod(request, ['GET', 'HEAD', 'PATCH', 'DELETE'])
  const viewer = await getApiAdministrator(context)
  const { db } = context.get(servicesContext)
  const id = params.certificationId
  if (request.method === 'DELETE') return answerCertificationRemoval(await removeCertification(db, viewer.id, id, new Date()))
  const body = await readJsonObject(request)
  return answerCertification(await changeCertification(db, viewer.id, id, body, readVersion(body), new Date()))
}

/** `GET /api/certifications`: every row, ordered by family. `POST`: adds one; administrators. Source: spec §7. */
import { getApiAdministrator } from '#web/admin/administrator.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { json, checkMethod } from '#web/http/problem.ts'
import { answerCertification } from '#web/admin/catalogue/api/saved-certification.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/certifications.ts'
import { addCertification } from '#server/bank/index.ts'
import { listCertificationRows } from '#server/catalogue/index.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return json(await listCertificationRows(context.get(servicesContext).db))
}

export async function action({ request, context }: Route.ActionArgs) {
  checkMethod(request, ['GET', 'HEAD', 'POST'])
  const viewer = await getApiAdministrator(context)
  const item = await readJsonObject(request)
  return answerCertification(await addCertification(context.get(servicesContext).db, viewer.id, item, new Date()), 201)
}

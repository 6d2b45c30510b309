/** `GET /api/certifications`: every row, ordered by family. `POST`: adds a certification; administrators only. Source: spec §7. */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { json, privateJson } from '#web/http/problem.ts'
import { refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/certifications.ts'
import { addCertification } from '#server/bank/index.ts'
import { listCertificationRows } from '#server/catalogue/index.ts'

export const middleware = [allowMethods('GET', 'POST'), requireApiAdministrator('to write')]

export async function loader({ context }: Route.LoaderArgs) {
  return json(await listCertificationRows(context.get(servicesContext).db))
}

export async function action({ request, context }: Route.ActionArgs) {
  const item = await readJsonObject(request)
  const added = await addCertification(context.get(servicesContext).db, context.get(administratorContext).id, item, new Date())
  return added.ok ? privateJson({ certification: added.record }, 201) : refuseResult(added)
}

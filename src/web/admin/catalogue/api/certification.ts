/** `GET /api/certifications/:id`: one row. `PATCH` and `DELETE`: administrators only. Source: spec §7. */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { readJsonObject, readVersion } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { json, noContent, privateJson } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/certification.ts'
import { changeCertification, deleteCertification } from '#server/bank/index.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'

export const middleware = [allowMethods('GET', 'PATCH', 'DELETE'), requireApiAdministrator('to write')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const row = await findCertificationRow(context.get(servicesContext).db, params.certificationId)
  return row ? json(row) : refuse('UNKNOWN_CERTIFICATION')
}

export async function action({ request, context, params: { certificationId: id } }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  const actor = context.get(administratorContext)
  if (request.method === 'DELETE') {
    const deleted = await deleteCertification(db, actor.id, id, new Date())
    return deleted.ok ? noContent() : refuseResult(deleted)
  }
  const body = await readJsonObject(request)
  const changed = await changeCertification(db, actor.id, id, body, readVersion(body), new Date())
  return changed.ok ? privateJson({ certification: changed.record }) : refuseResult(changed)
}

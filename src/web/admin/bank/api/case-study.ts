/** `GET /api/case-studies/:id`: title and content. `PATCH` and `DELETE`: administrators only. Source: spec §7. */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { readJsonObject, readVersion } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { json, noContent, privateJson } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/case-study.ts'
import { changeCaseStudy, deleteCaseStudy, findCaseStudy } from '#server/bank/index.ts'

export const middleware = [allowMethods('GET', 'PATCH', 'DELETE'), requireApiAdministrator('to write')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await findCaseStudy(context.get(servicesContext).db, params.caseStudyId)
  return found ? json({ title: found.title, content: found.content }) : refuse('UNKNOWN_CASE_STUDY')
}

export async function action({ request, context, params: { caseStudyId: id } }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  const actor = context.get(administratorContext)
  if (request.method === 'DELETE') {
    const deleted = await deleteCaseStudy(db, actor.id, id, new Date())
    return deleted.ok ? noContent() : refuseResult(deleted)
  }
  const body = await readJsonObject(request)
  const changed = await changeCaseStudy(db, actor.id, id, body, readVersion(body), new Date())
  return changed.ok ? privateJson({ case_study: changed.record, warnings: changed.warnings }) : refuseResult(changed)
}

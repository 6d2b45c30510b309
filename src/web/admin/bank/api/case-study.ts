/** `GET /api/case-studies/:id`: title and content. `PATCH` and `DELETE`: administrators. Source: spec §7. */
import { getApiAdministrator } from '#web/admin/administrator.ts'
import { readJsonObject, readVersion } from '#web/http/json-body.ts'
import { json, checkMethod } from '#web/http/problem.ts'
import { answerCaseStudy, answerCaseStudyRemoval, unknownCaseStudy } from '#web/admin/bank/api/saved-case-study.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/case-study.ts'
import { changeCaseStudy, findCaseStudy, removeCaseStudy } from '#server/bank/index.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await findCaseStudy(context.get(servicesContext).db, params.caseStudyId)
  return found ? json({ title: found.title, content: found.content }) : unknownCaseStudy()
}

export async function action({ request, context, params }: Route.ActionArgs) {
  checkMethod(request, ['GET', 'HEAD', 'PATCH', 'DELETE'])
  const viewer = await getApiAdministrator(context)
  const { db } = context.get(servicesContext)
  const id = params.caseStudyId
  if (request.method === 'DELETE') return answerCaseStudyRemoval(await removeCaseStudy(db, viewer.id, id, new Date()))
  const body = await readJsonObject(request)
  return answerCaseStudy(await changeCaseStudy(db, viewer.id, id, body, readVersion(body), new Date()))
}

/** `POST /api/case-studies` `{ title, content }`: adds a case study; administrators. */
import { getApiAdministrator } from '#web/admin/administrator.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { checkMethod } from '#web/http/problem.ts'
import { answerCaseStudy } from '#web/admin/bank/api/saved-case-study.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/case-studies.ts'
import { addCaseStudy } from '#server/bank/index.ts'

/** There is nothing to read here. */
export function loader({ request }: Route.LoaderArgs) {
  checkMethod(request, ['POST'])
}

export async function action({ request, context }: Route.ActionArgs) {
  checkMethod(request, ['POST'])
  const viewer = await getApiAdministrator(context)
  const item = await readJsonObject(request)
  return answerCaseStudy(await addCaseStudy(context.get(servicesContext).db, viewer.id, item, new Date()), 201)
}

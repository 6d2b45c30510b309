/** `POST /api/case-studies` `{ title, content }`: adds a case study. Administrators only. */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/case-studies.ts'
import { addCaseStudy } from '#server/bank/index.ts'

export const middleware = [allowMethods('POST'), requireApiAdministrator()]

export async function action({ request, context }: Route.ActionArgs) {
  const item = await readJsonObject(request)
  const added = await addCaseStudy(context.get(servicesContext).db, context.get(administratorContext).id, item, new Date())
  return added.ok ? privateJson({ case_study: added.record, warnings: added.warnings }, 201) : refuseResult(added)
}

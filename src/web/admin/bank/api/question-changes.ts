/** `POST /api/questions/changes` `{ ids, change }`: publishes, withdraws, moves, or deletes several questions, all or none. Administrators only. */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/question-changes.ts'
import { changeQuestions } from '#server/bank/index.ts'

export const middleware = [allowMethods('POST'), requireApiAdministrator()]

export async function action({ request, context }: Route.ActionArgs) {
  const { ids, change } = await readJsonObject(request)
  const changed = await changeQuestions(context.get(servicesContext).db, context.get(administratorContext).id, ids, change, new Date())
  if (changed.ok) return privateJson({ changed: changed.changed })
  const detail = changed.unknown && 'Leave out the ids in unknown and send the others again.'
  return refuseResult({ ...changed, ...(detail && { detail }) })
}

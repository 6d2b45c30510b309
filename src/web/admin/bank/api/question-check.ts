/**
 * `POST /api/questions/:id/check`: the tutor's model answers the stored question without seeing its answer key. The response is a
 * `QuestionCheck`; the question stays unchanged. Administrators only.
 */
import { checkQuestion } from '#server/tutor/index.ts'
import { requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { servicesContext } from '#web/context.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import type { Route } from './+types/question-check.ts'

export const middleware = [allowMethods('POST'), requireApiAdministrator()]

export async function action({ request, context, params }: Route.ActionArgs) {
  // The body has no fields yet, but it must be JSON, as in all other requests.
  await readJsonObject(request)
  const { db, tutor } = context.get(servicesContext)
  if (!tutor) return refuse('CHECK_NOT_CONNECTED')
  const result = await checkQuestion(db, tutor, params.questionId, request.signal)
  return result.ok ? privateJson(result.check) : refuseResult(result)
}

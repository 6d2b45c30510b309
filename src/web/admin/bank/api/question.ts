/** `GET`, `PATCH`, and `DELETE /api/questions/:id`: one question with its answer key, drafts included. Administrators only. Source: spec §7. */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { readJsonObject, readVersion } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { noContent, privateJson } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/question.ts'
import { changeQuestion, changeQuestions, findStoredQuestion } from '#server/bank/index.ts'

export const middleware = [allowMethods('GET', 'PATCH', 'DELETE'), requireApiAdministrator()]

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await findStoredQuestion(context.get(servicesContext).db, params.questionId)
  return found ? privateJson(found) : refuse('UNKNOWN_QUESTION')
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  const actor = context.get(administratorContext)
  const id = params.questionId.toLowerCase()
  if (request.method === 'DELETE') {
    const deleted = await changeQuestions(db, actor.id, [id], { type: 'delete' }, new Date())
    return deleted.ok ? noContent() : refuseResult(deleted)
  }
  const body = await readJsonObject(request)
  const changed = await changeQuestion(db, actor.id, id, body, readVersion(body), new Date())
  return changed.ok ? privateJson({ question: changed.record, warnings: changed.warnings }) : refuseResult(changed)
}

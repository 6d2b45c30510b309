/** `GET`, `PATCH` and `DELETE /api/questions/:id`: one question with its key, drafts too; administrators. Source: spec §7. */
import { getApiAdministrator } from '#web/admin/administrator.ts'
import { readJsonObject, readVersion } from '#web/http/json-body.ts'
import { checkMethod, noContent, privateJson } from '#web/http/problem.ts'
import { answerChanged, answerSaved, unknownQuestion } from '#web/admin/bank/api/saved-question.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/question.ts'
import { changeQuestion, changeQuestions, findStoredQuestion } from '#server/bank/index.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  await getApiAdministrator(context)
  const found = await findStoredQuestion(context.get(servicesContext).db, params.questionId)
  return found ? privateJson(found) : unknownQuestion()
}

export async function action({ request, context, params }: Route.ActionArgs) {
  checkMethod(request, ['GET', 'HEAD', 'PATCH', 'DELETE'])
  const viewer = await getApiAdministrator(context)
  const { db } = context.get(servicesContext)
  const id = params.questionId.toLowerCase()
  if (request.method === 'DELETE') {
    const removed = await changeQuestions(db, viewer.id, [id], { type: 'delete' }, new Date())
    return removed.ok ? noContent() : answerChanged(removed)
  }
  const body = await readJsonObject(request)
  return answerSaved(await changeQuestion(db, viewer.id, id, body, readVersion(body), new Date()))
}

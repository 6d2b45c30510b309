/** `GET /api/questions/:id/versions`: how a question was before, the newest first. `POST`: makes one of them the current one. Administrators. */
import { getApiAdministrator } from '#web/admin/administrator.ts'
import { readJsonObject, readVersion } from '#web/http/json-body.ts'
import { checkMethod, privateJson, problem } from '#web/http/problem.ts'
import { answerSaved, unknownQuestion } from '#web/admin/bank/api/saved-question.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/question-versions.ts'
import { listVersions, restoreVersion } from '#server/bank/index.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  await getApiAdministrator(context)
  const versions = await listVersions(context.get(servicesContext).db, params.questionId)
  return versions.length > 0 ? privateJson(versions) : unknownQuestion()
}

export async function action({ request, context, params }: Route.ActionArgs) {
  checkMethod(request, ['GET', 'HEAD', 'POST'])
  const viewer = await getApiAdministrator(context)
  const body = await readJsonObject(request)
  const wanted = readVersion({ version: body['restore'] })
  if (wanted === undefined) return problem(422, 'No version named', 'Send as restore the number of the version to bring back.')
  const { db } = context.get(servicesContext)
  return answerSaved(await restoreVersion(db, viewer.id, params.questionId, wanted, readVersion(body), new Date()))
}

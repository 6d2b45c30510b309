/** `GET /api/questions/:id/versions`: the latest versions of a question, newest first. `POST`: restores one. Administrators only. */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { readJsonObject, readVersion } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson, problem } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/question-versions.ts'
import { listVersions, restoreVersion } from '#server/bank/index.ts'

export const middleware = [allowMethods('GET', 'POST'), requireApiAdministrator()]

export async function loader({ context, params }: Route.LoaderArgs) {
  const versions = await listVersions(context.get(servicesContext).db, params.questionId)
  return versions.length > 0 ? privateJson(versions) : refuse('UNKNOWN_QUESTION')
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const body = await readJsonObject(request)
  const version = readVersion({ version: body['restore'] })
  if (version === undefined) return problem(422, 'Version missing', 'Set restore to the number of the version to restore.')
  const { db } = context.get(servicesContext)
  const actor = context.get(administratorContext)
  const restored = await restoreVersion(db, actor.id, params.questionId, version, readVersion(body), new Date())
  return restored.ok ? privateJson({ question: restored.record, warnings: restored.warnings }) : refuseResult(restored)
}

/** `POST /api/freshness/:questionId` `{ action, version }`: confirms that a question is still right, or undoes that. Administrators only. */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/confirmation.ts'
import { confirmQuestion, undoConfirmation } from '#server/freshness/index.ts'

export const middleware = [allowMethods('POST'), requireApiAdministrator()]

const changes = { confirm: confirmQuestion, undo: undoConfirmation }

export async function action({ request, context, params }: Route.ActionArgs) {
  const { action, version } = await readJsonObject(request)
  if (action !== 'confirm' && action !== 'undo') return refuse('CHANGE_REFUSED', { detail: 'Set action to confirm or undo.' })
  if (!Number.isSafeInteger(version)) return refuse('VERSION_WRONG')
  const actorId = context.get(administratorContext).id
  const confirmation = { questionId: params.questionId, seen: Number(version), actorId }
  const result = await changes[action](context.get(servicesContext).db, confirmation, new Date())
  return result.ok ? privateJson(result.latest) : refuseResult(result)
}

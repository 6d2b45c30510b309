/** `POST /api/questions/changes` `{ ids, change }`: publishes, withdraws, moves or deletes many questions at once, all or none; administrators. */
import { getApiAdministrator } from '#web/admin/administrator.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { checkMethod } from '#web/http/problem.ts'
import { answerChanged } from '#web/admin/bank/api/saved-question.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/question-changes.ts'
import { changeQuestions } from '#server/bank/index.ts'

/** There is nothing to read here. */
export function loader({ request }: Route.LoaderArgs) {
  checkMethod(request, ['POST'])
}

export async function action({ request, context }: Route.ActionArgs) {
  checkMethod(request, ['POST'])
  const viewer = await getApiAdministrator(context)
  const { ids, change } = await readJsonObject(request)
  return answerChanged(await changeQuestions(context.get(servicesContext).db, viewer.id, ids, change, new Date()))
}

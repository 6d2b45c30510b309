/**
 * `GET /api/questions?exam_id=`: questions of one certification, ordered by created_at, then id. `POST /api/questions`:
 * adds one; administrators. Source: spec §7.
 */
import { getApiAdministrator } from '#web/admin/administrator.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { json, checkMethod, problem } from '#web/http/problem.ts'
import { answerSaved } from '#web/admin/bank/api/saved-question.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/questions.ts'
import { addQuestion, listQuestionRows } from '#server/bank/index.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'

const usage = 'Ask with exactly one parameter, exam_id, such as /api/questions?exam_id=mb-800.'

export async function loader({ context, url }: Route.LoaderArgs) {
  const names = [...url.searchParams.keys()]
  const examId = url.searchParams.get('exam_id')
  if (!examId || names.length !== 1) return problem(400, 'Wrong parameters', usage)
  const { db } = context.get(servicesContext)
  if (!(await findCertificationRow(db, examId))) return problem(404, 'No such certification', 'GET /api/certifications lists all of them.')
  return json(await listQuestionRows(db, examId))
}

export async function action({ request, context }: Route.ActionArgs) {
  checkMethod(request, ['GET', 'HEAD', 'POST'])
  const viewer = await getApiAdministrator(context)
  // Which id and which place in the order it gets is not for whoever sends it to say.
  const { id: _id, created_at: _time, ...item } = await readJsonObject(request)
  return answerSaved(await addQuestion(context.get(servicesContext).db, viewer.id, item, new Date()), 201)
}

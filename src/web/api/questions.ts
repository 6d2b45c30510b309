/** `GET /api/questions?exam_id=`: questions of one certification, ordered by created_at, then id. Source: spec §7. */
import { findCertificationRow } from '#server/catalogue.ts'
import { listQuestionRows } from '#server/question-bank.ts'
import { answer, problem, refuseMethod } from '#web/api/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/questions.ts'

const usage = 'Ask with exactly one parameter, exam_id, such as /api/questions?exam_id=mb-800.'

export async function loader({ context, url }: Route.LoaderArgs) {
  const names = [...url.searchParams.keys()]
  const examId = url.searchParams.get('exam_id')
  if (!examId || names.length !== 1) return problem(400, 'Wrong parameters', usage)
  const { db } = context.get(servicesContext)
  if (!(await findCertificationRow(db, examId))) return problem(404, 'No such certification', 'GET /api/certifications lists all of them.')
  return answer(await listQuestionRows(db, examId))
}

export const action = refuseMethod

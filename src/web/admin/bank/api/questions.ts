/**
 * `GET /api/questions?exam_id=`: the published questions of a certification, ordered by created_at, then id. With `language=fr`, the texts of
 * translated questions are in French, and each item has its `language`.
 * `POST /api/questions`: adds a question; administrators only. Source: spec §7.
 */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { json, privateJson, problem } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { readTranslationLanguage } from '#web/http/translation-language.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/questions.ts'
import { addQuestion, listBankQuestions, listItemsInLanguage, listQuestionRows } from '#server/bank/index.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'

export const middleware = [allowMethods('GET', 'POST'), requireApiAdministrator('to write')]

const usage = 'Send the parameter exam_id, as in /api/questions?exam_id=mb-800, and optionally language, as in language=fr.'

export async function loader({ context, url }: Route.LoaderArgs) {
  const names = [...url.searchParams.keys()]
  const examId = url.searchParams.get('exam_id')
  const hasLanguage = names.includes('language')
  if (!examId || names.length !== (hasLanguage ? 2 : 1)) return problem(400, 'Wrong parameters', usage)
  const { db } = context.get(servicesContext)
  const language = hasLanguage ? readTranslationLanguage(url.searchParams.get('language')) : undefined
  if (!(await findCertificationRow(db, examId))) return refuse('UNKNOWN_CERTIFICATION')
  if (!language) return json(await listQuestionRows(db, examId))
  return json(await listItemsInLanguage(db, language, await listBankQuestions(db, examId)))
}

export async function action({ request, context }: Route.ActionArgs) {
  // The server chooses the id and the position in the order.
  const { id: _id, created_at: _time, ...item } = await readJsonObject(request)
  const added = await addQuestion(context.get(servicesContext).db, context.get(administratorContext).id, item, new Date())
  return added.ok ? privateJson({ question: added.record, warnings: added.warnings }, 201) : refuseResult(added)
}

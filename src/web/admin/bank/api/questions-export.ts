/**
 * `GET /api/questions/export?exam_id=&format=json|zip`: the bank as a file to keep, to send, or to import again.
 * Administrators; without `exam_id` all questions, without `format` json. Source: spec §7, export.
 */
import { getApiAdministrator } from '#web/admin/administrator.ts'
import { problem, refuseMethod } from '#web/http/problem.ts'
import { streamed } from '#web/http/streamed.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/questions-export.ts'
import { exportBank, exportFormats, exportName } from '#server/bank/index.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'

const types = { json: 'application/json; charset=utf-8', zip: 'application/zip' } as const

export async function loader({ context, url }: Route.LoaderArgs) {
  await getApiAdministrator(context)
  const { db, files } = context.get(servicesContext)
  const format = exportFormats.find((known) => known === (url.searchParams.get('format') ?? 'json'))
  if (!format) return problem(400, 'Wrong parameters', 'The format is json or zip.')
  const examId = url.searchParams.get('exam_id') ?? undefined
  if (examId !== undefined && !(await findCertificationRow(db, examId)))
    return problem(404, 'No such certification', 'GET /api/certifications lists all of them.')
  return streamed(exportBank({ db, files }, { format, examId }), {
    'Content-Type': types[format],
    'Content-Disposition': `attachment; filename="${exportName(format, new Date())}"`,
  })
}

export const action = refuseMethod

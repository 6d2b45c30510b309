/**
 * `GET /api/questions/export?exam_id=&format=json|zip`: the bank as a file that can be imported again. Administrators only.
 * Without `exam_id` all questions; the default format is json. Source: spec §7, export.
 */
import { requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { allowMethods } from '#web/http/methods.ts'
import { problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { streamed } from '#web/http/streamed.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/questions-export.ts'
import { exportBank, exportFormats, exportName } from '#server/bank/index.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'

export const middleware = [allowMethods('GET'), requireApiAdministrator()]

const types = { json: 'application/json; charset=utf-8', zip: 'application/zip' } as const

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, files } = context.get(servicesContext)
  const format = exportFormats.find((format) => format === (url.searchParams.get('format') ?? 'json'))
  if (!format) return problem(400, 'Wrong parameters', 'The format must be json or zip.')
  const examId = url.searchParams.get('exam_id') ?? undefined
  if (examId !== undefined && !(await findCertificationRow(db, examId))) return refuse('UNKNOWN_CERTIFICATION')
  return streamed(exportBank({ db, files }, { format, examId }), {
    'Content-Type': types[format],
    'Content-Disposition': `attachment; filename="${exportName(format, new Date())}"`,
  })
}

/**
 * `GET /api/questions/export?exam_id=&format=`: the bank as a file. Administrators only. Without `exam_id`, the file has all questions. The
 * default format is json; `exam/export-format.ts` lists all formats. Source: spec §7, export.
 */
import { exportFormats, exportName } from '#exam/export-format.ts'
import { exportTypes } from '#web/admin/bank/export-types.ts'
import { requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { allowMethods } from '#web/http/methods.ts'
import { problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { streamed } from '#web/http/streamed.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/questions-export.ts'
import { exportBank, findExportProblem } from '#server/bank/index.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'

export const middleware = [allowMethods('GET'), requireApiAdministrator()]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, files } = context.get(servicesContext)
  const format = exportFormats.find((format) => format === (url.searchParams.get('format') ?? 'json'))
  if (!format) return problem(400, 'Wrong parameters', `The format must be one of ${exportFormats.join(', ')}.`)
  const examId = url.searchParams.get('exam_id') ?? undefined
  if (examId !== undefined && !(await findCertificationRow(db, examId))) return refuse('UNKNOWN_CERTIFICATION')
  const reason = await findExportProblem(db, { format, examId })
  if (reason !== undefined) return problem(422, 'Not possible in this format', reason)
  return streamed(exportBank({ db, files }, { format, examId }), {
    'Content-Type': exportTypes[format],
    'Content-Disposition': `attachment; filename="${exportName(format, examId, new Date())}"`,
  })
}

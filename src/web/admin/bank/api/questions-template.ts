/** `GET /api/questions/template?exam_id=&format=csv|xlsx`: a table with example questions, as a template for an import. Administrators only. */
import { templateFormats } from '#exam/export-format.ts'
import { servicesContext } from '#web/context.ts'
import { requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { exportTypes } from '#web/admin/bank/export-types.ts'
import { allowMethods } from '#web/http/methods.ts'
import { problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { streamed } from '#web/http/streamed.ts'
import type { Route } from './+types/questions-template.ts'
import { writeTemplate } from '#server/bank/index.ts'
import { findCertificationRow, readCertification } from '#server/catalogue/index.ts'

export const middleware = [allowMethods('GET'), requireApiAdministrator()]

export async function loader({ context, url }: Route.LoaderArgs) {
  const format = templateFormats.find((format) => format === url.searchParams.get('format'))
  if (!format) return problem(400, 'Wrong parameters', `The format must be one of ${templateFormats.join(', ')}.`)
  const row = await findCertificationRow(context.get(servicesContext).db, url.searchParams.get('exam_id') ?? '')
  if (!row) return refuse('UNKNOWN_CERTIFICATION')
  return streamed(writeTemplate(readCertification(row), format), {
    'Content-Type': exportTypes[format],
    'Content-Disposition': `attachment; filename="questions_template_${row.id}.${format}"`,
  })
}

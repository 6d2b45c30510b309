/**
 * `POST /api/reports`: a report of a problem with a question. A report with the same `key` is stored once. The header `Praxam-Member` has the id of
 * the member who reports; without the header, the report is from a guest.
 *
 * | field        | meaning                                                                  |
 * |--------------|--------------------------------------------------------------------------|
 * | `key`        | UUID that the browser chose for the report                               |
 * | `questionId` | UUID of the question                                                     |
 * | `version`    | the version on the screen; may be missing                                |
 * | `reason`     | one of `reportReasons`                                                   |
 * | `text`       | may be blank, except for `other`                                         |
 * | `email`      | where a guest wants a reply, or blank; ignored for members               |
 *
 * The response is `{ "isRepeated": true }` if the same person has already reported the question for this reason.
 *
 * `GET /api/reports?keys=KEY,KEY`: the progress of up to 100 reports, as `{ "reports": ReportProgress[] }`. Keys that are unknown, and those of
 * other members, are left out.
 */
import { z } from 'zod'
import { findReportTextProblem, reportReasons } from '#exam/reports/question-report.ts'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/reports.ts'
import { followReports } from '#server/challenges/index.ts'
import { receiveReport } from '#server/reports/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'

const emailLengthMax = 254

const report = z.object({
  key: z.uuid().toLowerCase(),
  questionId: z.uuid().toLowerCase(),
  version: z.int().min(1).max(1_000_000).optional(),
  reason: z.enum(reportReasons),
  // PostgreSQL cannot store NUL.
  text: z.string().transform((text) => text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').trim()),
  email: z.union([z.literal(''), z.string().max(emailLengthMax).pipe(z.email())]),
})

export const middleware = [allowMethods('GET', 'POST')]

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const keys = (url.searchParams.get('keys') ?? '').toLowerCase().split(',')
  const viewer = await findViewer(context)
  const follower = viewer ? { userId: viewer.id } : { ipAddress: request.headers.get(clientAddressHeader) ?? '' }
  const reports = await followReports(context.get(servicesContext).db, keys, follower, new Date())
  return reports ? privateJson({ reports }) : refuse('TOO_MANY_REPORT_REQUESTS')
}

export async function action({ request, context }: Route.ActionArgs) {
  const read = report.safeParse(await readJsonObject(request))
  if (!read.success) return refuse('REPORT_UNREADABLE')
  const { email, version, ...received } = read.data
  const textProblem = findReportTextProblem(received.reason, received.text)
  if (textProblem) return refuse('REPORT_TEXT', { refusals: [{ field: 'text', reason: textProblem }] })
  const memberId = request.headers.get('Praxam-Member')
  // A report that waited on the device is stored only for the member who wrote it.
  if (memberId !== null && (await findViewer(context))?.id !== memberId)
    return refuse('SIGNED_OUT', { detail: 'Sign in as the member who wrote the report, and send it again.' })
  const reporter =
    memberId === null ? { ipAddress: request.headers.get(clientAddressHeader) ?? '', email: email || null } : { userId: memberId }
  const { db } = context.get(servicesContext)
  const result = await receiveReport(db, { ...received, version }, reporter, new Date())
  return result.ok ? privateJson({ isRepeated: result.isRepeated }) : refuseResult(result)
}

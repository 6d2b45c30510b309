/**
 * `GET /api/review/:certificationId?of=01a2…`: the questions due for a member's daily review and, with the id of an attempt, when the
 * questions of this attempt are due again.
 *
 * | field         | meaning                                                                             |
 * |---------------|-------------------------------------------------------------------------------------|
 * | `questionIds` | most overdue first, within the daily limit                                          |
 * | `dueCount`    | how many questions are due                                                          |
 * | `leftToday`   | how many questions are left of the daily limit, across all certifications           |
 * | `nextDueOn`   | when the next question is due, `2026-11-30` in the member's time zone; may be `null` |
 * | `returns`     | `[{ "questionId", "dueOn" }]` of the attempt, soonest first; empty without one        |
 */
import { privateJson } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/review.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'
import { listDue, listReturns } from '#server/review/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  const { db } = context.get(servicesContext)
  const certification = await findCertificationRow(db, params.certificationId)
  if (!certification) return refuse('UNKNOWN_CERTIFICATION')
  const now = new Date()
  const of = url.searchParams.get('of')
  const returns = of === null ? [] : await listReturns(db, viewer.id, of, now)
  return privateJson({ ...(await listDue(db, viewer.id, certification.id, now)), returns })
}

/**
 * `GET /api/review/:certificationId`: what a member may review now, to begin a run of the set `review`.
 *
 * | answered      | means                                                                                        |
 * |---------------|----------------------------------------------------------------------------------------------|
 * | `questionIds` | most overdue first, within the daily number                                                  |
 * | `dueCount`    | all that are due                                                                             |
 * | `leftToday`   | how much of the daily number is left, for all certifications together                        |
 * | `nextDueOn`   | the day of the next one after these, `2026-11-30` where the member is; `null` without any    |
 */
import { privateJson, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/review.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'
import { listDue } from '#server/review/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'
import { unknownCertification } from '#web/admin/catalogue/index.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const viewer = await findViewer(context)
  if (!viewer) return problem(401, 'Not signed in', 'Sign in and ask again.', { code: 'SIGNED_OUT' })
  const { db } = context.get(servicesContext)
  const certification = await findCertificationRow(db, params.certificationId)
  return certification ? privateJson(await listDue(db, viewer.id, certification.id, new Date())) : unknownCertification()
}

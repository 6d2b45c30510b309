/** `GET /api/correction-notices`: a list of `CorrectionNotice`. `POST` dismisses the notice of the challenge in `dismiss` and returns the rest. */
import { privateJson, problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/correction-notices.ts'
import { dismissCorrectionNotice, listCorrectionNotices } from '#server/rescoring/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'
import { readFields } from '#web/accounts/index.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await findViewerOfPage(context, request)
  // A page may request its notices before it detects that the session has ended.
  if (!viewer) return privateJson([])
  return privateJson(await listCorrectionNotices(context.get(servicesContext).db, viewer.id))
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  const { values, problem: unreadable } = await readFields(request, ['dismiss'])
  if (unreadable) return problem(400, 'Unreadable form', 'Send the field once, as text.', { code: unreadable })
  const { db } = context.get(servicesContext)
  await dismissCorrectionNotice(db, viewer.id, values.dismiss, new Date())
  return privateJson(await listCorrectionNotices(db, viewer.id))
}

/**
 * `GET /api/today`: a `TodaySummary` of `server/today`, for the home page, which is the same for everyone until this response arrives.
 * `null` for a guest, because a page may send the request before it knows that the session has ended.
 */
import { privateJson } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/today.ts'
import { readToday } from '#server/today/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return privateJson(null)
  return privateJson(await readToday(context.get(servicesContext).db, viewer.id, new Date()))
}

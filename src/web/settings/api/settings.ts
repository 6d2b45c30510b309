/** `GET /api/settings`: what a member has set that counts while practising, `{ "extra_time": 1.25, "daily_questions": 20, "time_zone": "Europe/Paris" }`. */
import { privateJson, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/settings.ts'
import { readSettings } from '#server/settings/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await findViewer(context)
  if (!viewer) return problem(401, 'Not signed in', 'Sign in and ask again.', { code: 'SIGNED_OUT' })
  const { extraTime, dailyQuestions, timeZone } = await readSettings(context.get(servicesContext).db, viewer.id)
  return privateJson({ extra_time: extraTime, daily_questions: dailyQuestions, time_zone: timeZone })
}

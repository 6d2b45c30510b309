/** `GET /api/settings`: the member's settings for practicing, `{ "extraTime": 1.25, "dailyQuestions": 20, "timeZone": "Europe/Paris" }`. */
import { withEarlierSettingsNames } from '#web/http/previous-release.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/settings.ts'
import { readSettings } from '#server/settings/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await findViewer(context)
  if (!viewer) return refuse('SIGNED_OUT')
  const { extraTime, dailyQuestions, timeZone } = await readSettings(context.get(servicesContext).db, viewer.id)
  return privateJson(withEarlierSettingsNames({ extraTime, dailyQuestions, timeZone }))
}

/**
 * `GET /api/settings`: the member's practice settings, `{ "extraTime": 1.25, "dailyQuestions": 20, "timeZone": "Europe/Paris" }`.
 *
 * `POST /api/settings`: a form with some fields of the settings page, and a `changed` entry with the name of each. Returns the same as `GET`,
 * or a problem whose `refusals` have the codes of `SettingsProblem`. If there is a problem, nothing is saved.
 */
import type { Settings } from '#exam/planning/settings.ts'
import { withEarlierSettingsNames } from '#web/http/previous-release.ts'
import { privateJson, problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import { applySettingsChange, readSettingsForm } from '#web/settings/settings-form.ts'
import type { Route } from './+types/settings.ts'
import { changeSettings, readSettings } from '#server/settings/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  return respond(await readSettings(context.get(servicesContext).db, viewer.id))
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  const change = await readSettingsForm(request)
  if (!change) return problem(400, 'Unreadable form', 'Send the fields of the settings page as text.')
  const parsed = await changeSettings(
    context.get(servicesContext).db,
    viewer.id,
    (before) => applySettingsChange(before, change),
    new Date(),
  )
  if (parsed.ok) return respond(parsed.settings)
  const refusals = Object.entries(parsed.problems).map(([field, reason]) => ({ field, reason }))
  return problem(422, 'Settings refused', 'Correct the fields named in refusals and send them again.', { refusals })
}

function respond({ extraTime, dailyQuestions, timeZone }: Settings): Response {
  return privateJson(withEarlierSettingsNames({ extraTime, dailyQuestions, timeZone }))
}

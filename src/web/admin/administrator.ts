/** The gate in front of what only administrators may ask of `/api`. */
import type { RouterContextProvider } from 'react-router'
import { problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import { findViewer } from '#web/accounts/index.server.ts'
import type { Viewer } from '#web/accounts/index.ts'

/** @throws a problem: 401 for guests, 403 for members, and for administrators without a second factor where one is needed */
export async function getApiAdministrator(context: Readonly<RouterContextProvider>): Promise<Viewer> {
  const viewer = await findViewer(context)
  if (!viewer) throw problem(401, 'Not signed in', 'Sign in as an administrator and ask again.', { code: 'NOT_SIGNED_IN' })
  if (!viewer.isAdministrator) throw notAnAdministrator()
  if (!viewer.hasSecondFactor && context.get(servicesContext).accounts.policy.secondFactorForAdministrators) {
    const detail = 'Set up a second factor in your profile and ask again.'
    throw problem(403, 'Second factor needed', detail, { code: 'SECOND_FACTOR_NEEDED' })
  }
  return viewer
}

/** Also for a role that was taken away while the request was on its way. */
export function notAnAdministrator(): Response {
  const detail = 'Ask an administrator to do this, or to give you the role.'
  return problem(403, 'Not an administrator', detail, { code: 'NOT_AN_ADMINISTRATOR' })
}

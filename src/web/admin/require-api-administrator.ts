/** Restricts routes of `/api` to administrators. */
import { createContext, type MiddlewareFunction } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { refuse } from '#web/http/refusals.ts'
import { findViewer } from '#web/accounts/index.server.ts'
import type { Viewer } from '#web/accounts/index.ts'

/** The administrator who makes the request. Reading it in a route without {@link requireApiAdministrator} throws. */
export const administratorContext = createContext<Viewer>()

/**
 * Refuses guests with 401. Refuses members with 403, and administrators too if they lack a required second factor. `'to write'` leaves
 * GET open to everyone.
 */
export function requireApiAdministrator(when: 'always' | 'to write' = 'always'): MiddlewareFunction<Response> {
  return async ({ request, context }) => {
    if (when === 'to write' && (request.method === 'GET' || request.method === 'HEAD')) return undefined
    const viewer = await findViewer(context)
    if (!viewer) return refuse('NOT_SIGNED_IN')
    if (!viewer.isAdministrator) return refuse('NOT_AN_ADMINISTRATOR')
    const { secondFactorForAdministrators } = context.get(servicesContext).accounts.policy
    if (secondFactorForAdministrators && !viewer.hasSecondFactor) return refuse('SECOND_FACTOR_NEEDED')
    context.set(administratorContext, viewer)
    return undefined
  }
}

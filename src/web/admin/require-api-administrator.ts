/** Restricts routes of `/api` to administrators. */
import { createContext, type MiddlewareFunction } from 'react-router'
import { refuse } from '#web/http/refusals.ts'
import { checkAdministrator } from '#web/accounts/index.server.ts'
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
    const access = await checkAdministrator(context, request)
    if (!access.ok) return refuse(access.refusal)
    context.set(administratorContext, access.administrator)
    return undefined
  }
}

/** Whether a request comes from an administrator. A refusal is logged like a refused sign-in: without addresses of persons. */
import type { RouterContextProvider } from 'react-router'
import { logContext, servicesContext, viewerContext } from '#web/context.ts'
import { clientAddressHeader, networkOf } from '#server/http/client-address.ts'
import type { Viewer } from '#server/accounts/index.ts'

type AccessRefusal = 'NOT_SIGNED_IN' | 'NOT_AN_ADMINISTRATOR' | 'SECOND_FACTOR_NEEDED'

type Context = Readonly<RouterContextProvider>
type Access = { ok: true; administrator: Viewer } | { ok: false; refusal: AccessRefusal }

export async function checkAdministrator(context: Context, request: Request): Promise<Access> {
  const { viewer } = await context.get(viewerContext)()
  const access = accessOf(viewer, context.get(servicesContext).accounts.policy.secondFactorForAdministrators)
  if (!access.ok) logRefusal(context, request, viewer, access.refusal)
  return access
}

function accessOf(viewer: Viewer | undefined, requiresSecondFactor: boolean): Access {
  if (!viewer) return { ok: false, refusal: 'NOT_SIGNED_IN' }
  if (!viewer.isAdministrator) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
  if (requiresSecondFactor && !viewer.hasSecondFactor) return { ok: false, refusal: 'SECOND_FACTOR_NEEDED' }
  return { ok: true, administrator: viewer }
}

/** `memberId` is absent for a guest. */
function logRefusal(context: Context, request: Request, viewer: Viewer | undefined, reason: AccessRefusal): void {
  const network = networkOf(request.headers.get(clientAddressHeader) ?? '')
  const { pathname: path } = new URL(request.url)
  context.get(logContext).info({ memberId: viewer?.id, network, method: request.method, path, reason }, 'Access refused')
}

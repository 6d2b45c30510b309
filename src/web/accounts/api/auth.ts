/** `/api/auth/*`: the addresses of better-auth, for programs, passkeys and what identity providers send people back to. */
import { problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/auth.ts'
import { handleAuthRequest, authPath } from '#server/accounts/index.ts'
import type { Auth } from '#server/accounts/index.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accounts } = context.get(servicesContext)
  const path = new URL(request.url).pathname.slice(authPath.length)
  // The library counts what it is asked before it looks whether there is such an address.
  if (!isKnown(accounts.auth, path)) return problem(404, 'Nothing is here', 'See docs/spec-map.md for the addresses of accounts.')
  return handleAuthRequest(accounts, request)
}

export const action = loader

/** Whether better-auth has the address; `:id` in one of its addresses stands for one part. */
function isKnown(auth: Auth, path: string): boolean {
  return Object.values(auth.api).some((endpoint) => {
    const known = 'path' in endpoint && typeof endpoint.path === 'string' ? endpoint.path.split('/') : []
    const parts = path.split('/')
    return (
      known.length === parts.length &&
      known.every((part, i) => part === parts[i] || (part.startsWith(':') && (parts[i]?.length ?? 0) <= 100))
    )
  })
}

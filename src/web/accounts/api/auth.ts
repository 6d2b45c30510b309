/** `/api/auth/*`: the endpoints of better-auth, for API clients, passkeys, and redirects from identity providers. */
import { problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/auth.ts'
import { handleAuthRequest, authPath, type Auth } from '#server/accounts/index.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accounts } = context.get(servicesContext)
  const path = new URL(request.url).pathname.slice(authPath.length)
  // better-auth counts a request for its rate limit before it checks whether the endpoint exists.
  if (!hasEndpoint(accounts.auth, path)) return problem(404, 'No such address', 'See docs/spec-map.md for the addresses of accounts.')
  return handleAuthRequest(accounts, request)
}

export const action = loader

/** Whether better-auth has an endpoint for the path. `:id` in a path of better-auth matches one segment of up to 100 characters. */
function hasEndpoint(auth: Auth, path: string): boolean {
  const segments = path.split('/')
  return Object.values(auth.api).some((endpoint) => {
    const expected = 'path' in endpoint && typeof endpoint.path === 'string' ? endpoint.path.split('/') : []
    return (
      expected.length === segments.length &&
      expected.every((segment, i) => segment === segments[i] || (segment.startsWith(':') && (segments[i]?.length ?? 0) <= 100))
    )
  })
}

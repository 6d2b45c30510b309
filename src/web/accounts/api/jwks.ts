/** `GET /.well-known/jwks.json`: public keys for the tokens of `/api/auth/token`. Cached for ten minutes. Source: spec §9. */
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/jwks.ts'
import { callAuth } from '#server/accounts/index.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { status, body } = await callAuth(context.get(servicesContext).accounts, request, '/jwks')
  return Response.json(body, { status, headers: { 'Cache-Control': 'public, max-age=600' } })
}

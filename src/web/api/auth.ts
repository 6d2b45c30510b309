/** `/api/auth/*`: the addresses of better-auth, for programs, passkeys and what identity providers send people back to. */
import { answerAuth } from '#server/accounts/call-auth.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/auth.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  return answerAuth(context.get(servicesContext).accounts.auth, request)
}

export const action = loader

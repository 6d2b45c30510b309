/** Whose attempts a request may access: the signed-in member's, or the simulation whose secret it presents. */
import type { RouterContextProvider } from 'react-router'
import { readSecret } from '#web/http/bearer-secret.ts'
import { refuse } from '#web/http/refusals.ts'
import type { AttemptOwner } from '#server/practice/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'

/** @throws a refusal: 401 for a guest without a secret */
export async function getAttemptOwner(request: Request, context: Readonly<RouterContextProvider>): Promise<AttemptOwner> {
  const secret = readSecret(request)
  if (secret) return { secret }
  const viewer = await findViewerOfPage(context, request)
  if (viewer) return { userId: viewer.id }
  throw refuseSignedOut()
}

export function refuseSignedOut(): Response {
  return refuse('SIGNED_OUT', { detail: 'Sign in and repeat the request. Unsent answers are still on the device.' })
}

/** Whose attempts a request may reach: a member's by the session, otherwise the one whose secret it shows. */
import type { RouterContextProvider } from 'react-router'
import { problem } from '#web/http/problem.ts'
import type { AttemptOwner } from '#server/practice/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'

/** @throws a problem: 401 for guests that show no secret */
export async function getAttemptOwner(request: Request, context: Readonly<RouterContextProvider>): Promise<AttemptOwner> {
  const secret = readSecret(request)
  if (secret) return { secret }
  const viewer = await findViewer(context)
  if (viewer && isMeantFor(request, viewer.id)) return { userId: viewer.id }
  throw problem(401, 'Not signed in', 'Sign in and ask again. What was not sent yet is still on the device.', { code: 'SIGNED_OUT' })
}

export function readSecret(request: Request): string | undefined {
  return /^Bearer ([\w-]{16,128})$/.exec(request.headers.get('Authorization') ?? '')?.[1]
}

/** A page that was left open by somebody else names them; it must not put their runs into this account, nor read from it. */
export function isMeantFor(request: Request, viewerId: string | undefined): boolean {
  const meant = request.headers.get('Praxam-Member')
  return meant === null || meant === viewerId
}

/** The same for an attempt that there is not and for one of somebody else. */
export function missingAttempt(): Response {
  return problem(404, 'No such attempt', 'There is no attempt of yours under this address.', { code: 'ATTEMPT_MISSING' })
}

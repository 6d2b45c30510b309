/** Whose attempts a request may access: the signed-in member's, or the simulation whose secret it presents. */
import type { RouterContextProvider } from 'react-router'
import { problem } from '#web/http/problem.ts'
import type { AttemptOwner } from '#server/practice/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'

/** @throws a problem: 401 for a guest without a secret */
export async function getAttemptOwner(request: Request, context: Readonly<RouterContextProvider>): Promise<AttemptOwner> {
  const secret = readSecret(request)
  if (secret) return { secret }
  const viewer = await findViewer(context)
  if (viewer && isMeantFor(request, viewer.id)) return { userId: viewer.id }
  const detail = 'Sign in and repeat the request. Unsent answers are still on the device.'
  throw problem(401, 'Not signed in', detail, { code: 'SIGNED_OUT' })
}

/** The secret in the `Authorization` header. */
export function readSecret(request: Request): string | undefined {
  return /^Bearer ([\w-]{16,128})$/.exec(request.headers.get('Authorization') ?? '')?.[1]
}

/**
 * Whether the signed-in user is the member that the page works for. A page that is still open after another member signed in
 * must not write to the new member's account or read from it.
 */
export function isMeantFor(request: Request, viewerId: string | undefined): boolean {
  const memberId = request.headers.get('Praxam-Member')
  return memberId === null || memberId === viewerId
}

/** The response for a missing attempt and for the attempt of another owner, so they cannot be told apart. */
export function missingAttempt(): Response {
  return problem(404, 'No such attempt', 'You have no attempt at this address.', { code: 'ATTEMPT_MISSING' })
}

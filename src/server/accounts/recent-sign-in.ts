/** Sensitive changes require a recent sign-in. */
import { minuteMs } from '#exam/duration.ts'
import { asText, authError, findSession, type HookContext } from '#server/accounts/better-auth-internals.ts'

/** How long after a sign-in sensitive changes are allowed. */
export const recentSignInMs = 10 * minuteMs

/** Whether the user signed in recently. Every sign-in starts a new session, even if the user was already signed in. */
export function isRecentSignIn(signedInAt: Date | string, now: Date): boolean {
  return now.getTime() - new Date(signedInAt).getTime() < recentSignInMs
}

/** @throws {APIError} `SESSION_MISSING` or `REAUTHENTICATION_REQUIRED` */
export async function requireRecentSignIn(ctx: HookContext): Promise<void> {
  const found = await findSession(ctx)
  if (!found) throw authError('UNAUTHORIZED', 'SESSION_MISSING', 'Sign in first')
  if (!isRecentSignIn(found.session.createdAt, new Date())) throw authError('FORBIDDEN', 'REAUTHENTICATION_REQUIRED', 'Sign in again first')
}

/** The address of the signed-in user; empty for a guest. */
export async function findSessionEmail(ctx: HookContext): Promise<string> {
  return asText((await findSession(ctx))?.user.email)
}

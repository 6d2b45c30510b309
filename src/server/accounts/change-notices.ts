/** Messages that notify the owner of an account of changes for which better-auth has no callback. */
import type { HookContext } from '#server/accounts/better-auth-internals.ts'
import type { HookServices } from '#server/accounts/endpoint.ts'

export async function reportPasswordChange(ctx: HookContext, { mail }: HookServices): Promise<void> {
  const email = ownerEmail(ctx)
  if (email) await mail.passwordChanged(email)
}

export async function reportSecondFactorOff(ctx: HookContext, { mail }: HookServices): Promise<void> {
  const email = ownerEmail(ctx)
  if (email) await mail.secondFactorChanged(email, false)
}

/** The first code from a signed-in user turns the second factor on; a later code only completes a sign-in. */
export async function reportSecondFactorOn(ctx: HookContext, { db, mail }: HookServices): Promise<void> {
  const { session, newSession } = ctx.context
  if (!session || session.user['twoFactorEnabled'] || !newSession) return
  // Earlier sessions started without the second factor.
  await db.deleteFrom('sessions').where('user_id', '=', session.user.id).where('token', '!=', newSession.session.token).execute()
  await mail.secondFactorChanged(session.user.email, true)
}

/** `method` continues a sentence of the mail: `a passkey`. */
export function reportSignInMethod(method: string, change: 'added' | 'removed') {
  return async (ctx: HookContext, { mail }: HookServices): Promise<void> => {
    const email = ownerEmail(ctx)
    if (email) await mail.signInMethodChanged(email, method, change === 'added')
  }
}

/** The address before the change. */
function ownerEmail(ctx: HookContext): string | undefined {
  return ctx.context.session?.user.email ?? ctx.context.newSession?.user.email
}

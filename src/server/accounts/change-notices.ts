/** Notifies account owners by mail about changes for which better-auth has no callback. */
import type { AccountMail } from '#server/accounts/account-mail.ts'
import type { HookContext } from '#server/accounts/better-auth-internals.ts'
import type { HookServices } from '#server/accounts/endpoint.ts'

/** Creates a hook that notifies the owner. The session has the address from before the change. */
export function notifyOwner(send: (mail: AccountMail, email: string) => Promise<void>) {
  return async (ctx: HookContext, { mail }: HookServices): Promise<void> => {
    const email = ctx.context.session?.user.email ?? ctx.context.newSession?.user.email
    if (email) await send(mail, email)
  }
}

/**
 * Reports that the second factor was turned on, and ends the user's other sessions. The first code from a signed-in user turns it on; later
 * codes only complete a sign-in.
 */
export async function reportSecondFactorOn(ctx: HookContext, { db, mail }: HookServices): Promise<void> {
  const { session, newSession } = ctx.context
  if (!session || session.user['twoFactorEnabled'] || !newSession) return
  // Earlier sessions started without the second factor.
  await db.deleteFrom('sessions').where('user_id', '=', session.user.id).where('token', '!=', newSession.session.token).execute()
  await mail('secondFactorChanged', session.user.email, true)
}

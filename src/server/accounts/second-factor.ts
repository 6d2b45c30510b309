/** The second factor where the library leaves it out: after every other way in, and against codes seen over a shoulder. */
import { minuteMs } from '#exam/duration.ts'
import { deleteSessionCookie } from 'better-auth/cookies'
import { generateRandomString } from 'better-auth/crypto'
import { getSessionFromCtx } from 'better-auth/api'
import { asText } from '#server/accounts/hook-context.ts'
import type { HookContext } from '#server/accounts/hook-context.ts'
import { claimSecret } from '#server/accounts/single-use.ts'

const challengeSeconds = 10 * 60
/** Codes of the step before and after count as well, so one lives for a minute and a half. */
const codeLifeMs = 2 * minuteMs

/**
 * Takes the session back until the second factor is given, as better-auth 1.7 does after a password in the last part of
 * its `plugins/two-factor/index.mjs`: compare the two when it is upgraded.
 *
 * @throws a redirect where the way in is a link
 */
export async function challengeSecondFactor(ctx: HookContext, origin: string): Promise<unknown> {
  const made = ctx.context.newSession
  if (!made) return undefined
  deleteSessionCookie(ctx, true)
  await ctx.context.internalAdapter.deleteSession(made.session.token)
  ctx.context.setNewSession(null)
  const cookie = ctx.context.createAuthCookie('two_factor', { maxAge: challengeSeconds })
  const identifier = `2fa-${generateRandomString(20)}`
  const expiresAt = new Date(Date.now() + challengeSeconds * 1000)
  await ctx.context.internalAdapter.createVerificationValue({ identifier, value: made.user.id, expiresAt })
  await ctx.context.internalAdapter.createVerificationValue({ identifier: `2fa-attempts-${identifier}`, value: '0', expiresAt })
  await ctx.setSignedCookie(cookie.name, identifier, ctx.context.secret, cookie.attributes)
  if (ctx.path === '/magic-link/verify' || ctx.path === '/callback/:id')
    throw ctx.redirect(`${origin}/login/second-factor?to=${encodeURIComponent(goalOf(ctx))}`)
  return ctx.json({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
}

/** A passkey that checked its owner, by finger, face or number, is two factors at once: the flag is the third bit. */
export function isVerifiedPasskey(ctx: HookContext): boolean {
  if (ctx.path !== '/passkey/verify-authentication') return false
  const data = Buffer.from(asText(ctx.body?.response?.response?.authenticatorData), 'base64url')
  return ((data[32] ?? 0) & 0b100) !== 0
}

/**
 * The same code within its time is somebody looking over a shoulder. Source: RFC 6238, section 5.2.
 *
 * @throws {APIError} `INVALID_CODE`
 */
export async function refuseReplayedCode(ctx: HookContext): Promise<void> {
  const userId = (await getSessionFromCtx(ctx))?.user.id ?? (await challengedUserId(ctx))
  if (userId) await claimSecret(ctx, `totp:${userId}:${asText(ctx.body?.code)}`, codeLifeMs, 'INVALID_CODE')
}

async function challengedUserId(ctx: HookContext): Promise<string | undefined> {
  const identifier = await ctx.getSignedCookie(ctx.context.createAuthCookie('two_factor').name, ctx.context.secret)
  return identifier ? (await ctx.context.internalAdapter.findVerificationValue(identifier))?.value : undefined
}

/** Where a redirecting way in was about to lead to. */
function goalOf(ctx: HookContext): string {
  const location = ctx.context.responseHeaders?.get('location')
  if (!location || !URL.canParse(location, ctx.context.baseURL)) return '/'
  const { pathname, search } = new URL(location, ctx.context.baseURL)
  return pathname + search
}

/** Recognizes passkeys that need no second factor, and ensures that each code works only once. */
import { minuteMs } from '#exam/duration.ts'
import { asText, claimSecret, findSecondFactorUserId, type HookContext } from '#server/accounts/better-auth-internals.ts'

/** A code is valid in its own step of 30 seconds and in the steps before and after it, so for at most 90 seconds. */
const codeLifetimeMs = 2 * minuteMs

/**
 * Whether the request is a sign-in with a passkey whose device verified its user, by fingerprint, face, or PIN. Such a passkey
 * counts as two factors. The flag is the third bit of byte 32. Source: Web Authentication, level 3, section 6.1.
 */
export function isVerifiedPasskey(ctx: HookContext): boolean {
  if (ctx.path !== '/passkey/verify-authentication') return false
  const data = Buffer.from(asText(ctx.body?.response?.response?.authenticatorData), 'base64url')
  return ((data[32] ?? 0) & 0b100) !== 0
}

/**
 * Refuses a code that was used before: someone may have seen it. Source: RFC 6238, section 5.2.
 *
 * @throws {APIError} `INVALID_CODE`
 */
export async function refuseReplayedCode(ctx: HookContext): Promise<void> {
  const userId = await findSecondFactorUserId(ctx)
  if (userId) await claimSecret(ctx, `totp:${userId}:${asText(ctx.body?.code)}`, codeLifetimeMs, 'INVALID_CODE')
}

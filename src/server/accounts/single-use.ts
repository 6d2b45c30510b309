/** Secrets that work once: the first to present one wins, also among several at the same time. */
import { APIError } from 'better-auth/api'
import { sha256 } from '#server/platform/hash.ts'
import type { HookContext } from '#server/accounts/hook-context.ts'

/** @throws {APIError} with `code` when the secret was presented before, within `forMs` */
export async function claimSecret(ctx: HookContext, secret: string, forMs: number, code: string): Promise<void> {
  const expiresAt = new Date(Date.now() + forMs)
  const isFirst = await ctx.context.internalAdapter.reserveVerificationValue({ identifier: nameOf(secret), value: '', expiresAt })
  if (!isFirst) throw new APIError('BAD_REQUEST', { code, message: 'This has been used before' })
}

/** The secret did not do its work, so it may be presented again. */
export async function releaseSecret(ctx: HookContext, secret: string): Promise<void> {
  await ctx.context.internalAdapter.deleteVerificationByIdentifier(nameOf(secret))
}

/** A signed token without its signature, whose last letter has bits that mean nothing. */
export function withoutSignature(token: string): string {
  return token.split('.').slice(0, 2).join('.')
}

function nameOf(secret: string): string {
  return `used:${sha256(secret)}`
}

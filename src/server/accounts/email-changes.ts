/** Confirming and changing an email address. A confirmation link works only once. */
import { dayMs } from '#exam/duration.ts'
import {
  asText,
  authError,
  claimSecret,
  findUser,
  findUserWithEmail,
  findSession,
  readEmailConfirmation,
  releaseSecret,
  withoutSignature,
  type HookContext,
} from '#server/accounts/better-auth-internals.ts'
import type { HookServices } from '#server/accounts/endpoint.ts'
import { consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'

/**
 * A request to change to a taken address sends no mail, and the missing mail reveals that the address is taken. So the number of requests
 * is limited.
 */
const emailChangeLimit: RateLimit = { name: 'change-email', max: 5, windowMs: dayMs }
const confirmationLifetimeMs = dayMs

/** @throws {APIError} `TOO_MANY_ATTEMPTS` */
export async function limitEmailChanges(ctx: HookContext, { db }: HookServices): Promise<void> {
  const userId = (await findSession(ctx))?.user.id ?? ''
  if (!(await consumeRateLimit(db, emailChangeLimit, userId, new Date())))
    throw authError('TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS', 'Too many requests')
}

/** @throws {APIError} `ADDRESS_TAKEN`, or `TOKEN_USED` for the second use of a link */
export async function claimConfirmation(ctx: HookContext): Promise<void> {
  const { updateTo } = (await readEmailConfirmation(ctx)) ?? {}
  if (updateTo && (await findUserWithEmail(ctx, updateTo)))
    throw authError('BAD_REQUEST', 'ADDRESS_TAKEN', 'Another account has the new address')
  await claimSecret(ctx, confirmationSecret(ctx), confirmationLifetimeMs, 'TOKEN_USED')
}

/** Makes a refused link usable again, because it has confirmed nothing. A link that was refused because it was already used stays used. */
export async function releaseConfirmation(ctx: HookContext, code: string): Promise<void> {
  if (code !== 'TOKEN_USED') await releaseSecret(ctx, confirmationSecret(ctx))
}

/** Reports a change that the owner of the new address has just confirmed. */
export async function reportConfirmedEmailChange(ctx: HookContext, { mail }: HookServices): Promise<void> {
  const { email, updateTo, requestType } = (await readEmailConfirmation(ctx)) ?? {}
  if (email && updateTo && requestType === 'change-email-verification') await mail('addressChanged', email, updateTo)
}

/** Reports a change of an unconfirmed address, which takes effect immediately. */
export async function reportEmailChange(ctx: HookContext, { mail }: HookServices): Promise<void> {
  const before = ctx.context.session?.user
  const after = before && (await findUser(ctx, before.id))
  if (after && after.email !== before.email) await mail('addressChanged', before.email, after.email)
}

function confirmationSecret(ctx: HookContext): string {
  return `link:${withoutSignature(asText(ctx.query?.['token']))}`
}

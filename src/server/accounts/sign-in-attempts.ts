/** Limits wrong guesses of passwords and codes: per account, per known device, and for the whole site. */
import { authError, readDeviceToken, asText, type HookContext } from '#server/accounts/better-auth-internals.ts'
import { isKnownDevice } from '#server/accounts/devices.ts'
import { sha256 } from '#server/platform/hash.ts'
import { consumeRateLimit, pseudonymOf, refundRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import type { Db } from '#server/db/tables.ts'

/** Only wrong guesses count: a correct guess is refunded. */
export type GuessLimits = {
  account: RateLimit
  /** For a browser that has signed in to the account before, so that a stranger's guesses cannot lock its owner out. */
  device: RateLimit
  /** For all accounts and unknown devices together: prevents trying one password on many accounts. */
  site?: RateLimit
  /** Codes of refusals that mean that the guess was correct. */
  refundedCodes?: readonly string[]
}

type GuessServices = { db: Db; secretKey: string }

/** @throws {APIError} `TOO_MANY_ATTEMPTS` when no guess is left */
export async function countGuess(ctx: HookContext, limits: GuessLimits, services: GuessServices): Promise<void> {
  for (const [limit, subject] of await listSubjects(ctx, limits, services)) {
    if (!(await consumeRateLimit(services.db, limit, subject, new Date())))
      throw authError('TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS', 'Too many requests')
  }
}

/** Uncounts a correct guess. */
export async function refundGuess(ctx: HookContext, limits: GuessLimits, services: GuessServices): Promise<void> {
  for (const [limit, subject] of await listSubjects(ctx, limits, services)) await refundRateLimit(services.db, limit, subject)
}

/** The limits that apply to this guess, each with its subject. */
async function listSubjects(ctx: HookContext, limits: GuessLimits, { db, secretKey }: GuessServices): Promise<[RateLimit, string][]> {
  const email = asText(ctx.body?.email)
  const account = pseudonymOf(email, secretKey)
  const device = await readDeviceToken(ctx)
  if (device && (await isKnownDevice(db, email, device))) return [[limits.device, `${account}:${sha256(device)}`]]
  const site: [RateLimit, string][] = limits.site ? [[limits.site, 'all']] : []
  return [[limits.account, account], ...site]
}

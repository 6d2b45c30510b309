/**
 * Limits wrong guesses of passwords and codes, per account and per known device. When the whole site gets many wrong guesses, guesses from
 * unknown devices have to wait. Trying one password on many accounts then takes a long time, but owners can still sign in.
 */
import { authError, readDeviceToken, asText, type HookContext } from '#server/accounts/better-auth-internals.ts'
import { isKnownDevice } from '#server/accounts/devices.ts'
import type { HookServices } from '#server/accounts/endpoint.ts'
import { slowDown } from '#server/accounts/slow-down.ts'
import { clientAddressHeader, networkOf } from '#server/http/client-address.ts'
import { sha256 } from '#server/platform/hash.ts'
import {
  consumeRateLimit,
  countRequest,
  pseudonymOf,
  refundRateLimit,
  type RateLimit,
  type RequestCounter,
} from '#server/platform/rate-limit.ts'

/** Only wrong guesses count: a correct guess is refunded. */
export type GuessLimits = {
  account: RateLimit
  /** For a browser that has signed in to the account before, so that a stranger's guesses cannot lock its owner out. */
  device: RateLimit
  /**
   * Above the limit for all accounts and unknown devices together, a guess from an unknown device waits. The wait grows with the
   * guesses from its network.
   */
  slowdown?: { site: RateLimit; network: RequestCounter }
  /** Codes of refusals that occur only after a correct guess. */
  refundedCodes?: readonly string[]
}

type GuessServices = Pick<HookServices, 'db' | 'secretKey' | 'responseClock'>

/** @throws {APIError} `TOO_MANY_ATTEMPTS` when no guess is left, or too many guesses from the network are waiting */
export async function countGuess(ctx: HookContext, limits: GuessLimits, services: GuessServices): Promise<void> {
  const { limit, subject, network } = await findGuess(ctx, limits, services)
  const tooMany = () => authError('TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS', 'Too many requests')
  if (!(await consumeRateLimit(services.db, limit, subject, new Date()))) throw tooMany()
  if (!limits.slowdown || network === undefined) return
  const { db, responseClock } = services
  const fromNetwork = await countRequest(db, limits.slowdown.network, network, new Date())
  if (await consumeRateLimit(db, limits.slowdown.site, allSubjects, new Date())) return
  if (!(await slowDown(network, fromNetwork, responseClock))) throw tooMany()
}

/** Refunds a correct guess. */
export async function refundGuess(ctx: HookContext, limits: GuessLimits, services: GuessServices): Promise<void> {
  const { limit, subject, network } = await findGuess(ctx, limits, services)
  await refundRateLimit(services.db, limit, subject)
  if (!limits.slowdown || network === undefined) return
  await refundRateLimit(services.db, limits.slowdown.network, network)
  await refundRateLimit(services.db, limits.slowdown.site, allSubjects)
}

const allSubjects = 'all'

/** What a guess counts against: a known device, or an account and the network of an unknown device. */
type Guess = { limit: RateLimit; subject: string; network?: string }

async function findGuess(ctx: HookContext, limits: GuessLimits, { db, secretKey }: GuessServices): Promise<Guess> {
  const email = asText(ctx.body?.email)
  const account = pseudonymOf(email, secretKey)
  const device = await readDeviceToken(ctx)
  if (device && (await isKnownDevice(db, email, device))) return { limit: limits.device, subject: `${account}:${sha256(device)}` }
  return { limit: limits.account, subject: account, network: networkOf(ctx.headers?.get(clientAddressHeader) ?? '') }
}

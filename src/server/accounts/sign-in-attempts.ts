/** How often passwords and codes may be guessed: for one account from anywhere, for one browser, and for the whole site. */
import { minuteMs } from '#exam/duration.ts'
import { APIError } from 'better-auth/api'
import { isKnownDevice } from '#server/accounts/devices.ts'
import { sha256 } from '#server/platform/hash.ts'
import { readDeviceToken, asText } from '#server/accounts/hook-context.ts'
import type { HookContext } from '#server/accounts/hook-context.ts'
import { pseudonymOf, refundRateLimit, consumeRateLimit } from '#server/platform/rate-limit.ts'
import type { RateLimit } from '#server/platform/rate-limit.ts'
import type { Db } from '#server/db/tables.ts'

type Limits = {
  account: RateLimit
  /** From a browser the person has signed in with before, so that strangers cannot shut her out. */
  device: RateLimit
  /** For all accounts together from unknown browsers: one guess tried on many, from many addresses. */
  site?: RateLimit
}

/** By the address that is asked for. Only wrong guesses count, since right ones are given back. */
const limits: Record<string, Limits> = {
  '/sign-in/email': {
    account: { name: 'sign-in', max: 10, windowMs: 15 * minuteMs },
    device: { name: 'sign-in-device', max: 10, windowMs: 15 * minuteMs },
    site: { name: 'sign-in-site', max: 100, windowMs: 15 * minuteMs },
  },
  // Whoever asks for new codes gets no more guesses.
  '/sign-in/email-otp': {
    account: { name: 'code', max: 10, windowMs: 60 * minuteMs },
    device: { name: 'code-device', max: 10, windowMs: 60 * minuteMs },
  },
}

/** @throws {APIError} `TOO_MANY_ATTEMPTS` when no guess is left; nothing happens where nobody guesses */
export async function countGuess(db: Db, secretKey: string, ctx: HookContext): Promise<void> {
  for (const [limit, subject] of await limitsOf(db, secretKey, ctx)) {
    if (!(await consumeRateLimit(db, limit, subject, new Date())))
      throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_ATTEMPTS', message: 'Too many requests' })
  }
}

/** The guess was right. */
export async function returnGuess(db: Db, secretKey: string, ctx: HookContext): Promise<void> {
  for (const [limit, subject] of await limitsOf(db, secretKey, ctx)) await refundRateLimit(db, limit, subject)
}

/** Which limits hold for this guess, and for whom. */
async function limitsOf(db: Db, secretKey: string, ctx: HookContext): Promise<[RateLimit, string][]> {
  const found = limits[ctx.path]
  if (!found) return []
  const email = asText(ctx.body?.email)
  const account = pseudonymOf(email, secretKey)
  const device = await readDeviceToken(ctx)
  if (device && (await isKnownDevice(db, email, device))) return [[found.device, `${account}:${sha256(device)}`]]
  return [[found.account, account], ...(found.site ? [[found.site, 'all'] satisfies [RateLimit, string]] : [])]
}

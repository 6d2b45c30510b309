/** The site's requirements for one endpoint of better-auth, in addition to the library's own. */
import type { Kysely } from 'kysely'
import type { AccountMail } from '#server/accounts/account-mail.ts'
import type { HookContext } from '#server/accounts/better-auth-internals.ts'
import type { ResponseClock } from '#server/accounts/response-clock.ts'
import type { GuessLimits } from '#server/accounts/sign-in-attempts.ts'
import type { Log } from '#server/log.ts'
import type { Tables } from '#server/db/tables.ts'

/** `origin` has no trailing slash; `secretKey` is the key for pseudonyms of addresses. */
export type HookServices = {
  db: Kysely<Tables>
  origin: string
  secretKey: string
  mail: AccountMail
  responseClock: ResponseClock
  log: Log
}

type EndpointHook = (ctx: HookContext, services: HookServices) => Promise<void>

export type Endpoint = {
  /** The site does not use this endpoint, so it responds with status 404. */
  isDisabled?: true

  // Checks before the request, in this order.

  /** At most `max` requests per client in `window` seconds; `false` for no limit. Default: 120 a minute. */
  rateLimit?: { window: number; max: number } | false
  /** Requires a captcha, if the site uses one, before the checks below. */
  requiresCaptcha?: true
  /** The body must not contain an `id`. At other endpoints, `id` names an existing record. */
  refusesId?: true
  /** Accepts only requests from a page of this site. Links in email messages therefore open a page with a button. */
  requiresOwnPage?: true
  /** Limits wrong guesses of a password or code. */
  guessLimits?: GuessLimits
  /** The body field with a new password, which must not be weak, and the address of its owner. */
  newPassword?: { field: 'password' | 'newPassword'; ownerEmail: (ctx: HookContext) => Promise<string> }
  /** Requires a sign-in within the last ten minutes. */
  isSensitive?: true
  before?: EndpointHook

  // Steps after the request.

  /**
   * How this endpoint starts a session. If the account has a second factor, the site asks for it after `mail`, `provider`, and a `passkey`
   * whose device did not verify the user. better-auth asks for it after `password`. `sign-up` and `second-factor` need none.
   */
  entrance?: 'password' | 'mail' | 'provider' | 'passkey' | 'sign-up' | 'second-factor'
  /** How this endpoint sets a password: with the token of a link, or for the signed-in user. */
  setsPassword?: 'reset' | 'change'
  /** A browser opens this endpoint as a page, so it responds with a redirect. */
  isOpenedByBrowser?: true
  after?: EndpointHook
  /** Runs after a refusal, with its code. */
  afterRefusal?: (ctx: HookContext, code: string) => Promise<void>

  // Hiding whether an account exists.

  /** Rounds up the time of every response, or only of refusals if a success reveals the account anyway. */
  takesConstantTime?: 'always' | 'when-refused'
  /** Codes of refusals that occur only if the account exists. The client sees `replacement` instead. */
  revealingCodes?: { codes: readonly string[]; replacement: { code: string; message: string } }
}

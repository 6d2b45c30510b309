/**
 * The endpoints of better-auth under `/api/auth`, with everything the site adds to each. An endpoint that is neither here nor in
 * `endpoints.test.ts` fails that test, so an upgrade of the library cannot add one unnoticed.
 */
import { minuteMs } from '#exam/duration.ts'
import type { Endpoint } from '#server/accounts/endpoint.ts'
import { asText, claimSecret, findPasswordTokenUser, withoutSignature, type HookContext } from '#server/accounts/better-auth-internals.ts'
import { notifyOwner, reportSecondFactorOn } from '#server/accounts/change-notices.ts'
import { claimConfirmation, limitEmailChanges, releaseConfirmation } from '#server/accounts/email-changes.ts'
import { reportConfirmedEmailChange, reportEmailChange } from '#server/accounts/email-changes.ts'
import { findSessionEmail } from '#server/accounts/recent-sign-in.ts'
import { refuseReplayedCode } from '#server/accounts/second-factor.ts'

const perMinute = (max: number) => ({ window: 60, max })
const perTenMinutes = (max: number) => ({ window: 600, max })
const isDisabled = { isDisabled: true } as const
const isSensitive = true
const requiresCaptcha = true

/** The policy of each endpoint by its path after `/api/auth`. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  // Creating an account.
  '/sign-up/email': {
    rateLimit: perTenMinutes(60),
    requiresCaptcha,
    refusesId: true,
    newPassword: { field: 'password', ownerEmail: (ctx) => Promise.resolve(asText(ctx.body?.email)) },
    entrance: 'sign-up',
    takesConstantTime: 'always',
  },

  // Signing in.
  '/sign-in/email': {
    rateLimit: perMinute(60),
    requiresCaptcha,
    refusesId: true,
    guessLimits: {
      account: { name: 'sign-in', max: 10, windowMs: 15 * minuteMs },
      device: { name: 'sign-in-device', max: 10, windowMs: 15 * minuteMs },
      slowdown: {
        site: { name: 'sign-in-site', max: 100, windowMs: 15 * minuteMs },
        network: { name: 'sign-in-network', windowMs: 15 * minuteMs },
      },
      // The password was correct, so it does not count as a guess.
      refundedCodes: ['EMAIL_NOT_VERIFIED', 'ACCOUNT_DISABLED'],
    },
    entrance: 'password',
    takesConstantTime: 'when-refused',
  },
  '/sign-in/magic-link': { rateLimit: perMinute(60), requiresCaptcha, takesConstantTime: 'always' },
  '/magic-link/verify': { requiresOwnPage: true, entrance: 'mail', isOpenedByBrowser: true, takesConstantTime: 'when-refused' },
  '/email-otp/send-verification-otp': { rateLimit: perTenMinutes(60), requiresCaptcha, takesConstantTime: 'always' },
  '/sign-in/email-otp': {
    rateLimit: perMinute(60),
    // The limit is per address, so a new code allows no further guesses.
    guessLimits: {
      account: { name: 'code', max: 10, windowMs: 60 * minuteMs },
      device: { name: 'code-device', max: 10, windowMs: 60 * minuteMs },
    },
    entrance: 'mail',
    takesConstantTime: 'when-refused',
    // Only an account has a code that can expire or run out of attempts.
    revealingCodes: { codes: ['TOO_MANY_ATTEMPTS', 'OTP_EXPIRED'], replacement: { code: 'INVALID_OTP', message: 'Invalid OTP' } },
  },
  '/sign-in/social': { rateLimit: perMinute(60), before: claimIdToken, entrance: 'provider' },
  '/callback/:id': { entrance: 'provider', isOpenedByBrowser: true },
  '/passkey/verify-authentication': { entrance: 'passkey' },

  // The second factor.
  '/two-factor/verify-totp': {
    rateLimit: perMinute(30),
    before: refuseReplayedCode,
    entrance: 'second-factor',
    after: reportSecondFactorOn,
  },
  '/two-factor/verify-backup-code': { rateLimit: perMinute(30), entrance: 'second-factor' },
  '/two-factor/enable': { rateLimit: perMinute(30), isSensitive },
  '/two-factor/disable': {
    rateLimit: perMinute(30),
    isSensitive,
    after: notifyOwner((mail, email) => mail('secondFactorChanged', email, false)),
  },
  '/two-factor/generate-backup-codes': { rateLimit: perMinute(30), isSensitive },
  '/two-factor/get-totp-uri': { rateLimit: perMinute(30), isSensitive },
  '/two-factor/send-otp': { rateLimit: perMinute(30) },
  '/two-factor/verify-otp': { rateLimit: perMinute(30) },

  // The email address.
  '/send-verification-email': { rateLimit: perTenMinutes(60), takesConstantTime: 'always' },
  '/verify-email': {
    requiresOwnPage: true,
    before: claimConfirmation,
    after: reportConfirmedEmailChange,
    afterRefusal: releaseConfirmation,
    takesConstantTime: 'when-refused',
  },
  '/change-email': { isSensitive, before: limitEmailChanges, after: reportEmailChange },

  // The password.
  '/request-password-reset': { rateLimit: perTenMinutes(60), requiresCaptcha, takesConstantTime: 'always' },
  '/reset-password': {
    newPassword: {
      field: 'newPassword',
      ownerEmail: async (ctx) => (await findPasswordTokenUser(ctx, asText(ctx.body?.token)))?.email ?? '',
    },
    setsPassword: 'reset',
    takesConstantTime: 'when-refused',
  },
  '/change-password': {
    newPassword: { field: 'newPassword', ownerEmail: findSessionEmail },
    setsPassword: 'change',
    isSensitive,
    after: notifyOwner((mail, email) => mail('passwordChanged', email)),
  },

  // Passkeys and identity providers of an account.
  '/passkey/generate-register-options': { isSensitive },
  '/passkey/verify-registration': {
    isSensitive,
    after: notifyOwner((mail, email) => mail('signInMethodChanged', email, 'passkey', true)),
  },
  '/passkey/delete-passkey': { isSensitive, after: notifyOwner((mail, email) => mail('signInMethodChanged', email, 'passkey', false)) },
  '/link-social': { isSensitive },
  '/unlink-account': { isSensitive, after: notifyOwner((mail, email) => mail('signInMethodChanged', email, 'other-site', false)) },

  // Sessions and the user.
  '/get-session': { rateLimit: false },
  '/update-user': { refusesId: true },
  '/jwks': { rateLimit: false },

  // Unused. Each would allow more guesses, or would return data that pages never show.
  '/email-otp/check-verification-otp': isDisabled,
  '/email-otp/verify-email': isDisabled,
  '/email-otp/request-password-reset': isDisabled,
  '/email-otp/reset-password': isDisabled,
  '/email-otp/request-email-change': isDisabled,
  '/email-otp/change-email': isDisabled,
  '/forget-password/email-otp': isDisabled,
  '/verify-password': isDisabled,
  '/get-access-token': isDisabled,
  '/refresh-token': isDisabled,
  '/account-info': isDisabled,
  '/list-sessions': isDisabled,
}

/** Rate limits by path, for better-auth. */
export function listRateLimits(): Record<string, NonNullable<Endpoint['rateLimit']>> {
  return Object.fromEntries(
    Object.entries(endpoints).flatMap(([path, { rateLimit }]) => (rateLimit === undefined ? [] : [[path, rateLimit]])),
  )
}

/** Paths of the endpoints that pass the test. */
export function listEndpointPaths(test: (endpoint: Endpoint) => boolean | undefined = () => true): string[] {
  return Object.entries(endpoints).flatMap(([path, endpoint]) => (test(endpoint) ? [path] : []))
}

/** Id tokens of identity providers are valid for at most an hour; a second use within that time is a replay. */
async function claimIdToken(ctx: HookContext): Promise<void> {
  const token = asText(ctx.body?.idToken?.token)
  if (token) await claimSecret(ctx, `id:${withoutSignature(token)}`, 60 * minuteMs, 'TOKEN_USED')
}

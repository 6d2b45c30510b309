/**
 * Configures better-auth, which runs every sign-in method. What the site requires at each endpoint is in `endpoints.ts`.
 */
import { hash, verify } from '@node-rs/argon2'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { captcha, emailOTP, genericOAuth, jwt, magicLink, twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Secret } from '#server/platform/config-values.ts'
import type { Tables } from '#server/db/tables.ts'
import type { AccountMail } from '#server/accounts/account-mail.ts'
import { lifetimes } from '#server/accounts/lifetimes.ts'
import { isOutage } from '#server/db/availability.ts'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { discoveryUrl, isTrustedForEmail, type IdentityProvider } from '#server/accounts/identity-providers.ts'
import { completePasswordReset } from '#server/accounts/address-ownership.ts'
import { passwordLengths } from '#exam/passwords.ts'
import { createDatabaseHooks } from '#server/accounts/database-hooks.ts'
import type { ResponseClock } from '#server/accounts/response-clock.ts'
import { createSignInHooks } from '#server/accounts/sign-in-hooks.ts'
import { describeSignIn } from '#server/accounts/sign-in-log.ts'
import { listEndpointPaths, listRateLimits } from '#server/accounts/endpoints.ts'
import { tables } from '#server/accounts/auth-tables.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/log.ts'

/** The path of better-auth's endpoints. */
export const authPath = '/api/auth'

const sessionDays = 30
const daySeconds = 24 * 60 * 60

export type AuthOptions = {
  db: Kysely<Tables>
  config: Pick<Config, 'confirmedAddressToSignIn' | 'captcha'>
  /** Scheme and host of the site, without a trailing slash. */
  origin: string
  secrets: Secret[]
  providers: readonly IdentityProvider[]
  jobs: Pick<Jobs, 'sendMail'>
  mail: AccountMail
  log: Log
  responseClock: ResponseClock
}

export type Auth = ReturnType<typeof createAuth>

export function createAuth({ db, config, origin, secrets, providers, mail, log, responseClock }: AuthOptions) {
  const secretKey = secrets[0]?.value ?? ''
  const services = { db, origin, secretKey, mail, responseClock, log }
  const isSecure = origin.startsWith('https:')

  return betterAuth({
    appName: 'Praxam',
    baseURL: origin,
    basePath: authPath,
    secrets,
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // The library's errors are mostly refusals, and its less severe log lines contain addresses of users.
    logger: { level: 'error', log: (_, message, error) => log[isOutage(error) ? 'debug' : 'warn']({ part: 'accounts' }, message) },
    // The site logs unexpected errors itself, with the reference of the request.
    onAPIError: { throw: true, errorURL: `${origin}/login` },
    disabledPaths: listEndpointPaths(({ isDisabled }) => isDisabled),
    // If the origin is `http://localhost`, the site also accepts requests to 127.0.0.1.
    trustedOrigins: [origin, origin.replace(/^http:\/\/localhost(?=:|$)/, 'http://127.0.0.1')],

    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLengths.min,
      maxPasswordLength: passwordLengths.max,
      requireEmailVerification: config.confirmedAddressToSignIn,
      resetPasswordTokenExpiresIn: lifetimes.resetMinutes * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => mail('passwordReset', user.email, token),
      onPasswordReset: async ({ user }) => {
        describeSignIn({ memberId: user.id })
        await completePasswordReset(db, user.id)
        await mail('passwordChanged', user.email)
      },
      onExistingUserSignUp: ({ user }) => mail('existingAccount', user.email),
      password: {
        // Parameters for Argon2id as recommended by OWASP. One hash takes about 5 ms; the library's own scrypt takes 53 ms.
        hash: (password) => hash(normalize(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
        verify: ({ hash: stored, password }) => verify(stored, normalize(password)),
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      expiresIn: lifetimes.confirmationHours * 60 * 60,
      sendVerificationEmail: ({ user, token }) => mail('confirmation', user.email, token),
    },
    user: {
      ...tables.user,
      additionalFields: {
        disabledAt: { type: 'date', required: false, input: false, returned: false, fieldName: 'disabled_at' },
      },
      changeEmail: {
        enabled: true,
        updateEmailWithoutVerification: true,
        sendChangeEmailConfirmation: ({ user, newEmail, token }) => mail('approvalOfChange', user.email, newEmail, token),
      },
    },
    session: {
      ...tables.session,
      expiresIn: sessionDays * daySeconds,
      updateAge: daySeconds / 24,
      // `isSensitive` in `endpoints.ts` covers more endpoints than this setting.
      freshAge: 0,
    },
    account: {
      ...tables.account,
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, allowDifferentEmails: true },
    },
    verification: {
      ...tables.verification,
      storeIdentifier: 'hashed',
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      ...tables.rateLimit,
      window: 60,
      max: 120,
      customRules: listRateLimits(),
    },
    advanced: {
      // A browser accepts a cookie with this prefix only from the same host, over TLS.
      cookiePrefix: isSecure ? '__Host-praxam' : 'praxam',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      database: { generateId: () => randomUUIDv7() },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    databaseHooks: createDatabaseHooks(services),
    hooks: createSignInHooks(services),

    plugins: [
      magicLink({
        expiresIn: lifetimes.linkMinutes * 60,
        disableSignUp: true,
        storeToken: 'hashed',
        sendMagicLink: ({ email, token, url }) => mail('magicLink', email, token, new URL(url).searchParams.get('callbackURL') ?? '/'),
      }),
      emailOTP({
        expiresIn: lifetimes.codeMinutes * 60,
        allowedAttempts: 3,
        disableSignUp: true,
        storeOTP: 'hashed',
        sendVerificationOTP: ({ email, otp, type }) => (type === 'sign-in' ? mail('oneTimeCode', email, otp) : Promise.resolve()),
      }),
      twoFactor({
        issuer: 'Praxam',
        schema: { user: tables.twoFactorUser, twoFactor: tables.twoFactor },
        // A user who signs in through a provider has no password. The site requires a recent sign-in instead.
        allowPasswordless: true,
      }),
      passkey({
        rpID: new URL(origin).hostname,
        rpName: 'Praxam',
        origin,
        schema: { passkey: tables.passkey },
      }),
      jwt({
        jwks: { keyPairConfig: { alg: 'ES256' }, rotationInterval: 90 * daySeconds },
        jwt: { issuer: origin, audience: origin, expirationTime: '5m', definePayload: ({ user }) => ({ email: user.email }) },
        disableSettingJwtHeader: true,
        schema: { jwks: tables.jwks },
      }),
      genericOAuth({
        config: providers.map(({ id, issuer, clientId, clientSecret, scopes, domains }) => ({
          providerId: id,
          discoveryUrl: discoveryUrl(issuer),
          clientId,
          ...(clientSecret && { clientSecret }),
          scopes: scopes ?? ['openid', 'email', 'profile'],
          pkce: true,
          requireIdTokenVerification: true,
          requireEmailVerification: config.confirmedAddressToSignIn,
          // The provider of an organization is trusted only for addresses of that organization.
          mapProfileToUser: ({ email }) => (isTrustedForEmail(domains, String(email)) ? {} : { email: '' }),
        })),
      }),
      ...(config.captcha
        ? [
            captcha({
              provider: config.captcha.provider,
              secretKey: config.captcha.secretKey,
              endpoints: listEndpointPaths(({ requiresCaptcha }) => requiresCaptcha),
              ...(config.captcha.verifyUrl && { siteVerifyURLOverride: config.captcha.verifyUrl }),
            }),
          ]
        : []),
    ],
  })
}

/** Some systems encode an accented letter as two characters. Source: RFC 8265, section 4.2. */
function normalize(password: string): string {
  return password.normalize('NFC')
}

/**
 * Accounts: every way in, configured in one place. better-auth does the work; what it asks of us beyond settings is in
 * `sign-in-rules.ts`, and its tables are in `migrations/0002_accounts.sql`.
 */
import { hash, verify } from '@node-rs/argon2'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { captcha, emailOTP, genericOAuth, jwt, magicLink, twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import type { Config, Secret } from '#server/config.ts'
import type { Tables } from '#server/db/tables.ts'
import { lifetimes } from '#server/accounts/account-mail.ts'
import type { AccountMail } from '#server/accounts/account-mail.ts'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { discoveryUrl, isTrustedForEmail } from '#server/accounts/identity-providers.ts'
import type { IdentityProvider } from '#server/accounts/identity-providers.ts'
import { completePasswordReset } from '#server/accounts/invitations.ts'
import { passwordLengthMax, passwordLengthMin } from '#server/accounts/passwords.ts'
import { createSignInHooks } from '#server/accounts/sign-in-rules.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/log.ts'

/** Where better-auth answers, relative to the origin. */
export const authPath = '/api/auth'

const identityFields = [
  ...(['accountId', 'providerId', 'userId', 'accessToken', 'refreshToken', 'idToken'] as const),
  ...(['accessTokenExpiresAt', 'refreshTokenExpiresAt', 'createdAt', 'updatedAt'] as const),
]
/** Nothing here uses them: each would be a further place to guess at, or give away what pages never show. */
const unusedPaths = [
  '/email-otp/check-verification-otp',
  '/email-otp/verify-email',
  '/email-otp/request-password-reset',
  '/email-otp/reset-password',
  '/email-otp/request-email-change',
  '/email-otp/change-email',
  '/forget-password/email-otp',
  '/verify-password',
  '/get-access-token',
  '/refresh-token',
  '/account-info',
  '/list-sessions',
]
const sessionDays = 30
const daySeconds = 24 * 60 * 60

export type AuthOptions = {
  db: Kysely<Tables>
  config: Pick<Config, 'confirmedAddressToSignIn' | 'captcha'>
  /** Scheme and host of the site, without a slash at the end. */
  origin: string
  secrets: Secret[]
  providers: readonly IdentityProvider[]
  jobs: Pick<Jobs, 'sendMail'>
  mail: AccountMail
  log: Log
}

export type Auth = ReturnType<typeof createAuth>

export function createAuth({ db, config, origin, secrets, providers, mail, log }: AuthOptions) {
  const secretKey = secrets[0]?.value ?? ''
  const rules = createSignInHooks({ db, origin, secretKey, mail })
  const isSecure = origin.startsWith('https:')

  return betterAuth({
    appName: 'Praxam',
    baseURL: origin,
    basePath: authPath,
    secrets,
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // What the library calls an error is mostly a refusal; less grave lines name addresses of people.
    logger: { level: 'error', log: (_, message) => log.warn({ part: 'accounts' }, message) },
    // A defect is ours to log, with the reference of its request.
    onAPIError: { throw: true, errorURL: `${origin}/login` },
    disabledPaths: unusedPaths,
    // Without a public origin the site also answers to its numeric address.
    trustedOrigins: [origin, origin.replace(/^http:\/\/localhost(?=:|$)/, 'http://127.0.0.1')],

    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
      requireEmailVerification: config.confirmedAddressToSignIn,
      resetPasswordTokenExpiresIn: lifetimes.resetMinutes * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => mail.passwordReset(user.email, token),
      onPasswordReset: async ({ user }) => {
        await completePasswordReset(db, user.id)
        await mail.passwordChanged(user.email)
      },
      onExistingUserSignUp: ({ user }) => mail.existingAccount(user.email),
      password: {
        // OWASP's figures for Argon2id; one hash takes some 5 ms here, and 53 ms with the library's own scrypt.
        hash: (password) => hash(written(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
        verify: ({ hash: kept, password }) => verify(kept, written(password)),
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      expiresIn: lifetimes.confirmationHours * 60 * 60,
      sendVerificationEmail: ({ user, token }) => mail.confirmation(user.email, token),
    },
    user: {
      modelName: 'users',
      fields: snakeCased('emailVerified', 'createdAt', 'updatedAt'),
      additionalFields: {
        disabledAt: { type: 'date', required: false, input: false, returned: false, fieldName: 'disabled_at' },
      },
      changeEmail: {
        enabled: true,
        updateEmailWithoutVerification: true,
        sendChangeEmailConfirmation: ({ user, newEmail, token }) => mail.approvalOfChange(user.email, newEmail, token),
      },
    },
    session: {
      modelName: 'sessions',
      fields: snakeCased('userId', 'expiresAt', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent'),
      expiresIn: sessionDays * daySeconds,
      updateAge: daySeconds / 24,
      // Freshness is our own rule, for more than the three endpoints this setting covers.
      freshAge: 0,
    },
    account: {
      modelName: 'identities',
      fields: snakeCased(...identityFields),
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, allowDifferentEmails: true },
    },
    verification: {
      modelName: 'verifications',
      fields: snakeCased('expiresAt', 'createdAt', 'updatedAt'),
      storeIdentifier: 'hashed',
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'rate_limits',
      fields: snakeCased('lastRequest'),
      window: 60,
      max: 120,
      customRules: {
        '/sign-in/*': { window: 60, max: 60 },
        '/sign-up/email': { window: 600, max: 60 },
        '/request-password-reset': { window: 600, max: 60 },
        '/send-verification-email': { window: 600, max: 60 },
        '/email-otp/*': { window: 600, max: 60 },
        '/two-factor/*': { window: 60, max: 30 },
        '/get-session': false,
        '/jwks': false,
      },
    },
    advanced: {
      // With this prefix a browser takes the cookie from this very host over TLS only.
      cookiePrefix: isSecure ? '__Host-praxam' : 'praxam',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      database: { generateId: () => randomUUIDv7() },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    databaseHooks: rules.databaseHooks,
    hooks: { before: rules.before, after: rules.after },

    plugins: [
      magicLink({
        expiresIn: lifetimes.linkMinutes * 60,
        disableSignUp: true,
        storeToken: 'hashed',
        sendMagicLink: ({ email, token, url }) => mail.magicLink(email, token, new URL(url).searchParams.get('callbackURL') ?? '/'),
      }),
      emailOTP({
        expiresIn: lifetimes.codeMinutes * 60,
        allowedAttempts: 3,
        disableSignUp: true,
        storeOTP: 'hashed',
        sendVerificationOTP: ({ email, otp, type }) => (type === 'sign-in' ? mail.oneTimeCode(email, otp) : Promise.resolve()),
      }),
      twoFactor({
        issuer: 'Praxam',
        schema: {
          user: { fields: snakeCased('twoFactorEnabled') },
          twoFactor: {
            modelName: 'second_factors',
            fields: snakeCased('backupCodes', 'userId', 'failedVerificationCount', 'lockedUntil'),
          },
        },
        // A person who signs in by a provider has no password; that the session is fresh is asked of everybody.
        allowPasswordless: true,
      }),
      passkey({
        rpID: new URL(origin).hostname,
        rpName: 'Praxam',
        origin,
        schema: {
          passkey: {
            modelName: 'passkeys',
            fields: snakeCased('publicKey', 'userId', 'credentialID', 'deviceType', 'backedUp', 'createdAt'),
          },
        },
      }),
      jwt({
        jwks: { keyPairConfig: { alg: 'ES256' }, rotationInterval: 90 * daySeconds },
        jwt: { issuer: origin, audience: origin, expirationTime: '5m', definePayload: ({ user }) => ({ email: user.email }) },
        disableSettingJwtHeader: true,
        schema: { jwks: { modelName: 'signing_keys', fields: snakeCased('publicKey', 'privateKey', 'createdAt', 'expiresAt') } },
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
          // A provider of an organisation vouches for the addresses of that organisation, and for no others.
          mapProfileToUser: ({ email }) => (isTrustedForEmail(domains, String(email)) ? {} : { email: '' }),
        })),
      }),
      ...(config.captcha
        ? [
            captcha({
              provider: config.captcha.provider,
              secretKey: config.captcha.secretKey,
              endpoints: [
                '/sign-up/email',
                '/sign-in/email',
                '/sign-in/magic-link',
                '/email-otp/send-verification-otp',
                '/request-password-reset',
              ],
              ...(config.captcha.verifyUrl && { siteVerifyURLOverride: config.captcha.verifyUrl }),
            }),
          ]
        : []),
    ],
  })
}

/** The same letters on every keyboard: some systems write an accented letter as two. Source: RFC 8265, section 4.2. */
function written(password: string): string {
  return password.normalize('NFC')
}

/** Column names of our tables for the library's own: `emailVerified` → `email_verified`. */
function snakeCased<Name extends string>(...names: Name[]): Record<Name, string> {
  const columns = names.map((name) => [name, name.replace(/ID$/, 'Id').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])
  return Object.fromEntries(columns) as Record<Name, string>
}

/**
 * What we ask beyond the library's settings, in the order of a request: attempts are counted per account and for the
 * whole site; new passwords are no common ones; sensitive changes want a recent sign-in; a code or link works once;
 * every way in leads to the second factor where there is one; a disabled account gets no session; a new browser is
 * reported; what is kept of a place is its network.
 */
import { createHash } from 'node:crypto'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { generateRandomString } from 'better-auth/crypto'
import type { BetterAuthOptions } from 'better-auth'
import { decodeJwt } from 'jose'
import type { Kysely } from 'kysely'
import type { AccountMail } from '#server/accounts/account-mail.ts'
import { clientAddressHeader, networkOf } from '#server/accounts/client-address.ts'
import { deviceName, isKnownDevice, keepDevice, makeDeviceToken } from '#server/accounts/devices.ts'
import { pseudonymOf, returnAttempt, takeAttempt } from '#server/accounts/limits.ts'
import type { Limit } from '#server/accounts/limits.ts'
import { weaknessesOf } from '#server/accounts/passwords.ts'
import type { Tables } from '#server/db/tables.ts'

const minuteMs = 60_000
/** For how long after signing in sensitive changes are allowed. */
export const freshForMs = 10 * minuteMs

/** Wrong passwords for one account, from wherever they come. */
const perAccount: Limit = { name: 'sign-in', max: 10, windowMs: 15 * minuteMs }
/** The same from a browser the person has signed in with before, so that strangers cannot shut her out. */
const perDevice: Limit = { name: 'sign-in-device', max: 10, windowMs: 15 * minuteMs }
/** Wrong passwords for all accounts together from unknown browsers: one password tried on many, from many addresses. */
const perSite: Limit = { name: 'sign-in-site', max: 100, windowMs: 15 * minuteMs }

/** Codes tried for one account, right or wrong: asking for new codes must not give more guesses. */
const perCode: Limit = { name: 'code', max: 10, windowMs: 60 * minuteMs }

/** Nobody sets these by asking; they are refused instead of ignored, so that a mistake is noticed. */
const ownFields = ['is_admin', 'isAdmin', 'role', 'emailVerified', 'disabledAt', 'twoFactorEnabled']
const pathsWithoutId = ['/sign-up/email', '/update-user', '/sign-in/email']

const sensitivePaths = new Set([
  '/change-email',
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/two-factor/get-totp-uri',
  '/link-social',
  '/unlink-account',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
])

/** Ways in beside the password, which the library sends to the second factor itself. */
const entrances = new Set([
  '/sign-in/email-otp',
  '/magic-link/verify',
  '/callback/:id',
  '/sign-in/social',
  '/passkey/verify-authentication',
])
const completions = new Set(['/sign-up/email', '/two-factor/verify-totp', '/two-factor/verify-backup-code'])

const challengeSeconds = 10 * 60
const deviceSeconds = 365 * 24 * 60 * 60

type Parts = { db: Kysely<Tables>; origin: string; secretKey: string; mail: AccountMail }
type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]
type Rules = Required<Pick<BetterAuthOptions, 'databaseHooks'>> & {
  before: ReturnType<typeof createAuthMiddleware>
  after: ReturnType<typeof createAuthMiddleware>
}

export function makeSignInRules({ db, origin, secretKey, mail }: Parts): Rules {
  const before = createAuthMiddleware(async (ctx) => {
    refuseOwnFields(ctx)
    if (ctx.path === '/sign-in/email') await countAttempt(ctx)
    if (ctx.path === '/sign-in/email-otp') await takeOrRefuse(perCode, pseudonymOf(textOf(ctx.body?.email), secretKey))
    if (newPasswordOf(ctx) !== undefined) await refuseWeakPassword(ctx)
    if (sensitivePaths.has(ctx.path)) await refuseUnlessFresh(ctx)
    if (ctx.path === '/verify-email') await refuseUsed(ctx, `link:${String(ctx.query?.['token'])}`, 24 * 60 * minuteMs, 'TOKEN_USED')
    if (ctx.path === '/two-factor/verify-totp') await refuseReplay(ctx)
  })

  const after = createAuthMiddleware(async (ctx) => {
    const made = ctx.context.newSession
    if (ctx.path === '/sign-in/email' && made) await settleAttempt(ctx)
    await reportChange(ctx)
    if (!made) return
    await removeEarlier(ctx)
    const isEntrance = entrances.has(ctx.path)
    if (made.user['twoFactorEnabled'] && (isEntrance || ctx.path === '/sign-in/email') && !isVerifiedPasskey(ctx)) {
      // The library does this itself for passwords, right after us.
      return isEntrance ? challenge(ctx) : undefined
    }
    if (isEntrance || ctx.path === '/sign-in/email' || completions.has(ctx.path)) await welcome(ctx)
  })

  /** Which limit holds for this attempt, and for whom. */
  const limitOf = async (ctx: Context): Promise<[Limit, string][]> => {
    const account = pseudonymOf(textOf(ctx.body?.email), secretKey)
    const token = await readDevice(ctx)
    if (token && (await isKnownDevice(db, textOf(ctx.body?.email), token))) return [[perDevice, `${account}:${hashOf(token)}`]]
    return [
      [perAccount, account],
      [perSite, 'all'],
    ]
  }

  const countAttempt = async (ctx: Context) => {
    for (const [limit, subject] of await limitOf(ctx)) await takeOrRefuse(limit, subject)
  }

  const takeOrRefuse = async (limit: Limit, subject: string) => {
    if (!(await takeAttempt(db, limit, subject, new Date())))
      throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_ATTEMPTS', message: 'Too many requests' })
  }

  /** A right password gives its attempt back: only wrong ones count. */
  const settleAttempt = async (ctx: Context) => {
    for (const [limit, subject] of await limitOf(ctx)) await returnAttempt(db, limit, subject)
  }

  const refuseWeakPassword = async (ctx: Context) => {
    const [reason] = await weaknessesOf(newPasswordOf(ctx) ?? '', await emailOf(ctx))
    if (reason) throw new APIError('BAD_REQUEST', { code: reason, message: 'This password is too easy to guess or has the wrong length' })
  }

  /** Keeps the browser, and reports it when it is a new one. */
  const welcome = async (ctx: Context) => {
    const made = ctx.context.newSession
    if (!made) return
    const token = (await readDevice(ctx)) || makeDeviceToken()
    const cookie = ctx.context.createAuthCookie('device', { maxAge: deviceSeconds })
    await ctx.setSignedCookie(cookie.name, token, ctx.context.secret, cookie.attributes)
    const { isNew } = await keepDevice(db, made.user.id, token, new Date())
    if (isNew) await mail.newDevice(made.user.email, deviceName(ctx.headers?.get('user-agent')), placeOf(ctx))
  }

  /** Takes the session back until the second factor is given, as the library does after a password. */
  const challenge = async (ctx: Context) => {
    const made = ctx.context.newSession
    if (!made) return
    deleteSessionCookie(ctx, true)
    await ctx.context.internalAdapter.deleteSession(made.session.token)
    ctx.context.setNewSession(null)
    const cookie = ctx.context.createAuthCookie('two_factor', { maxAge: challengeSeconds })
    const identifier = `2fa-${generateRandomString(20)}`
    const expiresAt = new Date(Date.now() + challengeSeconds * 1000)
    await ctx.context.internalAdapter.createVerificationValue({ identifier, value: made.user.id, expiresAt })
    await ctx.context.internalAdapter.createVerificationValue({ identifier: `2fa-attempts-${identifier}`, value: '0', expiresAt })
    await ctx.setSignedCookie(cookie.name, identifier, ctx.context.secret, cookie.attributes)
    if (ctx.path === '/magic-link/verify' || ctx.path === '/callback/:id')
      throw ctx.redirect(`${origin}/login/second-factor?to=${encodeURIComponent(goalOf(ctx))}`)
    return ctx.json({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
  }

  /** Tells the owner of the account what was changed. Only what the library has no callback for. */
  const reportChange = async (ctx: Context) => {
    if (ctx.context.returned instanceof Error) return
    if (ctx.path === '/verify-email') await reportAddressChange(textOf(ctx.query?.['token']))
    const email = ctx.context.newSession?.user.email ?? ctx.context.session?.user.email
    if (!email) return
    if (ctx.path === '/change-password') await mail.passwordChanged(email)
    if (ctx.path === '/two-factor/disable') await mail.secondFactorChanged(email, false)
    if (ctx.path === '/two-factor/verify-totp' && ctx.context.session && !ctx.context.session.user['twoFactorEnabled'])
      await mail.secondFactorChanged(email, true)
    if (ctx.path === '/passkey/verify-registration') await mail.signInMethodChanged(email, 'a passkey', true)
    if (ctx.path === '/passkey/delete-passkey') await mail.signInMethodChanged(email, 'a passkey', false)
    if (ctx.path === '/unlink-account') await mail.signInMethodChanged(email, 'another site', false)
  }

  /** The link was good, or we would not be here: its token says from where to where the address went. */
  const reportAddressChange = async (token: string) => {
    const { email, updateTo, requestType } = decodeJwt<{ email: string; updateTo?: string; requestType?: string }>(token)
    if (updateTo && requestType === 'change-email-verification') await mail.addressChanged(email, updateTo)
  }

  const databaseHooks: Rules['databaseHooks'] = {
    session: {
      create: {
        before: async (session, ctx) => {
          const user = await ctx?.context.internalAdapter.findUserById(session.userId)
          if (user && 'disabledAt' in user && user.disabledAt)
            throw new APIError('FORBIDDEN', { code: 'ACCOUNT_DISABLED', message: 'This account is disabled' })
          return { data: { ...session, ipAddress: networkOf(ctx?.headers?.get(clientAddressHeader) ?? '') } }
        },
      },
    },
    account: {
      create: {
        after: async (account, ctx) => {
          const owner = await ctx?.context.internalAdapter.findUserById(account.userId)
          // With a new person's first identity there is nobody to warn.
          const isAdded = owner && Date.now() - new Date(owner.createdAt).getTime() > minuteMs
          if (isAdded && account.providerId !== 'credential') await mail.signInMethodChanged(owner.email, account.providerId, true)
        },
      },
    },
  }

  return { before, after, databaseHooks }
}

function refuseOwnFields(ctx: Context): void {
  const names = ctx.body && typeof ctx.body === 'object' ? Object.keys(ctx.body as object) : []
  const own = names.find((name) => ownFields.includes(name) || (name === 'id' && pathsWithoutId.includes(ctx.path)))
  if (own) throw new APIError('BAD_REQUEST', { code: 'FIELD_NOT_ALLOWED', message: `The field ${own} cannot be set` })
}

async function refuseUnlessFresh(ctx: Context): Promise<void> {
  const found = await getSessionFromCtx(ctx)
  if (!found) throw new APIError('UNAUTHORIZED', { code: 'SESSION_MISSING', message: 'Sign in first' })
  if (!isFresh(found.session.createdAt, new Date()))
    throw new APIError('FORBIDDEN', { code: 'REAUTHENTICATION_REQUIRED', message: 'Sign in again first' })
}

/** Whether the person has shown recently who she is. A session begins anew with each signing in, also when signed in already. */
export function isFresh(signedInAt: Date | string, now: Date): boolean {
  return now.getTime() - new Date(signedInAt).getTime() < freshForMs
}

/** The same code within its time is somebody looking over a shoulder. Source: RFC 6238, section 5.2. */
async function refuseReplay(ctx: Context): Promise<void> {
  const userId = (await getSessionFromCtx(ctx))?.user.id ?? (await challengedUserId(ctx))
  if (userId) await refuseUsed(ctx, `totp:${userId}:${textOf(ctx.body?.code)}`, 2 * minuteMs, 'INVALID_CODE')
}

async function challengedUserId(ctx: Context): Promise<string | undefined> {
  const identifier = await ctx.getSignedCookie(ctx.context.createAuthCookie('two_factor').name, ctx.context.secret)
  return identifier ? (await ctx.context.internalAdapter.findVerificationValue(identifier))?.value : undefined
}

/** Refuses a secret that was presented before; the first to present it wins, also among several at once. */
async function refuseUsed(ctx: Context, secret: string, forMs: number, code: string): Promise<void> {
  const expiresAt = new Date(Date.now() + forMs)
  const isFirst = await ctx.context.internalAdapter.reserveVerificationValue({ identifier: `used:${hashOf(secret)}`, value: '', expiresAt })
  if (!isFirst) throw new APIError('BAD_REQUEST', { code, message: 'This has been used before' })
}

/** A passkey that checked its owner, by finger, face or number, is two factors at once: the flag is the third bit. */
function isVerifiedPasskey(ctx: Context): boolean {
  if (ctx.path !== '/passkey/verify-authentication') return false
  const data = Buffer.from(textOf(ctx.body?.response?.response?.authenticatorData), 'base64url')
  return ((data[32] ?? 0) & 0b100) !== 0
}

function newPasswordOf(ctx: Context): string | undefined {
  if (ctx.path === '/sign-up/email') return textOf(ctx.body?.password)
  return ctx.path === '/reset-password' || ctx.path === '/change-password' ? textOf(ctx.body?.newPassword) : undefined
}

/** Address of the person whose password is set: as given, of the session, or of the one who was sent the link. */
async function emailOf(ctx: Context): Promise<string> {
  if (ctx.path === '/sign-up/email') return textOf(ctx.body?.email)
  if (ctx.path === '/change-password') return (await getSessionFromCtx(ctx))?.user.email ?? ''
  const asked = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${textOf(ctx.body?.token)}`)
  return (asked && (await ctx.context.internalAdapter.findUserById(asked.value)))?.email ?? ''
}

/** Ends the session that this browser had before, so that signing in leaves one and no more. */
async function removeEarlier(ctx: Context): Promise<void> {
  const earlier = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret)
  if (earlier && earlier !== ctx.context.newSession?.session.token) await ctx.context.internalAdapter.deleteSession(earlier)
}

async function readDevice(ctx: Context): Promise<string> {
  return (await ctx.getSignedCookie(ctx.context.createAuthCookie('device').name, ctx.context.secret)) || ''
}

/** Where a redirecting way in was about to lead to. */
function goalOf(ctx: Context): string {
  const location = ctx.context.responseHeaders?.get('location')
  return location && URL.canParse(location, ctx.context.baseURL) ? new URL(location, ctx.context.baseURL).pathname : '/'
}

function placeOf(ctx: Context): string {
  return networkOf(ctx.headers?.get(clientAddressHeader) ?? '')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

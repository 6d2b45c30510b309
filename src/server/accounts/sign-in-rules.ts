/**
 * What we ask beyond the library's settings, in the order of a request: fields are ours to set and of sensible size;
 * guesses are counted; new passwords are no common ones; sensitive changes want a recent sign-in; links work once, from
 * a page of ours; every way in leads to the second factor where there is one; a disabled account gets no session; the
 * owner is told of changes; what is kept of a place is its network.
 */
import { minuteMs } from '#exam/duration.ts'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { BetterAuthOptions } from 'better-auth'
import { jwtVerify } from 'jose'
import type { Kysely } from 'kysely'
import type { AccountMail } from '#server/accounts/account-mail.ts'
import { clientAddressHeader, networkOf } from '#server/http/client-address.ts'
import { formatDeviceName, saveKnownDevice, createDeviceToken } from '#server/accounts/devices.ts'
import { countGuess, returnGuess } from '#server/accounts/sign-in-attempts.ts'
import { readDeviceToken, asText } from '#server/accounts/hook-context.ts'
import type { HookContext } from '#server/accounts/hook-context.ts'
import { consumeRateLimit } from '#server/platform/rate-limit.ts'
import type { RateLimit } from '#server/platform/rate-limit.ts'
import { deleteOtherSignInMethods } from '#server/accounts/invitations.ts'
import { findPasswordWeaknesses } from '#server/accounts/passwords.ts'
import { challengeSecondFactor, isVerifiedPasskey, refuseReplayedCode } from '#server/accounts/second-factor.ts'
import { releaseSecret, claimSecret, withoutSignature } from '#server/accounts/single-use.ts'
import type { Tables } from '#server/db/tables.ts'

/** For how long after signing in sensitive changes are allowed. */
export const recentSignInMs = 10 * minuteMs

/** Nobody sets these by asking; they are refused instead of ignored, so that a mistake is noticed. */
const ownFields = ['is_admin', 'isAdmin', 'role', 'emailVerified', 'disabledAt', 'twoFactorEnabled', 'trustDevice']
const pathsWithoutId = ['/sign-up/email', '/update-user', '/sign-in/email']
/** In characters. Source for the address: RFC 5321, section 4.5.3.1. */
const fieldLengthMax = { email: 254, newEmail: 254, name: 200, image: 2000 }

export const sensitivePaths: ReadonlySet<string> = new Set([
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
const mailEntrances = new Set(['/sign-in/email-otp', '/magic-link/verify'])
const completions = new Set(['/sign-up/email', '/two-factor/verify-totp', '/two-factor/verify-backup-code'])
/** What links in mails lead to, by way of a page with a button. */
const linkPaths = new Set(['/magic-link/verify', '/verify-email'])

const addressChanges: RateLimit = { name: 'change-email', max: 5, windowMs: 24 * 60 * minuteMs }
const deviceSeconds = 365 * 24 * 60 * 60

type Parts = { db: Kysely<Tables>; origin: string; secretKey: string; mail: AccountMail }
type Rules = Required<Pick<BetterAuthOptions, 'databaseHooks'>> & {
  before: ReturnType<typeof createAuthMiddleware>
  after: ReturnType<typeof createAuthMiddleware>
}

export function createSignInHooks({ db, origin, secretKey, mail }: Parts): Rules {
  const before = createAuthMiddleware(async (ctx) => {
    refuseFields(ctx)
    if (linkPaths.has(ctx.path)) refuseFromElsewhere(ctx, origin)
    await countGuess(db, secretKey, ctx)
    if (newPasswordOf(ctx) !== undefined) await refuseWeakPassword(ctx)
    if (sensitivePaths.has(ctx.path)) await refuseUnlessFresh(ctx)
    if (ctx.path === '/change-email') await countChange(ctx)
    if (ctx.path === '/verify-email') await useConfirmation(ctx)
    if (ctx.path === '/sign-in/social') await useIdToken(ctx)
    if (ctx.path === '/two-factor/verify-totp') await refuseReplayedCode(ctx)
  })

  const after = createAuthMiddleware(async (ctx) => {
    if (isAPIError(ctx.context.returned)) await settleRefusal(ctx, ctx.context.returned.body?.code ?? '')
    const made = ctx.context.newSession
    if (made) await returnGuess(db, secretKey, ctx)
    await reportChange(ctx)
    if (!made) return undefined
    await removeEarlier(ctx)
    const isEntrance = entrances.has(ctx.path)
    // Read again: confirming an address may just have taken somebody else's second factor away.
    const user = await ctx.context.internalAdapter.findUserById(made.user.id)
    const hasSecondFactor = (user as { twoFactorEnabled?: boolean } | null)?.twoFactorEnabled === true
    if (hasSecondFactor && (isEntrance || ctx.path === '/sign-in/email') && !isVerifiedPasskey(ctx)) {
      // The library does this itself for passwords, right after us.
      return isEntrance ? challengeSecondFactor(ctx, origin) : undefined
    }
    if (isEntrance || ctx.path === '/sign-in/email' || completions.has(ctx.path)) await welcome(ctx)
    return undefined
  })

  /** Whether the approval comes tells whether the new address has an account. */
  const countChange = async (ctx: HookContext) => {
    const userId = (await getSessionFromCtx(ctx))?.user.id ?? ''
    if (!(await consumeRateLimit(db, addressChanges, userId, new Date())))
      throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_ATTEMPTS', message: 'Too many requests' })
  }

  const settleRefusal = async (ctx: HookContext, code: string) => {
    // The password was right, which is all that guessing is about.
    if (ctx.path === '/sign-in/email' && ['EMAIL_NOT_VERIFIED', 'ACCOUNT_DISABLED'].includes(code)) await returnGuess(db, secretKey, ctx)
    if (ctx.path === '/verify-email' && code !== 'TOKEN_USED') await releaseSecret(ctx, confirmationName(ctx))
  }

  /** Keeps the browser, and reports it when it is a new one. */
  const welcome = async (ctx: HookContext) => {
    const made = ctx.context.newSession
    if (!made) return
    const token = (await readDeviceToken(ctx)) || createDeviceToken()
    const cookie = ctx.context.createAuthCookie('device', { maxAge: deviceSeconds })
    await ctx.setSignedCookie(cookie.name, token, ctx.context.secret, cookie.attributes)
    const { isNew } = await saveKnownDevice(db, made.user.id, token, new Date())
    const place = networkOf(ctx.headers?.get(clientAddressHeader) ?? '')
    if (isNew) await mail.newDevice(made.user.email, formatDeviceName(ctx.headers?.get('user-agent')), place)
  }

  /** Tells the owner of the account what was changed. Only what the library has no callback for. */
  const reportChange = async (ctx: HookContext) => {
    if (isAPIError(ctx.context.returned)) return
    if (ctx.path === '/verify-email') {
      const { email, updateTo, requestType } = (await readConfirmation(ctx)) ?? {}
      if (email && updateTo && requestType === 'change-email-verification') await mail.addressChanged(email, updateTo)
    }
    const { newSession, session } = ctx.context
    const email = session?.user.email ?? newSession?.user.email
    if (!email) return
    switch (ctx.path) {
      case '/change-password':
        return mail.passwordChanged(email)
      case '/change-email': {
        const now = await ctx.context.internalAdapter.findUserById(session?.user.id ?? '')
        return now && now.email !== email ? mail.addressChanged(email, now.email) : undefined
      }
      case '/two-factor/disable':
        return mail.secondFactorChanged(email, false)
      case '/two-factor/verify-totp': {
        if (!session || session.user['twoFactorEnabled'] || !newSession) return
        // Sessions from before were made without it.
        await db.deleteFrom('sessions').where('user_id', '=', session.user.id).where('token', '!=', newSession.session.token).execute()
        return mail.secondFactorChanged(email, true)
      }
      case '/passkey/verify-registration':
        return mail.signInMethodChanged(email, 'a passkey', true)
      case '/passkey/delete-passkey':
        return mail.signInMethodChanged(email, 'a passkey', false)
      case '/unlink-account':
        return mail.signInMethodChanged(email, 'another site', false)
    }
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
    user: {
      update: {
        // The library takes the password that somebody set before the address was confirmed; the rest goes with it.
        after: async (user, ctx) => {
          if (!ctx || !mailEntrances.has(ctx.path)) return
          await deleteOtherSignInMethods(db, user.id)
          await mail.signInMethodChanged(user.email, 'whatever was set up before the address was confirmed, the password included', false)
        },
      },
    },
    account: {
      // Nothing here uses what a provider lets its token do, so it is not kept.
      create: {
        before: async (account) => ({ data: { ...account, ...noTokens } }),
        after: async (account, ctx) => {
          const owner = await ctx?.context.internalAdapter.findUserById(account.userId)
          // With a new person's first identity there is nobody to warn.
          const isAdded = owner && Date.now() - new Date(owner.createdAt).getTime() > minuteMs
          if (isAdded && account.providerId !== 'credential') await mail.signInMethodChanged(owner.email, account.providerId, true)
        },
      },
      update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
    },
  }

  return { before, after, databaseHooks }
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null }

function refuseFields(ctx: HookContext): void {
  const body: unknown = ctx.body
  if (typeof body !== 'object' || body === null) return
  const fields = Object.entries(body)
  const own = fields.find(([name]) => ownFields.includes(name) || (name === 'id' && pathsWithoutId.includes(ctx.path)))?.[0]
  if (own) throw new APIError('BAD_REQUEST', { code: 'FIELD_NOT_ALLOWED', message: `The field ${own} cannot be set` })
  for (const [name, lengthMax] of Object.entries(fieldLengthMax)) {
    const value = fields.find(([each]) => each === name)?.[1]
    if (value !== undefined && value !== null && (typeof value !== 'string' || value.length > lengthMax))
      throw new APIError('BAD_REQUEST', {
        code: 'FIELD_TOO_LONG',
        message: `The field ${name} has to be a text of at most ${lengthMax} characters`,
      })
  }
  // No database keeps a zero byte in a text.
  if (JSON.stringify(body).includes(String.raw`\u0000`))
    throw new APIError('BAD_REQUEST', { code: 'FIELD_UNREADABLE', message: 'A field holds a zero byte' })
}

/** A link that another site leads a browser to would sign it in to an account of that site's choice. */
function refuseFromElsewhere(ctx: HookContext, origin: string): void {
  if (ctx.headers?.get('sec-fetch-site') !== 'same-origin' || ctx.headers.get('origin') !== origin)
    throw new APIError('FORBIDDEN', { code: 'NOT_FROM_HERE', message: 'Links of mails lead to a page of this site, which asks here' })
}

async function refuseWeakPassword(ctx: HookContext): Promise<void> {
  const [reason] = await findPasswordWeaknesses(newPasswordOf(ctx) ?? '', await emailOf(ctx))
  if (reason) throw new APIError('BAD_REQUEST', { code: reason, message: 'This password is too easy to guess or has the wrong length' })
}

async function refuseUnlessFresh(ctx: HookContext): Promise<void> {
  const found = await getSessionFromCtx(ctx)
  if (!found) throw new APIError('UNAUTHORIZED', { code: 'SESSION_MISSING', message: 'Sign in first' })
  if (!isRecentSignIn(found.session.createdAt, new Date()))
    throw new APIError('FORBIDDEN', { code: 'REAUTHENTICATION_REQUIRED', message: 'Sign in again first' })
}

/** Whether the person has shown recently who she is. A session begins anew with each signing in, also when signed in already. */
export function isRecentSignIn(signedInAt: Date | string, now: Date): boolean {
  return now.getTime() - new Date(signedInAt).getTime() < recentSignInMs
}

type Confirmation = { email: string; updateTo?: string; requestType?: string }

/** What a link that confirms an address says; `undefined` when it is not ours or has expired, which the library refuses. */
async function readConfirmation(ctx: HookContext): Promise<Confirmation | undefined> {
  const key = new TextEncoder().encode(ctx.context.secret)
  const read = await jwtVerify<Confirmation>(asText(ctx.query?.['token']), key, { algorithms: ['HS256'] }).catch(() => undefined)
  return read?.payload
}

const confirmationLifeMs = 24 * 60 * minuteMs

function confirmationName(ctx: HookContext): string {
  return `link:${withoutSignature(asText(ctx.query?.['token']))}`
}

async function useConfirmation(ctx: HookContext): Promise<void> {
  const { updateTo } = (await readConfirmation(ctx)) ?? {}
  if (updateTo && (await ctx.context.internalAdapter.findUserByEmail(updateTo)))
    throw new APIError('BAD_REQUEST', { code: 'ADDRESS_TAKEN', message: 'There is an account with the new address' })
  await claimSecret(ctx, confirmationName(ctx), confirmationLifeMs, 'TOKEN_USED')
}

/** Providers let an id token live for an hour at most; used a second time it is somebody else's. */
async function useIdToken(ctx: HookContext): Promise<void> {
  const token = asText(ctx.body?.idToken?.token)
  if (token) await claimSecret(ctx, `id:${withoutSignature(token)}`, 60 * minuteMs, 'TOKEN_USED')
}

/** Ends the session that this browser had before, so that signing in leaves one and no more. */
async function removeEarlier(ctx: HookContext): Promise<void> {
  const earlier = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret)
  if (earlier && earlier !== ctx.context.newSession?.session.token) await ctx.context.internalAdapter.deleteSession(earlier)
}

function newPasswordOf(ctx: HookContext): string | undefined {
  if (ctx.path === '/sign-up/email') return asText(ctx.body?.password)
  return ctx.path === '/reset-password' || ctx.path === '/change-password' ? asText(ctx.body?.newPassword) : undefined
}

/** Address of the person whose password is set: as given, of the session, or of the one who was sent the link. */
async function emailOf(ctx: HookContext): Promise<string> {
  if (ctx.path === '/sign-up/email') return asText(ctx.body?.email)
  if (ctx.path === '/change-password') return (await getSessionFromCtx(ctx))?.user.email ?? ''
  const asked = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${asText(ctx.body?.token)}`)
  return (asked && (await ctx.context.internalAdapter.findUserById(asked.value)))?.email ?? ''
}

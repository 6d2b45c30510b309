/**
 * The parts of better-auth that the site uses beyond its documented options: the context of hooks, names of cookies, and the format of
 * stored tokens. `better-auth-internals.test.ts` compares each of them with the installed version. If that test fails after an upgrade,
 * only this module needs to change.
 *
 * | Token                    | `identifier`, hashed      | `value`                                 |
 * |--------------------------|---------------------------|-----------------------------------------|
 * | sets a password          | `reset-password:<token>`  | user id                                 |
 * | signs in                 | `magic-link:<token hash>` | `{"type":"magic-link","email":"…"}`     |
 * | pending second factor    | `2fa-<random>`            | user id                                 |
 * | wrong second-factor codes | `2fa-attempts-2fa-<random>` | their number                          |
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { generateRandomString } from 'better-auth/crypto'
import { jwtVerify } from 'jose'
import { createHmac, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { addressIn, splitLanguage } from '#exam/languages.ts'
import { containing } from '#server/db/like-pattern.ts'
import type { Db } from '#server/db/tables.ts'
import { sha256 } from '#server/platform/hash.ts'
import { createPerResource } from '#server/platform/per-resource.ts'
import { createRecentMap, type RecentMap } from '#server/platform/recent-map.ts'

/** The request that a hook of better-auth works on. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** A field of a request body or query as text; empty when it is missing or not a string. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** An error that better-auth sends as JSON with `code` and `message`. */
export function authError(status: ConstructorParameters<typeof APIError>[0], code: string, message: string): APIError {
  return new APIError(status, { code, message })
}

/** The session and user of the request, if the visitor is signed in. */
export function findSession(ctx: HookContext) {
  return getSessionFromCtx(ctx)
}

type CookieContext = {
  secret: string
  authCookies: Record<'sessionToken' | 'sessionData' | 'dontRememberToken', { name: string }>
}

/**
 * The token in the signed session cookie of a request. `undefined` if it is missing or invalid, or if the request has other session
 * cookies, which better-auth must handle.
 */
export function readSessionToken(context: CookieContext, cookieHeader: string): string | undefined {
  const verified = verifiedTokensOf(context)
  const known = verified.get(cookieHeader)
  if (known !== undefined) return known
  const token = verifySessionToken(context, cookieHeader)
  if (token !== undefined) verified.set(cookieHeader, token)
  return token
}

/**
 * Tokens by the cookies whose signature was valid, because a page sends the same cookies with each answer. Whether the session still exists is
 * checked in the database each time.
 */
const verifiedTokensOf = createPerResource<CookieContext, RecentMap<string, string>>(() => createRecentMap({ max: verifiedTokensMax }))
export const verifiedTokensMax = 1_000

function verifySessionToken({ secret, authCookies }: CookieContext, cookieHeader: string): string | undefined {
  const { sessionToken, sessionData, dontRememberToken } = authCookies
  if (cookieHeader.includes(sessionData.name) || cookieHeader.includes(dontRememberToken.name)) return undefined
  const cookie = cookieHeader.split(/;\s*/).find((each) => each.startsWith(`${sessionToken.name}=`))
  const [, token, signature] = /^(.+)\.([A-Za-z0-9+/]{43}=)$/.exec(decodeCookie(cookie?.slice(sessionToken.name.length + 1) ?? '')) ?? []
  if (token === undefined || signature === undefined) return undefined
  const expected = createHmac('sha256', secret).update(token).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'base64')) ? token : undefined
}

/** `Set-Cookie` headers that remove the session from a browser, even if the database cannot delete it. */
export function removeSessionCookies({ authCookies }: CookieContext): string[] {
  const { sessionToken, sessionData, dontRememberToken } = authCookies
  return [sessionToken, sessionData, dontRememberToken].map(
    ({ name }) => `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${name.startsWith('__Secure-') ? '; Secure' : ''}`,
  )
}

function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

/**
 * Whether better-auth would only read a session that expires at `expiresAt`. Otherwise it extends the session, or deletes it, and sets
 * cookies.
 */
export function isOnlyRead({ sessionConfig }: { sessionConfig: { expiresIn: number; updateAge: number } }, expiresAt: Date, now: Date) {
  const { expiresIn, updateAge } = sessionConfig
  return expiresAt >= now && expiresAt.getTime() - (expiresIn - updateAge) * 1000 > now.getTime()
}

/** A user as better-auth returns it. The library's own types lack the last two fields. */
export type AuthUser = { id: string; email: string; createdAt: Date; twoFactorEnabled?: boolean; disabledAt?: Date | null }

export async function findUser(ctx: Pick<HookContext, 'context'>, userId: string): Promise<AuthUser | undefined> {
  return (await ctx.context.internalAdapter.findUserById(userId)) ?? undefined
}

export async function findUserWithEmail(ctx: HookContext, email: string): Promise<AuthUser | undefined> {
  return (await ctx.context.internalAdapter.findUserByEmail(email))?.user
}

/** Ends the session that this browser had before the sign-in, so that a browser has at most one. */
export async function deletePreviousSession(ctx: HookContext): Promise<void> {
  const previous = await readSignedCookie(ctx, ctx.context.authCookies.sessionToken.name)
  if (previous && previous !== ctx.context.newSession?.session.token) await ctx.context.internalAdapter.deleteSession(previous)
}

const deviceCookie = 'device'
const deviceSeconds = 365 * 24 * 60 * 60

/** The device token of a browser that has signed in before; empty if there is none or its signature is invalid. */
export async function readDeviceToken(ctx: HookContext): Promise<string> {
  return readSignedCookie(ctx, ctx.context.createAuthCookie(deviceCookie).name)
}

/** Sets the signed cookie by which the browser is recognized for a year. */
export async function writeDeviceToken(ctx: HookContext, token: string): Promise<void> {
  const cookie = ctx.context.createAuthCookie(deviceCookie, { maxAge: deviceSeconds })
  await ctx.setSignedCookie(cookie.name, token, ctx.context.secret, cookie.attributes)
}

export type EmailConfirmation = { email: string; updateTo?: string; requestType?: string }

/** The claims of the link that confirms an address; `undefined` for an invalid or expired token. */
export async function readEmailConfirmation(ctx: HookContext): Promise<EmailConfirmation | undefined> {
  const key = new TextEncoder().encode(ctx.context.secret)
  const verified = await jwtVerify<EmailConfirmation>(asText(ctx.query?.['token']), key, { algorithms: ['HS256'] }).catch(() => undefined)
  return verified?.payload
}

/** The user whose password the token sets; `undefined` for an invalid token. */
export async function findPasswordTokenUser(ctx: HookContext, token: string): Promise<AuthUser | undefined> {
  const found = await ctx.context.internalAdapter.findVerificationValue(passwordIdentifier(token))
  return found ? findUser(ctx, found.value) : undefined
}

/**
 * Claims a secret that may be used once. Safe across processes.
 *
 * @throws {APIError} with `code` when the secret was claimed within the last `lifetimeMs`
 */
export async function claimSecret(ctx: HookContext, secret: string, lifetimeMs: number, code: string): Promise<void> {
  const expiresAt = new Date(Date.now() + lifetimeMs)
  const isFirst = await ctx.context.internalAdapter.reserveVerificationValue({ identifier: claimIdentifier(secret), value: '', expiresAt })
  if (!isFirst) throw authError('BAD_REQUEST', code, 'This has already been used')
}

/** Makes a claimed secret usable again, after the request that claimed it failed. */
export async function releaseSecret(ctx: HookContext, secret: string): Promise<void> {
  await ctx.context.internalAdapter.deleteVerificationByIdentifier(claimIdentifier(secret))
}

/** A signed token without its signature. The last letter of a signature has unused bits, so one token can be written in several ways. */
export function withoutSignature(token: string): string {
  return token.split('.').slice(0, 2).join('.')
}

const secondFactorCookie = 'two_factor'
const secondFactorSeconds = 10 * 60

/**
 * Deletes the new session and asks for the second factor. better-auth does this only after a password, in the `after` hook of its
 * `plugins/two-factor`. This function does the same after the other sign-in methods.
 *
 * @throws a redirect to the page that asks for the second factor, if a browser opens the endpoint as a page
 */
export async function challengeSecondFactor(ctx: HookContext, origin: string, isOpenedByBrowser: boolean): Promise<unknown> {
  const session = ctx.context.newSession
  if (!session) return undefined
  deleteSessionCookie(ctx, true)
  await ctx.context.internalAdapter.deleteSession(session.session.token)
  ctx.context.setNewSession(null)
  const cookie = ctx.context.createAuthCookie(secondFactorCookie, { maxAge: secondFactorSeconds })
  const identifier = `2fa-${generateRandomString(20)}`
  const expiresAt = new Date(Date.now() + secondFactorSeconds * 1000)
  await ctx.context.internalAdapter.createVerificationValue({ identifier, value: session.user.id, expiresAt })
  await ctx.context.internalAdapter.createVerificationValue({ identifier: `2fa-attempts-${identifier}`, value: '0', expiresAt })
  await ctx.setSignedCookie(cookie.name, identifier, ctx.context.secret, cookie.attributes)
  if (isOpenedByBrowser) {
    const { language, path } = splitLanguage(redirectPath(ctx))
    throw ctx.redirect(origin + addressIn(language, `/login/second-factor?to=${encodeURIComponent(path)}`))
  }
  return ctx.json({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
}

/** The id of the user who enters a second factor: the signed-in user, or the user who has completed the first step of a sign-in. */
export async function findSecondFactorUserId(ctx: HookContext): Promise<string | undefined> {
  const signedIn = await findSession(ctx)
  if (signedIn) return signedIn.user.id
  const identifier = await readSignedCookie(ctx, ctx.context.createAuthCookie(secondFactorCookie).name)
  return identifier ? (await ctx.context.internalAdapter.findVerificationValue(identifier))?.value : undefined
}

export type TokenPurpose = 'set-password' | 'sign-in'

/**
 * Creates a token that the endpoints of better-auth accept. The database stores only its hash.
 *
 * The API of the library cannot do this: it sends mail, has one lifetime for all tokens, and cannot join `transaction`.
 */
export async function createToken(
  transaction: Db,
  { purpose, user, expiresAt, now }: { purpose: TokenPurpose; user: { id: string; email: string }; expiresAt: Date; now: Date },
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const isSignIn = purpose === 'sign-in'
  await transaction
    .insertInto('verifications')
    .values({
      id: randomUUIDv7(),
      identifier: sha256(isSignIn ? `magic-link:${sha256(token)}` : passwordIdentifier(token)),
      value: isSignIn ? JSON.stringify({ type: 'magic-link', email: user.email }) : user.id,
      expires_at: expiresAt,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return token
}

/** Deletes the tokens that set the user's password, and pending second steps of a sign-in: both store only the user id. */
export async function deletePasswordTokens(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', userId).execute()
}

/** Deletes all tokens of the user. One-time codes remain, because their rows do not name the user. They expire within minutes. */
export async function deleteAllTokens(db: Db, user: { id: string; email: string }): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where((row) =>
      row.or([
        row('value', 'like', containing(user.id)),
        // In JSON the address is in quotation marks. Without them, the pattern would also match the end of a longer address.
        row('value', 'like', containing(JSON.stringify(user.email))),
      ]),
    )
    .execute()
}

function passwordIdentifier(token: string): string {
  return `reset-password:${token}`
}

function claimIdentifier(secret: string): string {
  return `used:${sha256(secret)}`
}

async function readSignedCookie(ctx: HookContext, name: string): Promise<string> {
  return (await ctx.getSignedCookie(name, ctx.context.secret)) || ''
}

/** The path that the endpoint was about to redirect to; `/` without one. */
function redirectPath(ctx: HookContext): string {
  const location = ctx.context.responseHeaders?.get('location')
  if (!location || !URL.canParse(location, ctx.context.baseURL)) return '/'
  const { pathname, search } = new URL(location, ctx.context.baseURL)
  return pathname + search
}

/** Finds the signed-in user of a request. Every request checks its session in the database, so that a revoked session ends immediately. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Auth } from '#server/accounts/auth.ts'
import { isOnlyRead, readSessionToken } from '#server/accounts/better-auth-internals.ts'
import { findPerson, isDisabled, personColumns, type Person } from '#server/accounts/people.ts'
import { isRecentSignIn } from '#server/accounts/recent-sign-in.ts'
import { isDiskFull } from '#server/db/free-space.ts'
import { preparedMark } from '#server/db/prepared-statements.ts'
import type { Tables } from '#server/db/tables.ts'
import { createBatchesPer } from '#server/platform/batches.ts'
import { createPerResource } from '#server/platform/per-resource.ts'
import { createRecentMap, type RecentMap } from '#server/platform/recent-map.ts'

export type Viewer = Omit<Person, 'isDisabled' | 'lastSeenAt'> & {
  sessionId: string
  sessionToken: string
  /** Has signed in within the last ten minutes. */
  isRecentlyAuthenticated: boolean
}

/** `cookies` extend or clear the session. They must be set on the response. */
export type ReadViewer = { viewer: Viewer | undefined; cookies: string[] }

/**
 * One query reads a valid session with its user. better-auth needs two queries for the same result, so it handles only sessions that it
 * would extend or delete, and unusual cases.
 */
export async function readViewer(auth: Auth, db: Kysely<Tables>, request: Request, now: Date): Promise<ReadViewer> {
  const cookies = request.headers.get('Cookie')
  const viewer = await findViewerOfSession(auth, db, cookies, now)
  if (viewer) return { viewer, cookies: [] }
  try {
    return await readViewerByLibrary(auth, db, request, now)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    // Pages must work without room, so the session is neither extended nor deleted.
    return { viewer: await findViewerOfSession(auth, db, cookies, now, isValid), cookies: [] }
  }
}

/** The viewer of a session, by default of one that better-auth would only read. If this is `undefined`, better-auth may still find a viewer. */
async function findViewerOfSession(
  auth: Auth,
  db: Kysely<Tables>,
  cookieHeader: string | null,
  now: Date,
  isUsable: IsUsable = isOnlyRead,
): Promise<Viewer | undefined> {
  const found = await findSession(auth, cookieHeader, now, (token) => findSessionUser(db, token), isUsable)
  if (!found) return undefined
  const { isDisabled: _, expiresAt: _expiresAt, signedInAt, ...user } = found
  return { ...user, isRecentlyAuthenticated: isRecentSignIn(signedInAt, now) }
}

/** The id of the viewer, for requests that need nothing else. If this is `undefined`, {@link readViewer} may still find a viewer. */
export async function findViewerId(auth: Auth, db: Kysely<Tables>, cookieHeader: string | null, now: Date): Promise<string | undefined> {
  const found = await findSession(auth, cookieHeader, now, (token) => findSessionUserId(db, token))
  if (found) recentSessionsOf(db).set(found.sessionToken, { userId: found.userId, expiresAt: found.expiresAt })
  return found?.userId
}

/** A session that was valid at an earlier request. It may have ended since then, so it must be checked before anything is changed or shown. */
export type RecentSession = {
  token: string
  userId: string
  /** Reads the session from the database. A statement can check it with {@link isSessionOf} instead. */
  isValid: () => Promise<boolean>
  forget: () => void
}

/** The session of a request, if this process has found its viewer with {@link findViewerId} and better-auth would not extend it yet. */
export async function recallSession(
  auth: Auth,
  db: Kysely<Tables>,
  cookieHeader: string | null,
  now: Date,
): Promise<RecentSession | undefined> {
  const context = await auth.$context
  const token = readSessionToken(context, cookieHeader ?? '')
  const recent = token === undefined ? undefined : recentSessionsOf(db).get(token)
  if (token === undefined || !recent || !isOnlyRead(context, recent.expiresAt, now)) return undefined
  const { userId } = recent
  return {
    token,
    userId,
    isValid: async () => (await findViewerId(auth, db, cookieHeader, now)) === userId,
    forget: () => void recentSessionsOf(db).delete(token),
  }
}

/** A condition: the session exists, belongs to the user, has not expired at `at`, and the account is not disabled. */
export function isSessionOf(token: RawBuilder<string>, userId: RawBuilder<string>, at: RawBuilder<Date>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from sessions join users on users.id = sessions.user_id
    where sessions.token = ${token} and sessions.user_id = ${userId} and sessions.expires_at >= ${at} and not (${isDisabled})
  )`
}

const recentSessionsMax = 2_000
/** Sessions by their token. Which member a session belongs to never changes. */
const recentSessionsOf = createPerResource<Kysely<Tables>, RecentMap<string, { userId: string; expiresAt: Date }>>(() =>
  createRecentMap({ max: recentSessionsMax }),
)

type FoundSession = { isDisabled: boolean; expiresAt: Date }
type IsUsable = typeof isOnlyRead
const isValid: IsUsable = (_, expiresAt, now) => expiresAt >= now

/** What `find` returns for the session of a request, if the session is usable and the account is not disabled. */
async function findSession<Found extends FoundSession>(
  auth: Auth,
  cookieHeader: string | null,
  now: Date,
  find: (token: string) => Promise<Found | undefined>,
  isUsable: IsUsable = isOnlyRead,
): Promise<Found | undefined> {
  const context = await auth.$context
  const token = readSessionToken(context, cookieHeader ?? '')
  const found = token === undefined ? undefined : await find(token)
  return found && !found.isDisabled && isUsable(context, found.expiresAt, now) ? found : undefined
}

async function readViewerByLibrary(auth: Auth, db: Kysely<Tables>, request: Request, now: Date): Promise<ReadViewer> {
  const { headers, response } = await auth.api.getSession({ headers: request.headers, returnHeaders: true })
  const cookies = headers?.getSetCookie() ?? []
  const person = response && (await findPerson(db, response.user.id))
  if (!response || !person || person.isDisabled) return { viewer: undefined, cookies }
  const { id, token, createdAt } = response.session
  const { isDisabled: _, lastSeenAt: _lastSeenAt, ...user } = person
  const session = { sessionId: id, sessionToken: token, isRecentlyAuthenticated: isRecentSignIn(createdAt, now) }
  return { viewer: { ...user, ...session }, cookies }
}

/** One query for the sessions of requests that arrive at the same time. */
const findSessionUser = createBatchesPer({ concurrencyMax: 2, sizeMax: 100, run: findSessionUsers })

async function findSessionUsers(db: Kysely<Tables>, tokens: string[]) {
  const rows = await selectSessions(db, tokens)
    .leftJoin('user_profiles', 'user_profiles.id', 'users.id')
    .select(personColumns)
    .select(['sessions.id as sessionId', 'sessions.created_at as signedInAt'])
    .execute()
  return inOrder(rows, tokens)
}

const findSessionUserId = createBatchesPer({ concurrencyMax: 2, sizeMax: 100, run: findSessionUserIds })

async function findSessionUserIds(db: Kysely<Tables>, tokens: string[]) {
  return inOrder(
    await selectSessions(db, tokens)
      .select(['users.id as userId', isDisabled.as('isDisabled')])
      .execute(),
    tokens,
  )
}

function selectSessions(db: Kysely<Tables>, tokens: readonly string[]) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .modifyFront(preparedMark)
    .select(['sessions.token as sessionToken', 'sessions.expires_at as expiresAt'])
    .where(sql<boolean>`sessions.token = any(${tokens}::text[])`)
}

function inOrder<Row extends { sessionToken: string }>(rows: readonly Row[], tokens: readonly string[]): (Row | undefined)[] {
  const byToken = new Map(rows.map((row) => [row.sessionToken, row]))
  return tokens.map((token) => byToken.get(token))
}

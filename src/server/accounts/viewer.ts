/** The signed-in user of a request. It is read from the database for each request, so that a revoked session ends immediately. */
import type { Auth } from '#server/accounts/auth.ts'
import { findPerson, type Person } from '#server/accounts/people.ts'
import { isRecentSignIn } from '#server/accounts/recent-sign-in.ts'
import type { Db } from '#server/db/tables.ts'

export type Viewer = Omit<Person, 'isDisabled'> & {
  sessionId: string
  sessionToken: string
  /** Has signed in within the last ten minutes. */
  isRecentlyAuthenticated: boolean
}

/** `cookies` extend or clear the session. They must be set on the response. */
export type ReadViewer = { viewer: Viewer | undefined; cookies: string[] }

export async function readViewer(auth: Auth, db: Db, request: Request, now: Date): Promise<ReadViewer> {
  const { headers, response } = await auth.api.getSession({ headers: request.headers, returnHeaders: true })
  const cookies = headers?.getSetCookie() ?? []
  const person = response && (await findPerson(db, response.user.id))
  if (!response || !person || person.isDisabled) return { viewer: undefined, cookies }
  const { id, token, createdAt } = response.session
  const session = { sessionId: id, sessionToken: token, isRecentlyAuthenticated: isRecentSignIn(createdAt, now) }
  return { viewer: { ...person, ...session }, cookies }
}

/** A minimal browser for tests: stores cookies, and calls better-auth as the forms and pages of the site do. */
import { callAuth, type AuthResult } from '#server/accounts/call-auth.ts'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { readViewer, type Viewer } from '#server/accounts/viewer.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import type { TestServices } from '#tests/services.ts'

export type Visitor = {
  /** Sends a request as a form of the site does, and stores the cookies of the response. With a body, the request is a POST. */
  callAuth: (path: string, body?: Record<string, unknown>) => Promise<AuthResult>
  viewer: () => Promise<Viewer | undefined>
  /** Creates a page request of this browser. */
  request: (path: string, init?: RequestInit) => Request
  cookies: Map<string, string>
  /** Stores the cookies of a response. */
  storeCookies: (cookies: readonly string[]) => void
}

export function openVisitor(
  services: TestServices,
  address = '203.0.113.7',
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
): Visitor {
  const cookies = new Map<string, string>()
  const request = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set(clientAddressHeader, address)
    headers.set('user-agent', userAgent)
    headers.set('origin', services.origin)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    return new Request(services.origin + path, { ...init, headers })
  }
  const storeCookies = (set: readonly string[]) => {
    for (const cookie of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  return {
    callAuth: async (path, body) => {
      const answer = await callAuth(services.accounts, request('/'), path, body)
      storeCookies(answer.cookies)
      return answer
    },
    viewer: async () => (await readViewer(services.accounts.auth, services.db, request('/'), new Date())).viewer,
    request,
    cookies,
    storeCookies,
  }
}

export const camille = 'camille@example.com'
export const goodPassword = 'quiet lamp under paper'

/** Signs up. This also signs in if addresses need no confirmation. */
export async function signUp(visitor: Visitor, email: string, password = goodPassword): Promise<void> {
  const answer = await visitor.callAuth('/sign-up/email', { email, password, name: '' })
  if (answer.code) throw new Error(`Signing up ${email} was answered with ${answer.code}`)
}

export function signIn(visitor: Visitor, email = camille, password = goodPassword): Promise<AuthResult> {
  return visitor.callAuth('/sign-in/email', { email, password })
}

/** Deletes all accounts with their mail, audit log and rate limits. */
export async function deleteAccounts({ db, sent }: Pick<TestServices, 'db' | 'sent'>): Promise<void> {
  for (const table of ['users', 'verifications', 'rate_limits', 'rate_limit_counts', 'audit_log'] as const)
    await db.deleteFrom(table).execute()
  sent.length = 0
}

/** A member who has just signed up: Camille by default. */
export async function openMember(services: TestServices, email = camille): Promise<Visitor> {
  const visitor = openVisitor(services)
  await signUp(visitor, email)
  return visitor
}

/** The token in the link of a message. */
export function tokenOf(url: string | undefined): string {
  return new URL(url ?? '').searchParams.get('token') ?? ''
}

/** A guest, the member Camille, and the administrator Ada. */
export async function openCast(services: TestServices): Promise<Record<'guest' | 'camille' | 'ada', Visitor>> {
  const camille = await openMember(services)
  const ada = await openMember(services, 'ada@example.com')
  await grantAdministrator(services.db, 'ada@example.com')
  return { guest: openVisitor(services), camille, ada }
}

/** What the tests of account pages share: services with an identity provider, and members who use the pages. */
import { RouterContextProvider } from 'react-router'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { readOwnAccount } from '#server/accounts/own-account.ts'
import { recentSignInMs } from '#server/accounts/recent-sign-in.ts'
import { readViewer } from '#server/accounts/viewer.ts'
import { logContext, servicesContext, viewerContext } from '#web/context.ts'
import { action as actOnAccount } from '#web/accounts/profile/account.tsx'
import { action as changeFactor } from '#web/accounts/profile/second-factor.tsx'
import { startIdentityProvider, type TestIdentityProvider } from '#tests/identity-provider.ts'
import { openTestServices, silentLog, type TestServices } from '#tests/services.ts'
import { camille, deleteAccounts, goodPassword, openVisitor, signUp, type Visitor } from '#tests/visitor.ts'

export let services: TestServices
export let provider: TestIdentityProvider

type Answer = { status: number; to: string | null; data: Record<string, unknown>; response: Response | undefined }

/** Calls a loader, or with fields an action, as the browser of a visitor would. Cookies are stored. */
export async function ask(
  visitor: Visitor,
  route: (args: never) => unknown,
  path: string,
  fields?: Record<string, string>,
): Promise<Answer> {
  const request = visitor.request(path, fields && { method: 'POST', body: new URLSearchParams(fields) })
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(logContext, silentLog)
  context.set(viewerContext, () => readViewer(services.accounts.auth, services.db, request, new Date()))
  const given: unknown = await Promise.resolve()
    .then(() => route({ request, url: new URL(request.url), params: {}, context } as never))
    .catch((thrown: unknown) => thrown)
  if (given instanceof Response) {
    visitor.storeCookies(given.headers.getSetCookie())
    return { status: given.status, to: given.headers.get('Location'), data: {}, response: given }
  }
  if (given instanceof Error) throw given
  const { data = given, init } = given as { data?: unknown; init?: ResponseInit }
  visitor.storeCookies(new Headers(init?.headers).getSetCookie())
  return { status: init?.status ?? 200, to: null, data: data as Record<string, unknown>, response: undefined }
}

export const press = (visitor: Visitor, fields: Record<string, string>) => ask(visitor, actOnAccount, '/profile/account', fields)

export async function aMember(email = camille): Promise<Visitor> {
  const visitor = openVisitor(services)
  await signUp(visitor, email)
  return visitor
}

export async function signedInElsewhere(email = camille): Promise<Visitor> {
  const visitor = openVisitor(services, '198.51.100.4')
  await visitor.callAuth('/sign-in/email', { email, password: goodPassword })
  return visitor
}

export async function ownOf(visitor: Visitor) {
  const { id } = (await visitor.viewer()) ?? { id: '' }
  return readOwnAccount(services.db, id, new Date())
}

/** Makes all sign-ins too old for sensitive changes. */
export async function letTimePass(): Promise<void> {
  await services.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - recentSignInMs - 1000) })
    .execute()
}

export type Setup = { uri: string; secret: string; picture: { size: number; path: string }; backupCodes: string[] }

export const factor = (visitor: Visitor, fields: Record<string, string>) => ask(visitor, changeFactor, '/profile/second-factor', fields)

export async function begin(visitor: Visitor): Promise<Setup & { fields: Record<string, string> }> {
  const { data } = await factor(visitor, { do: 'begin', password: goodPassword })
  const setup = data['setup'] as Setup
  return { ...setup, fields: { do: 'finish', uri: setup.uri, backupCodes: setup.backupCodes.join(' ') } }
}

/** Opens services and an identity provider for the tests in a file. */
export function prepareProfile(): void {
  beforeAll(async () => {
    provider = await startIdentityProvider('http://localhost:3000')
    services = await openTestServices({}, [provider.settings])
  })
  afterAll(async () => {
    await services.close()
    await provider.close()
  })
  afterEach(() => deleteAccounts(services))
}

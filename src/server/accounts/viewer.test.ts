import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readViewer } from '#server/accounts/viewer.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { deleteAccounts, openMember, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let visitor: Visitor
const dayMs = 24 * 60 * 60 * 1000

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  visitor = await openMember(services)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await deleteAccounts(services)
})

const read = (cookie = cookieHeader()) =>
  readViewer(services.accounts.auth, services.db, new Request(`${services.origin}/`, { headers: cookie ? { cookie } : {} }), new Date())
const cookieHeader = () => [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const sessionCookie = 'praxam.session_token'
const spyOnLibrary = () => vi.spyOn(services.accounts.auth.api, 'getSession')
const expireIn = (ms: number) =>
  services.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + ms) })
    .execute()

describe('reading the viewer', () => {
  test('does not ask the library about a session that stays as it is, and finds the same', async () => {
    const library = spyOnLibrary()
    const found = await read()
    expect(library).not.toHaveBeenCalled()
    // A session that the library extends has the same viewer.
    await expireIn(dayMs)
    const extended = await read()
    expect(library).toHaveBeenCalledTimes(1)
    expect(found).toEqual({ viewer: extended.viewer, cookies: [] })
    expect(found.viewer).toMatchObject({ email: 'camille@example.com', isRecentlyAuthenticated: true })
  })

  test('lets the library extend a session after an hour, and not before', async () => {
    const library = spyOnLibrary()
    await expireIn(30 * dayMs - 59 * 60 * 1000)
    expect((await read()).cookies).toEqual([])
    expect(library).not.toHaveBeenCalled()
    await expireIn(30 * dayMs - 61 * 60 * 1000)
    expect((await read()).cookies).toEqual([expect.stringMatching(/^praxam\.session_token=.*Max-Age=2592000/)])
  })

  test('lets the library end an expired session', async () => {
    await expireIn(-1)
    const { viewer, cookies } = await read()
    expect([viewer, cookies[0]]).toEqual([undefined, expect.stringMatching(/^praxam\.session_token=;.*Max-Age=0/)])
    expect(await services.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test.each([
    ['a revoked session', () => services.db.deleteFrom('sessions').execute()],
    ['a deleted account', () => services.db.deleteFrom('users').execute()],
    ['a disabled account', () => services.db.updateTable('users').set({ disabled_at: new Date() }).execute()],
  ])('finds no viewer after %s', async (_, change) => {
    expect((await read()).viewer).toBeDefined()
    await change()
    expect((await read()).viewer).toBeUndefined()
  })

  test.each([
    ['without cookies', () => ''],
    ['with another token', (value: string) => `${sessionCookie}=x${value}`],
    [
      'with another signature',
      (value: string) => `${sessionCookie}=${value.replace(/\.(.)/, (_, first: string) => (first === 'A' ? '.B' : '.A'))}`,
    ],
    ['without a signature', (value: string) => `${sessionCookie}=${value.split('.')[0]}`],
    ['with a cookie of another name', (value: string) => `x${sessionCookie}=${value}`],
    ['with a cookie that cannot be decoded', (value: string) => `${sessionCookie}=%E0%A4%A${value}`],
  ])('finds no viewer %s', async (_, change) => {
    expect((await read(change(visitor.cookies.get(sessionCookie) ?? ''))).viewer).toBeUndefined()
  })

  test('asks the library when the browser has other cookies of a session', async () => {
    const library = spyOnLibrary()
    expect((await read(`${cookieHeader()}; praxam.dont_remember=true.x`)).viewer).toBeDefined()
    expect((await read(`${cookieHeader()}; praxam.session_data=x`)).viewer).toBeDefined()
    expect(library).toHaveBeenCalledTimes(2)
  })

  test('gives each of several requests at the same time its own user', async () => {
    const noor = await openMember(services, 'noor@example.com')
    const mine = cookieHeader()
    const theirs = [...noor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const found = await Promise.all([read(mine), read(theirs), read('praxam.session_token=none'), read(mine)])
    expect(found.map(({ viewer }) => viewer?.email)).toEqual(['camille@example.com', 'noor@example.com', undefined, 'camille@example.com'])
  })
})

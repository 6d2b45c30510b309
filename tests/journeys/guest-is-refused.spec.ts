import type { APIRequestContext, APIResponse } from '@playwright/test'
import { becomeAdministrator, becomeMember, expect, newAddress, test } from '#tests/journeys/accounts.ts'

const profilePaths = [
  '/profile',
  '/profile/email',
  '/profile/password',
  '/profile/second-factor',
  '/profile/account',
  '/profile/settings',
  '/profile/exam-dates',
  '/profile/delete',
  '/profile/shared',
  '/profile/shared/01a20000-0000-7000-8000-000000000001',
  '/profile/my-data.json',
  '/login/confirm',
]
/** The form fields that buttons of the administration send. They are sent to pages without forms as well. */
const forms: Record<string, string>[] = [
  { intent: 'disabled' },
  { intent: 'administrator' },
  { intent: 'deleted' },
  { intent: 'sign-in' },
  { email: 'new@example.com', administrator: 'on' },
]

type Ask = { path: string; form?: Record<string, string> }

/** The addresses of the administration: as pages, and as the data that scripts load, for all routes of a page or for one route. */
function adminAsks(personId: string): Ask[] {
  const paths = [
    '/admin',
    '/admin/people',
    '/admin/people?search=e',
    `/admin/people/${personId}`,
    `/admin/people/${personId}?delete`,
    '/admin/people/unknown',
  ]
  const routes = ['admin/admin', 'admin/question-bank/question-bank', 'admin/people', 'admin/person', 'root']
  const pages = paths.flatMap((path) => [
    path,
    dataOf(path),
    ...routes.map((id) => withQuery(dataOf(path), `_routes=${encodeURIComponent(id)}`)),
  ])
  return [
    ...pages.map((path) => ({ path })),
    ...paths.flatMap((path) =>
      forms.flatMap((form) => [path, withQuery(path, 'index'), dataOf(path)].map((each) => ({ path: each, form }))),
    ),
  ]
}

function dataOf(path: string): string {
  return path.replace(/(?=\?|$)/, '.data')
}

function withQuery(path: string, query: string): string {
  return path + (path.includes('?') ? '&' : '?') + query
}

async function send(request: APIRequestContext, { path, form }: Ask, origin = ''): Promise<APIResponse> {
  return form
    ? request.post(origin + path, { form, headers: { Origin: origin }, maxRedirects: 0 })
    : request.get(origin + path, { maxRedirects: 0 })
}

/** Where a response redirects to: stated in its header or, in data for scripts, in its body. */
async function goalOf(response: APIResponse): Promise<string | undefined> {
  const { location } = response.headers()
  if (location) return location
  const body = await response.text()
  return response.status() === 202 ? /"(\/(?:[^"\\]|\\.)*)"/.exec(body)?.[1] : undefined
}

test.describe('The administration', () => {
  test('redirects guests to signing in and members home, without data about users', async ({
    page,
    request,
    playwright,
    baseURL,
    dataDir,
  }) => {
    test.setTimeout(120_000)
    const noor = await becomeMember(page, baseURL, newAddress('noor'))
    const { account } = (await (await page.request.get(`${baseURL}/profile/my-data.json`)).json()) as { account: { id: string } }
    await page.context().clearCookies()
    const ada = await becomeAdministrator(page, baseURL, dataDir)
    const state = await page.context().storageState()
    await page.context().clearCookies()
    await becomeMember(page, baseURL)
    const member = page.request

    for (const ask of adminAsks(account.id)) {
      const words = `${ask.form ? `POST ${JSON.stringify(ask.form)}` : 'GET'} ${ask.path}`
      const [toGuest, toMember] = await Promise.all([send(request, ask, baseURL), send(member, ask, baseURL)])
      expect.soft(await goalOf(toGuest), `guest: ${words}`).toMatch(/^\/login\?to=%2Fadmin/)
      expect.soft(await goalOf(toMember), `member: ${words}`).toBe('/')
      for (const answer of [toGuest, toMember]) {
        const body = await answer.text()
        for (const email of [noor, ada]) expect.soft(body, words).not.toContain(email)
        expect.soft(answer.headers()['cache-control'], words).toContain('no-store')
      }
    }

    // An administrator can open the same addresses, so the addresses are correct. Noor's account has not changed.
    const administrator = await playwright.request.newContext({ storageState: state, ...(baseURL && { baseURL }) })
    for (const path of [
      '/admin',
      '/admin.data',
      '/admin/people?search=e',
      `/admin/people/${account.id}`,
      `/admin/people/${account.id}.data`,
    ]) {
      const response = await administrator.get(path, { maxRedirects: 0 })
      expect(response.status(), path).toBe(200)
      expect(response.headers()['cache-control'], path).toContain('no-store')
    }
    const personPage = await (await administrator.get(`/admin/people/${account.id}`)).text()
    expect(personPage).toContain(noor)
    expect(personPage).toContain('No activity yet.')
    const list = await (await administrator.get('/admin/people?search=new@example.com')).text()
    expect(list).toContain('0 people')
    await administrator.dispose()
  })

  test('shows its link to administrators only', async ({ page, baseURL, dataDir }) => {
    await becomeMember(page, baseURL)
    expect(await (await page.request.get(`${baseURL}/api/viewer`)).json()).toMatchObject({ viewer: { isAdministrator: false } })
    await page.context().clearCookies()
    await becomeAdministrator(page, baseURL, dataDir)
    expect(await (await page.request.get(`${baseURL}/api/viewer`)).json()).toMatchObject({ viewer: { isAdministrator: true } })
  })
})

test.describe('The profile', () => {
  test('redirects guests to signing in and back', async ({ request, baseURL }) => {
    for (const path of profilePaths) {
      const asks: Ask[] = [
        { path },
        ...(path.endsWith('.json') ? [] : [{ path: dataOf(path) }]),
        ...(path.endsWith('.json')
          ? []
          : [path, dataOf(path)].map((each) => ({ path: each, form: { email: 'new@example.com', settings: 'save', do: 'off' } }))),
      ]
      for (const ask of asks) {
        const response = await send(request, ask, baseURL)
        const words = `${ask.form ? 'POST' : 'GET'} ${ask.path}`
        expect.soft(await goalOf(response), words).toMatch(/^\/login\?(to=%2F(profile|login%2Fconfirm)|notice=session-over$)/)
        expect.soft(response.headers()['cache-control'], words).toContain('no-store')
      }
    }
  })

  test('rejects forms of other sites', async ({ page, baseURL }) => {
    await becomeMember(page, baseURL)
    for (const path of ['/profile', '/profile/email', '/profile/delete', '/sign-out', '/api/auth/sign-out']) {
      const response = await page.request.post(`${baseURL}${path}`, {
        form: { end: 'all' },
        headers: { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
        maxRedirects: 0,
      })
      expect(response.status(), path).toBe(403)
    }
    expect((await page.request.get(`${baseURL}/profile`, { maxRedirects: 0 })).status()).toBe(200)
  })
})

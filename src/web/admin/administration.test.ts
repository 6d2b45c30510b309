import { describe, expect, test } from 'vitest'
import { imagesFolder } from '#server/platform/file-store.ts'
import { type TestServices } from '#tests/services.ts'
import { askRoute, listSiteRoutes, type RouteAnswer, type SiteRoute } from '#tests/site-routes.ts'
import { type Visitor } from '#tests/visitor.ts'
import {
  ada,
  api,
  camille,
  facts,
  guest,
  newQuestion,
  pages,
  prepareAdministration,
  question,
  services,
  type Row,
} from '#web/admin/administration.test-setup.ts'

prepareAdministration()

const routes = await listSiteRoutes()

/** Addresses of `/api` that are open to everyone, by method and module. */
const open = [
  'GET admin/catalogue/api/certifications.ts',
  'GET admin/catalogue/api/certification.ts',
  'GET admin/bank/api/questions.ts',
  'GET admin/bank/api/case-study.ts',
  'GET accounts/api/viewer.ts',
  'GET bank/api/bank.ts',
  'GET bank/api/documentation.ts',
  'GET bank/api/translations.ts',
  'POST practice/api/statistics.ts',
  // Who may use these is tested in `practice/api/moves.test.ts`, `simulation/api/simulations.test.ts`, `review/api/review.test.ts`,
  // `reports/api/reports.test.ts`, `settings/settings.test.ts`, `exam-dates/exam-dates.test.ts`, `today/api/today.test.ts`,
  // `tutor/api/tutor.test.ts`.
  'GET exam-dates/api/exam-dates.ts',
  'POST exam-dates/api/exam-dates.ts',
  'POST flashcards/api/flashcards.ts',
  'POST settings/api/settings.ts',
  'GET today/api/today.ts',
  'POST notes/api/notes.ts',
  'GET tutor/api/follow-up.ts',
  'GET tutor/api/tutor.ts',
  'POST tutor/api/tutor.ts',
  'GET reports/api/reports.ts',
  'GET rescoring/api/correction-notices.ts',
  'POST rescoring/api/correction-notices.ts',
  'POST reports/api/reports.ts',
  'GET progress/api/progress.ts',
  'GET review/api/review.ts',
  'GET settings/api/settings.ts',
  'GET practice/api/latest.ts',
  'GET practice/api/moves.ts',
  'POST practice/api/moves.ts',
  'GET practice/api/sheet.ts',
  'GET practice/api/translations.ts',
  'POST practice/api/adoption.ts',
  'GET simulation/api/simulations.ts',
  'POST simulation/api/simulations.ts',
  'GET accounts/api/auth.ts',
  'POST accounts/api/auth.ts',
  'GET http/unknown-address.ts',
  'POST http/unknown-address.ts',
]

describe('every admin page and every address of /api', () => {
  test('is requested below as guest, member and administrator, or is public', async () => {
    const expected = (await Promise.all(routes.map(listGates))).flat()
    const asked = [...pages, ...api].map(({ method, file }) => `${method} ${file}`)
    expect([...new Set([...asked, ...open])].toSorted()).toEqual(expected.toSorted())
  })
})

describe.each(pages)('$method $address', (row) => {
  test('redirects guests to the sign-in page, which returns here', async () => {
    await expectNothingChanged(async () => {
      const to = encodeURIComponent(row.address)
      expect(await ask(guest, row)).toMatchObject({ status: 302, location: `/login?to=${to}` })
    })
  })

  test('redirects members to the home page', async () => {
    await expectNothingChanged(async () => expect(await ask(camille, row)).toMatchObject({ status: 302, location: '/' }))
  })

  test('opens for administrators', async () => {
    const { status, location } = await ask(ada, row)
    expect([status, location ?? '/admin']).toEqual([row.status, expect.stringMatching(/^\/admin/)])
  })
})

describe.each(api)('$method $address', (row) => {
  test('is refused to guests with 401', async () => {
    await expectNothingChanged(async () =>
      expect(await ask(guest, row)).toMatchObject({ status: 401, data: { status: 401, code: 'NOT_SIGNED_IN' } }),
    )
  })

  test('is refused to members with 403', async () => {
    await expectNothingChanged(async () =>
      expect(await ask(camille, row)).toMatchObject({ status: 403, data: { status: 403, code: 'NOT_AN_ADMINISTRATOR' } }),
    )
  })

  test('is refused to administrators without a required second factor', async () => {
    const policy = { ...services.accounts.policy, secondFactorForAdministrators: true }
    const answer = await ask(ada, row, { accounts: { ...services.accounts, policy } })
    expect(answer).toMatchObject({ status: 403, data: { code: 'SECOND_FACTOR_NEEDED' } })
  })

  test('succeeds for administrators', async () => {
    expect(await ask(ada, row)).toMatchObject({ status: row.status })
  })
})

describe.each(api.filter(({ body }) => body !== undefined))('$method $address', (row) => {
  test.each([
    ['text/plain', '{}', 415, 'NOT_JSON'],
    ['application/json', '{"text": }', 400, 'BROKEN_JSON'],
    ['application/json', '[]', 400, 'NOT_AN_OBJECT'],
    ['application/json', 'null', 400, 'NOT_AN_OBJECT'],
  ])('refuses a body of %s %s', async (type, body, status, code) => {
    await expectNothingChanged(async () => {
      const answer = await ask(ada, { ...row, body: undefined, init: { method: row.method, body, headers: { 'Content-Type': type } } })
      expect(answer).toMatchObject({ status, data: { code } })
    })
  })
})

describe('a field that only the server sets', () => {
  const chosen = {
    id: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
    version: 1,
    updated_by: 'another user',
    updated_at: '2001-01-01T00:00:00Z',
    created_at: '2001-01-01T00:00:00Z',
    search_text: 'hidden',
    is_admin: true,
    position: 77,
  }

  test('is ignored when a question is added', async () => {
    const { data } = await ask(ada, rowOf('POST', 'admin/bank/api/questions.ts', { ...newQuestion, ...chosen }))
    const made = (data as { question: Record<string, unknown> }).question
    expect(made).toMatchObject({ version: 1, updated_by: 'ada@example.com' })
    expect([made['id'], made['created_at'], made['updated_at']]).not.toContainEqual(expect.stringMatching(/^2001|^ffff/))
    await expectNoTraceOf(chosen)
  })

  test('is ignored when a question is changed', async () => {
    const { data } = await ask(ada, rowOf('PATCH', 'admin/bank/api/question.ts', { ...chosen, text: '<p>Another text?</p>' }))
    expect(data).toMatchObject({
      question: {
        id: question.id,
        version: 2,
        created_at: question.createdAt,
        updated_by: 'ada@example.com',
        text: '<p>Another text?</p>',
      },
    })
    await expectNoTraceOf(chosen)
  })

  test('is ignored when a case study is added or changed', async () => {
    const { data } = await ask(
      ada,
      rowOf('POST', 'admin/bank/api/case-studies.ts', { ...chosen, title: 'Été à Paris', content: '<p>C</p>' }),
    )
    expect(data).toMatchObject({ case_study: { id: 'ete-a-paris', version: 1 } })
    const changed = await ask(ada, rowOf('PATCH', 'admin/bank/api/case-study.ts', { ...chosen, title: 'New' }))
    expect(changed.data).toMatchObject({ case_study: { id: 'fabrikam', version: 2, title: 'New' } })
    await expectNoTraceOf(chosen)
  })

  test('is ignored when a certification is added or changed', async () => {
    const added = await ask(ada, rowOf('POST', 'admin/catalogue/api/certifications.ts', { ...facts, ...chosen, id: 'mb-300' }))
    expect(added.data).toMatchObject({ certification: { id: 'mb-300', version: 1, position: 2 } })
    const changed = await ask(ada, rowOf('PATCH', 'admin/catalogue/api/certification.ts', { ...chosen, name: 'New' }))
    expect(changed.data).toMatchObject({ certification: { id: 'mb-800', version: 2, position: 0, name: 'New' } })
    await expectNoTraceOf(chosen)
  })

  async function expectNoTraceOf(values: typeof chosen): Promise<void> {
    const state = await readState()
    for (const text of [values.id, values.updated_by, '2001-01-01', values.search_text]) expect(state).not.toContain(`"${text}`)
    const administrators = await services.db.selectFrom('user_profiles').select('id').where('is_admin', '=', true).execute()
    expect(administrators).toHaveLength(1)
  }
})

function rowOf(method: string, file: string, body: unknown): Row {
  const row = api.find((one) => one.method === method && one.file === file)
  if (!row) throw new Error(`No row for ${method} ${file}`)
  return { ...row, body }
}

/** The read and write methods of an address, such as `GET admin/bank/api/questions.ts`. The action declares its own methods. */
async function listGates(route: SiteRoute): Promise<string[]> {
  const { path, file, loader, action } = route
  const isAdmin = path === '/admin' || path.startsWith('/admin/')
  if (!isAdmin && !path.startsWith('/api/')) return []
  const reads = loader && !(await isWriteOnly(route)) ? [`GET ${file}`] : []
  if (!action) return reads
  const { allow } = isAdmin ? { allow: null } : await askRoute(services, guest, action, addressOf(path, 'PUT'))
  const methods = (allow ?? 'POST').split(', ').filter((method) => method !== 'GET' && method !== 'HEAD')
  return [...reads, ...methods.map((method) => `${method} ${file}`)]
}

async function isWriteOnly({ path, loader }: SiteRoute): Promise<boolean> {
  if (!loader || !path.startsWith('/api/')) return false
  const { status } = await askRoute(services, guest, loader, addressOf(path, 'GET'))
  return status === 405
}

function addressOf(path: string, method: string): { pattern: string; address: string; init: RequestInit } {
  return { pattern: path, address: path.replace('*', 'x'), init: { method } }
}

async function ask(visitor: Visitor, row: Row, values: Partial<TestServices> = {}): Promise<RouteAnswer> {
  const route = routes.find(({ file }) => file === row.file)
  const handler = row.method === 'GET' ? route?.loader : route?.action
  if (!route || !handler) throw new Error(`${row.file} has nothing for ${row.method}`)
  return askRoute(services, visitor, handler, { pattern: route.path, address: row.address, init: initOf(row), values })
}

function initOf({ method, body, form, init }: Row): RequestInit {
  if (init) return { method, ...init }
  if (form) return { method, body: new URLSearchParams(form) }
  if (body === undefined) return { method }
  return { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
}

const watched = [
  'questions',
  'question_versions',
  'case_studies',
  'certifications',
  'skill_areas',
  'removals',
  'image_uses',
  'audit_log',
  'user_profiles',
  'content_versions',
  'contact_messages',
  'question_reports',
] as const

/** All data that an administrator's request could change, as text. */
async function readState(): Promise<string> {
  const { db } = services
  const tables = []
  for (const table of watched) tables.push(await db.selectFrom(table).selectAll().execute())
  const people = await db.selectFrom('users').select(['email', 'disabled_at']).orderBy('email').execute()
  const files = (await services.files.list(imagesFolder)).map(({ key }) => key)
  return JSON.stringify([tables, people, files, services.sent])
}

async function expectNothingChanged(act: () => Promise<unknown>): Promise<void> {
  const before = await readState()
  await act()
  expect(await readState()).toBe(before)
}

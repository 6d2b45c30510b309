import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findUserByEmail, listPersonAudit } from '#server/accounts/people.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveOutline } from '#server/catalogue/outlines.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { createLog } from '#server/log.ts'
import { requireAdministrator } from '#web/accounts/viewer.ts'
import { requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { loader as frame, middleware } from '#web/admin/admin.tsx'
import { loader as log } from '#web/admin/audit/log.tsx'
import { action as changeMessage, loader as messages } from '#web/admin/contact/messages.tsx'
import { action as invite, loader as people } from '#web/admin/accounts/people.tsx'
import { action as change, loader as person } from '#web/admin/accounts/person.tsx'
import { loader as bank } from '#web/admin/bank/question-bank.tsx'
import { admin } from '#web/text/en/admin/admin.ts'
import { aCertification, anOutline, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute, type Handler, type RouteAnswer } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let guest: Visitor
let camille: Visitor
let ada: Visitor
/** The user that the tests change. A password marks the user as a member, not an invited person. */
let noor: string

beforeAll(async () => {
  services = await openTestServices()
  ;({ guest, camille, ada } = await openCast(services))
})
afterAll(() => services.close())
beforeEach(async () => {
  const { db } = services
  const now = new Date()
  await db.deleteFrom('users').where('email', 'not in', ['camille@example.com', 'ada@example.com']).execute()
  await db.deleteFrom('audit_log').execute()
  await db.updateTable('sessions').set({ created_at: now }).execute()
  services.sent.length = 0
  noor = randomUUIDv7()
  await db
    .insertInto('users')
    .values({ id: noor, name: '', email: 'noor@example.com', email_verified: true, created_at: now, updated_at: now })
    .execute()
  await db
    .insertInto('identities')
    .values({ id: noor, account_id: noor, provider_id: 'credential', user_id: noor, created_at: now, updated_at: now })
    .execute()
})

type Answer = Pick<RouteAnswer, 'status' | 'location' | 'data'>

/** Calls a loader, or an action when fields are given. */
async function ask(
  visitor: Visitor,
  handler: Handler,
  address: string,
  fields?: Record<string, string>,
  values: Partial<TestServices> = {},
): Promise<Answer> {
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
  const { status, location, data } = await askRoute(services, visitor, handler, {
    pattern: '/admin/people/:personId',
    address,
    init,
    values,
  })
  return { status, location, data }
}

type GateArguments = Parameters<typeof requireAdministrator>[0]
const gate: Handler = ({ request, context }: GateArguments) =>
  requireAdministrator({ request, context } as never, () => Promise.resolve(new Response()))

/** `administration.test.ts` requests every address as guest and member. These tests cover the middleware of the layout. */
describe.each(['/admin', '/admin/people/unknown.data'])('the layout at %s', (path) => {
  test('redirects guests to the sign-in page, which returns here', async () => {
    const to = encodeURIComponent(path.replace('.data', ''))
    expect(await ask(guest, gate, path)).toMatchObject({ status: 302, location: `/login?to=${to}` })
  })

  test('redirects members to the home page', async () => {
    expect(await ask(camille, gate, path)).toMatchObject({ status: 302, location: '/' })
  })

  test('opens for administrators', async () => {
    expect(await ask(ada, gate, path)).toMatchObject({ status: 200, location: null })
  })
})

const gated: [string, Handler, () => string, Record<string, string>?][] = [
  ['the gate', gate, () => '/admin'],
  ['the gate for data', gate, () => `/admin/people/${noor}.data`],
  ['the frame', frame, () => '/admin'],
  ['the question bank', bank, () => '/admin'],
  ['the people', people, () => '/admin/people'],
  ['the log', log, () => '/admin/log'],
  ['the messages', messages, () => '/admin/messages'],
  ['deleting a message', changeMessage, () => '/admin/messages', { id: randomUUIDv7(), intent: 'deleted' }],
  ['inviting', invite, () => '/admin/people', { email: 'new@example.com' }],
  ['the person', person, () => `/admin/people/${noor}`],
  ['changing a person', change, () => `/admin/people/${noor}`, { intent: 'enabled' }],
  ['making a link', change, () => `/admin/people/${noor}`, { intent: 'sign-in' }],
]

test('the log says who was refused, why, and from which network', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const apiGate: Handler = ({ request, context }: GateArguments) =>
    requireApiAdministrator()({ request, context } as never, () => Promise.resolve(new Response()))
  const policy = { ...services.accounts.policy, secondFactorForAdministrators: true }
  await ask(guest, gate, '/admin/people?search=noor', undefined, { log })
  await ask(camille, gate, '/admin', undefined, { log })
  await ask(camille, apiGate, '/api/images', {}, { log })
  await ask(ada, apiGate, '/api/images', {}, { log, accounts: { ...services.accounts, policy } })
  await ask(ada, gate, '/admin', undefined, { log })
  const [camilleId, adaId] = await Promise.all(
    ['camille', 'ada'].map(async (name) => (await findUserByEmail(services.db, `${name}@example.com`))?.id),
  )
  const line = { level: 'info', time: expect.any(String), network: '203.0.113.0/24', message: 'Access refused' }
  expect(lines).toEqual([
    { ...line, method: 'GET', path: '/admin/people', reason: 'NOT_SIGNED_IN' },
    { ...line, method: 'GET', path: '/admin', memberId: camilleId, reason: 'NOT_AN_ADMINISTRATOR' },
    { ...line, method: 'POST', path: '/api/images', memberId: camilleId, reason: 'NOT_AN_ADMINISTRATOR' },
    { ...line, method: 'POST', path: '/api/images', memberId: adaId, reason: 'SECOND_FACTOR_NEEDED' },
  ])
})

test.each(gated)('%s redirects administrators without a required second factor to its setup', async (_, handler, path, fields) => {
  const policy = { ...services.accounts.policy, secondFactorForAdministrators: true }
  const answer = await ask(ada, handler, path(), fields, { accounts: { ...services.accounts, policy } })
  expect(answer).toMatchObject({ status: 302, location: expect.stringMatching(/^\/profile\/second-factor/) })
})

test.each(gated.filter(([, , , fields]) => fields))('%s requires recent authentication', async (_, handler, path, fields) => {
  const longAgo = new Date(Date.now() - 11 * 60_000)
  await services.db.updateTable('sessions').set({ created_at: longAgo }).execute()
  expect(await ask(ada, handler, path(), fields)).toMatchObject({
    status: 302,
    location: `/login/confirm?to=${encodeURIComponent(path())}`,
  })
  expect([await listPersonAudit(services.db, noor), services.sent]).toEqual([[], []])
})

test('the question bank has the objectives of its exam and of the edited question', async () => {
  const edited = aQuestion({ examId: 'mb-230' })
  for (const [position, id] of ['mb-800', 'mb-230', 'mb-310'].entries()) {
    await saveCertification(services.db, aCertification({ id }), position)
    await saveOutline(services.db, anOutline({ certificationId: id }))
  }
  await saveQuestions(services.db, [edited])
  const objectivesAt = async (address: string) => {
    const { certifications } = (await ask(ada, bank, address)).data as Awaited<ReturnType<typeof bank>>
    return certifications.filter(({ objectives }) => objectives).map(({ id }) => id)
  }
  expect(await objectivesAt('/admin')).toEqual(['mb-800'])
  expect((await objectivesAt(`/admin?edit=${edited.id}`)).toSorted()).toEqual(['mb-230', 'mb-800'])
  await services.db.deleteFrom('questions').execute()
  await services.db.deleteFrom('certifications').execute()
})

test('the layout restricts every admin page', () => {
  expect(middleware).toEqual([requireAdministrator])
})

describe('the list of users', () => {
  test.each([
    ['?search=NOOR', ['noor@example.com']],
    ['?search=%00noor', ['noor@example.com']],
    [`?search=${'x'.repeat(10_000)}`, []],
    ['?after=camille@example.com', ['noor@example.com']],
  ])('are found by %s', async (query, emails) => {
    const { data } = await ask(ada, people, `/admin/people${query}`)
    expect((data as { people: { email: string }[] }).people.map(({ email }) => email)).toEqual(emails)
  })
})

describe('the log', () => {
  type Lines = { lines: { action: string; subject: string; to?: string; actor: unknown }[]; next?: string }
  const read = async (query = '') => (await ask(ada, log, `/admin/log${query}`)).data as Lines
  const question = aQuestion()

  test('shows who did what, with a link to the subject', async () => {
    const { db } = services
    const { id: adaId } = (await findUserByEmail(db, 'ada@example.com')) ?? { id: '' }
    await saveCertification(db, aCertification(), 0)
    await saveCaseStudy(db, { id: 'fabrikam', title: 'Fabrikam', content: '' })
    await saveQuestions(db, [question])
    await recordAudit(db, adaId, 'disabled', noor)
    await recordAudit(db, adaId, 'deleted', 'deleted-user')
    await recordAudit(db, adaId, 'question-changed', question.id)
    await recordAudit(db, adaId, 'questions-deleted', question.id)
    await recordAudit(db, null, 'bank-imported', '', { new: 2 })
    await recordAudit(db, adaId, 'questions-published', 'mb-800', { questions: 3 })
    await recordAudit(db, adaId, 'case-study-changed', 'fabrikam')
    await recordAudit(db, adaId, 'case-study-deleted', 'contoso', { title: 'Contoso' })
    await recordAudit(db, 'gone', 'certification-changed', 'mb-800')
    await recordAudit(db, adaId, 'image-added', 'one.png')
    await recordAudit(db, adaId, 'image-deleted', 'two.png')
    const { lines, next } = await read()
    const { name } = aCertification()
    expect(next).toBeUndefined()
    expect(new Map(lines.map(({ action, subject, to }) => [action, [subject, to]]))).toEqual(
      new Map([
        ['image-deleted', ['two.png', undefined]],
        ['image-added', ['one.png', '/storage/questions/question-images/one.png']],
        ['certification-changed', [name, '/admin/certifications/mb-800']],
        ['case-study-deleted', ['Contoso', undefined]],
        ['case-study-changed', ['Fabrikam', '/admin/case-studies/fabrikam']],
        ['questions-published', [name, '/admin?exam=mb-800']],
        ['bank-imported', ['', undefined]],
        ['questions-deleted', [expect.stringContaining('A vendor grants'), undefined]],
        ['question-changed', [expect.stringContaining('A vendor grants'), `/admin?edit=${question.id}`]],
        ['deleted', [admin.logUnnamed('people', ''), undefined]],
        ['disabled', ['noor@example.com', `/admin/people/${noor}`]],
      ]),
    )
    expect(new Set(lines.map(({ actor }) => actor))).toEqual(new Set(['ada@example.com', undefined, null]))
    expect((await read('?kind=images')).lines).toHaveLength(2)
    expect((await read('?kind=people&search=ADA')).lines).toHaveLength(2)
    expect((await read('?search=noor')).lines).toEqual([])
    expect((await read('?kind=nonsense&search=%00&before=%00')).lines).toHaveLength(11)
  })

  test('has fifty lines per page, newest first, each line once', async () => {
    const names = Array.from({ length: 120 }, (_, number) => `${number}.png`)
    for (const name of names) await recordAudit(services.db, null, 'image-added', name)
    const seen: string[] = []
    let query = '?kind=images'
    for (;;) {
      const { lines, next } = await read(query)
      expect(lines.length).toBeLessThanOrEqual(50)
      seen.push(...lines.map(({ subject }) => subject))
      if (!next) break
      query = `?kind=images&before=${next}`
    }
    expect(seen.toSorted()).toEqual(names.toSorted())
    expect(seen.slice(0, 50)).not.toContain('0.png')
  })
})

describe('inviting', () => {
  test('redirects to the invited user', async () => {
    const { status, location } = await ask(ada, invite, '/admin/people', { email: ' New@Example.com', administrator: 'on' })
    const made = await findUserByEmail(services.db, 'new@example.com')
    expect([status, location, made?.isAdministrator]).toEqual([302, `/admin/people/${made?.id}?done=invited`, true])
  })

  test.each([
    [{ email: 'Noor@example.com' }, 409, 'PERSON_EXISTS'],
    [{ email: 'nonsense' }, 400, 'EMAIL_INVALID'],
    [{ email: '' }, 400, 'EMAIL_INVALID'],
    [{ email: `${'x'.repeat(300)}@example.com` }, 400, 'FIELD_TOO_LONG'],
  ])('answers %j with %i', async (fields, status, problem) => {
    expect(await ask(ada, invite, '/admin/people', fields)).toEqual({ status, location: null, data: { email: fields.email, problem } })
  })
})

describe('a user', () => {
  test.each([['member'], ['administrator'], ['disabled'], ['enabled'], ['sessions-ended']])(
    'becomes %s, and the page says so',
    async (intent) => {
      const path = `/admin/people/${noor}`
      expect(await ask(ada, change, path, { intent })).toMatchObject({ status: 302, location: `${path}?done=${intent}` })
    },
  )

  test('is deleted, and the list reports it', async () => {
    expect(await ask(ada, change, `/admin/people/${noor}?delete`, { intent: 'deleted' })).toMatchObject({
      status: 302,
      location: '/admin/people?done=deleted',
    })
    expect(await ask(ada, person, `/admin/people/${noor}`)).toMatchObject({ status: 404 })
  })

  test('gets a link that only the response contains', async () => {
    const { status, data } = await ask(ada, change, `/admin/people/${noor}`, { intent: 'password-reset' })
    expect([status, data]).toEqual([
      200,
      {
        problem: undefined,
        kind: 'password-reset',
        link: expect.stringMatching(/^http:\/\/localhost:3000\/reset-password\?token=[\w-]{32}$/),
      },
    ])
  })

  test.each([
    [() => noor, { intent: 'invitation' }, 409, 'PERSON_HAS_JOINED'],
    [() => noor, { intent: 'invited' }, 400, 'FIELD_UNREADABLE'],
    [() => noor, {}, 400, 'FIELD_UNREADABLE'],
    [() => 'unknown', { intent: 'disabled' }, 404, 'UNKNOWN_PERSON'],
    [() => '%00', { intent: 'disabled' }, 404, 'UNKNOWN_PERSON'],
  ])('is not changed by %s with %j', async (id, fields: Record<string, string>, status, problem) => {
    expect(await ask(ada, change, `/admin/people/${id()}`, fields)).toMatchObject({ status, data: { problem } })
  })

  test('cannot be the administrator who makes the change', async () => {
    const { id } = (await findUserByEmail(services.db, 'ada@example.com')) ?? { id: '' }
    for (const intent of ['member', 'disabled', 'deleted', 'sessions-ended', 'sign-in'])
      expect(await ask(ada, change, `/admin/people/${id}`, { intent })).toMatchObject({ status: 403, data: { problem: 'NOT_YOURSELF' } })
  })
})

import { randomUUIDv7 } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { provideViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import * as reportsRoute from '#web/reports/api/reports.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { handlersOf } from '#tests/site-routes.ts'
import { openVisitor, signUp, type Visitor } from '#tests/visitor.ts'

const { action, loader } = handlersOf(reportsRoute)

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, [aQuestion()])
})
afterEach(() => services.empty())

const aReport = (values: object = {}) => ({
  key: randomUUIDv7(),
  questionId: aQuestion().id,
  version: 1,
  reason: 'typo',
  text: ' Tow\r\nyears ',
  email: '',
  ...values,
})

async function send(body: unknown, memberId?: string, visitor: Visitor = openVisitor(services)) {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  const headers = { 'Content-Type': 'application/json', ...(memberId !== undefined && { 'Praxam-Member': memberId }) }
  const request = visitor.request('/api/reports', { method: 'POST', body: JSON.stringify(body), headers })
  const respond = () => Promise.resolve(action({ request, context } as never)) as Promise<Response>
  const response = (await provideViewer({ request, context } as never, respond)) as Response
  return { status: response.status, body: (await response.json()) as object }
}
async function follow(keys: string, visitor: Visitor = openVisitor(services)) {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  const request = visitor.request(`/api/reports?keys=${keys}`)
  const respond = () => Promise.resolve(loader({ request, context, url: new URL(request.url) } as never)) as Promise<Response>
  const response = (await provideViewer({ request, context } as never, respond)) as Response
  return { status: response.status, cache: response.headers.get('Cache-Control'), body: (await response.json()) as object }
}
const stored = () => services.db.selectFrom('question_reports').select(['text', 'email', 'user_id', 'reason']).execute()

describe('a report', () => {
  test('of a guest is stored with the address for a reply', async () => {
    expect(await send(aReport({ email: 'noor@example.com' }))).toEqual({ status: 200, body: { isRepeated: false } })
    expect(await stored()).toEqual([{ text: 'Tow\nyears', email: 'noor@example.com', user_id: null, reason: 'typo' }])
  })

  test('of a member is stored with the account, without an address', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, 'camille@example.com')
    const id = (await visitor.viewer())?.id ?? ''
    await send(aReport({ email: 'other@example.com' }), id, visitor)
    expect(await stored()).toEqual([{ text: 'Tow\nyears', email: null, user_id: id, reason: 'typo' }])
    expect(await send(aReport(), id, visitor)).toEqual({ status: 200, body: { isRepeated: true } })
  })

  test('that a member wrote is not stored for another member or for a guest', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, 'camille@example.com')
    for (const sender of [visitor, openVisitor(services)])
      expect(await send(aReport(), randomUUIDv7(), sender)).toMatchObject({ status: 401, body: { code: 'SIGNED_OUT' } })
    expect(await stored()).toEqual([])
  })

  test.each([
    [{ text: 'x'.repeat(10_000) }, 'TEXT_LONG'],
    [{ text: 'I saw this on my exam.' }, 'REAL_EXAM'],
    [{ reason: 'other', text: '\0 \n' }, 'TEXT_NEEDED'],
  ])('with %j is refused with the reason', async (values, reason) => {
    const refused = { status: 422, body: { code: 'REPORT_TEXT', refusals: [{ field: 'text', reason }] } }
    expect(await send(aReport(values))).toMatchObject(refused)
    expect(await stored()).toEqual([])
  })

  test.each([{ key: 'x' }, { questionId: '1' }, { reason: 'boring' }, { email: 'noor' }, { text: 5 }, { version: 0 }])(
    'with %j is refused',
    async (values) => {
      expect(await send(aReport(values))).toMatchObject({ status: 422, body: { code: 'REPORT_UNREADABLE' } })
    },
  )

  test('of a removed question is refused', async () => {
    expect(await send(aReport({ questionId: randomUUIDv7() }))).toMatchObject({ status: 404, body: { code: 'REPORT_QUESTION_REMOVED' } })
  })

  test('after thirty others is refused until later', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 31; count++) statuses.push((await send(aReport())).status)
    expect(statuses.slice(29)).toEqual([200, 429])
  })
})

describe('what became of a report', () => {
  test('is told to the device with its key, and to no other', async () => {
    const report = aReport({ reason: 'unclear' })
    await send(report)
    const found = { key: report.key, state: 'open', publicReason: null, since: expect.any(String) }
    const told = { status: 200, cache: expect.stringContaining('no-store'), body: { reports: [found] } }
    expect(await follow(`${report.key.toUpperCase()},x,${randomUUIDv7()}`)).toEqual(told)
    for (const others of ['', 'x', randomUUIDv7(), "';--"])
      expect(await follow(others)).toMatchObject({ status: 200, body: { reports: [] } })
  })

  test('is told to the member who reported, and to no one else', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, 'camille@example.com')
    const report = aReport({ reason: 'unclear' })
    await send(report, (await visitor.viewer())?.id, visitor)
    expect(await follow(report.key, visitor)).toMatchObject({ body: { reports: [{ key: report.key, state: 'open' }] } })
    expect(await follow(report.key)).toMatchObject({ body: { reports: [] } })
  })
})

import { randomUUIDv7 } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { receiveReport } from '#server/reports/reports.ts'
import { provideViewer } from '#web/accounts/viewer.ts'
import * as challengeRoute from '#web/admin/challenges/challenge.tsx'
import { servicesContext } from '#web/context.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute } from '#tests/site-routes.ts'
import { openVisitor, signUp, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let challengeId = ''
const visitors: Record<string, Visitor> = {}

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, [aQuestion()])
  const report = { key: randomUUIDv7(), questionId: aQuestion().id, version: 1, reason: 'wrong_answer' as const, text: '' }
  await receiveReport(services.db, report, { ipAddress: '203.0.113.7', email: null }, new Date())
  challengeId = (await services.db.selectFrom('challenges').select('id').executeTakeFirstOrThrow()).id
  for (const name of ['ada', 'grace']) {
    const visitor = openVisitor(services)
    await signUp(visitor, `${name}@example.com`)
    await grantAdministrator(services.db, `${name}@example.com`)
    visitors[name] = visitor
  }
})
afterEach(() => services.empty())

/** A redirect, or the refused form. */
type Sent = Response | { init: ResponseInit; data: { problem: { refusal: string; latest?: object }; publicReason: string } }

async function send(name: 'ada' | 'grace', fields: Record<string, string>): Promise<Sent> {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  const visitor = visitors[name] as Visitor
  const body = new URLSearchParams(fields)
  const request = visitor.request(`/admin/challenges/${challengeId}`, { method: 'POST', body })
  let sent: Sent | undefined
  await provideViewer({ request, context } as never, async () => {
    sent = (await challengeRoute.action({ request, context, params: { challengeId } } as never)) as Sent
    return new Response()
  })
  return sent as Sent
}
const publicReason = 'The page says so.\r\nTwice.'
const state = () => services.db.selectFrom('challenges').select(['state', 'version', 'public_reason']).executeTakeFirstOrThrow()

test('the second of two administrators is told who did what, and keeps the reason', async () => {
  expect(await send('ada', { intent: 'claimed', version: '1' })).toBeInstanceOf(Response)
  const late = await send('grace', { intent: 'rejected', version: '1', publicReason })
  expect(late).toMatchObject({
    init: { status: 409 },
    data: {
      problem: { refusal: 'CHALLENGE_CHANGED', latest: { state: 'under_review', by: 'ada@example.com' } },
      publicReason: 'The page says so.\nTwice.',
    },
  })
  expect(await state()).toEqual({ state: 'under_review', version: 2, public_reason: null })
  expect(await send('grace', { intent: 'rejected', version: '2', publicReason })).toBeInstanceOf(Response)
  expect(await state()).toEqual({ state: 'rejected', version: 3, public_reason: 'The page says so.\nTwice.' })
})

test('the page reads the challenge again after a refusal, so that the next form has the current version', () => {
  const rereads = (actionStatus?: number) => challengeRoute.shouldRevalidate({ actionStatus, defaultShouldRevalidate: false } as never)
  expect(rereads(409)).toBe(true)
  expect(rereads()).toBe(false)
})

test('the page shows what is known about the question beside the reports', async () => {
  await saveQuestions(services.db, [aQuestion({ text: '<p>Corrected?</p>' })])
  const page = { pattern: '/admin/challenges/:challengeId', address: `/admin/challenges/${challengeId}` }
  expect(await askRoute(services, visitors['ada'] as Visitor, challengeRoute.loader, page)).toMatchObject({
    data: {
      freshness: { state: 'current', pages: [{ part: 'page', place: { lines: '10-20' }, check: undefined }] },
      statistics: [{ version: 2, answers: 0 }],
    },
  })
})

test('a confirmation for an answer key queues the job that scores results again', async () => {
  await saveQuestions(services.db, [aQuestion({ text: '<p>Corrected?</p>' })])
  const confirmed = { intent: 'confirmed', version: '1', publicReason, correction: 'answer_key', correctedVersion: '2' }
  expect(await send('ada', { ...confirmed, correctedVersion: '' })).toMatchObject({ data: { problem: { refusal: 'NOT_CORRECTED' } } })
  expect(await send('ada', confirmed)).toBeInstanceOf(Response)
  expect(services.rescores).toEqual([{ challengeId }])
})

test.each([
  [{ intent: 'deleted', version: '1' }, 'FIELD_UNREADABLE'],
  [{ intent: 'confirmed', version: '1', publicReason, correction: 'everything' }, 'FIELD_UNREADABLE'],
  [{ intent: 'claimed', version: 'x' }, 'CHALLENGE_CHANGED'],
  [{ intent: 'rejected', version: '1', publicReason: 'x'.repeat(20_000) }, 'REASON_LONG'],
])('a form with %j is refused', async (fields, refusal) => {
  expect(await send('ada', fields)).toMatchObject({ data: { problem: { refusal } } })
  expect(await state()).toMatchObject({ state: 'open', version: 1 })
})

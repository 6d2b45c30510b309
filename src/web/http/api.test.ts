import { sql } from 'kysely'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadContent } from '#server/bank/load-content.ts'
import { listQuestionRows } from '#server/bank/questions.ts'
import { loader as caseStudy } from '#web/admin/bank/api/case-study.ts'
import { loader as certification } from '#web/admin/catalogue/api/certification.ts'
import { loader as certifications } from '#web/admin/catalogue/api/certifications.ts'
import * as liveRoute from '#web/operations/health-live.ts'
import * as readyRoute from '#web/operations/health-ready.ts'
import { loader as jwks } from '#web/accounts/api/jwks.ts'
import { loader as questions } from '#web/admin/bank/api/questions.ts'
import { loader as unknown } from '#web/http/unknown-address.ts'
import { servicesContext } from '#web/context.ts'
import { contentFolder, openTestServices, type TestServices } from '#tests/services.ts'
import { handlersOf } from '#tests/site-routes.ts'

const live = liveRoute.loader
const ready = readyRoute.loader

const origin = 'http://localhost:3000'
let database: TestServices

beforeAll(async () => {
  database = await openTestServices()
  await loadContent(database.db, contentFolder, new Date('2026-11-20T12:00:00Z'))
})
afterAll(() => database.close())

type Loader = (args: never) => Response | Promise<Response>

async function ask(
  loader: Loader,
  path: string,
  params: Record<string, string> = {},
  services: TestServices = database,
): Promise<{ status: number; type: string | null; body: unknown }> {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  const url = new URL(path, origin)
  const response = await loader({ request: new Request(url), url, params, context } as never)
  return { status: response.status, type: response.headers.get('Content-Type'), body: await response.json() }
}

describe('readiness', () => {
  const askReady = (changes: Partial<TestServices>) => ask(ready, '/health/ready', {}, { ...database, ...changes })

  test('says that the site is read-only while the disk is nearly full', async () => {
    expect(await askReady({ hasRoom: () => false })).toMatchObject({
      status: 200,
      body: { status: 'read-only', detail: expect.stringContaining('out of storage space') },
    })
  })

  test('says that the site is read-only while the database accepts no changes', async () => {
    await database.db.connection().execute(async (db) => {
      await sql`set default_transaction_read_only = on`.execute(db)
      const answer = await askReady({ db })
      await sql`reset default_transaction_read_only`.execute(db)
      expect(answer).toMatchObject({ status: 200, body: { status: 'read-only', detail: 'The database accepts no changes.' } })
    })
  })

  test('ends when the database is damaged', async () => {
    expect(await askReady({ isDatabaseDamaged: () => true })).toMatchObject({ status: 503, body: { detail: 'The database is damaged.' } })
  })
})

describe('the public addresses', () => {
  test('list certifications with the field names of the table, ordered by family', async () => {
    const { status, type, body } = await ask(certifications, '/api/certifications')
    const rows = body as Record<string, unknown>[]
    expect([status, type]).toEqual([200, 'application/json'])
    expect(rows).toHaveLength(18)
    expect(rows.map((row) => row['family'])).toEqual(rows.map((row) => String(row['family'])).toSorted())
    expect(rows.find((row) => row['id'] === 'mb-800')).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      family: 'ERP',
      type: 'Associate',
      status: 'active',
    })
  })

  test('return one certification, or a problem', async () => {
    expect(await ask(certification, '/api/certifications/mb-200', { certificationId: 'mb-200' })).toMatchObject({
      status: 200,
      body: { id: 'mb-200', status: 'retired', successor: 'AB-410' },
    })
    expect(await ask(certification, '/api/certifications/zz', { certificationId: 'zz' })).toMatchObject({
      status: 404,
      type: 'application/problem+json',
      body: { status: 404 },
    })
  })

  test('list the questions of a certification in display order', async () => {
    const { status, body } = await ask(questions, '/api/questions?exam_id=mb-800')
    const expected = await listQuestionRows(database.db, 'mb-800')
    expect(status).toBe(200)
    expect(body).toEqual(JSON.parse(JSON.stringify(expected)))
    expect((body as Record<string, unknown>[])[0]).toMatchObject({
      exam_id: 'mb-800',
      question_type: 'single_choice',
      correct_answer: [expect.any(String)],
    })
  })

  test.each([
    ['/api/questions'],
    ['/api/questions?exam_id='],
    ['/api/questions?exam=mb-800'],
    ['/api/questions?exam_id=mb-800&limit=3'],
    ['/api/questions?exam_id=mb-800&exam_id=pl-900'],
    ['/api/questions?exam_id=mb-800&language=fr&language=fr'],
  ])('answer %s with 400', async (path) => {
    expect(await ask(questions, path)).toMatchObject({ status: 400, type: 'application/problem+json', body: { title: 'Wrong parameters' } })
  })

  test('return translated questions with the texts of a language', async () => {
    const english = await listQuestionRows(database.db, 'mb-800')
    const { status, body } = await ask(questions, '/api/questions?exam_id=mb-800&language=fr')
    const items = body as Record<string, unknown>[]
    expect([status, items.length]).toEqual([200, english.length])
    const { text, options, explanation, option_explanations: _reasons, ...same } = english[0] as (typeof english)[0]
    expect(items[0]).toMatchObject({ ...same, language: 'fr' })
    expect([items[0]?.['text'], items[0]?.['options'], items[0]?.['explanation']]).not.toEqual([text, options, explanation])
    const other = await ask(questions, '/api/questions?exam_id=mb-820&language=fr')
    expect((other.body as Record<string, unknown>[])[0]).toMatchObject({ language: 'en' })
    await expect(ask(questions, '/api/questions?exam_id=mb-800&language=de')).rejects.toMatchObject({ status: 404 })
  })

  test('answer questions of an unknown certification with 404', async () => {
    expect(await ask(questions, "/api/questions?exam_id=mb-800'--")).toMatchObject({ status: 404 })
  })

  test('return title and content of a case study, or a problem', async () => {
    const row = (await listQuestionRows(database.db, 'mb-800')).find((question) => question.case_study_id !== null)
    const { body } = await ask(caseStudy, '/api/case-studies/x', { caseStudyId: row?.case_study_id ?? '' })
    expect(Object.keys(body as object)).toEqual(['title', 'content'])
    expect(await ask(caseStudy, '/api/case-studies/x', { caseStudyId: 'x' })).toMatchObject({ status: 404 })
  })

  test('answer another address with 404', async () => {
    expect(await ask(unknown, '/api/nothing')).toMatchObject({ status: 404 })
  })
})

test('public keys can be cached for ten minutes', async () => {
  const { status, body } = await ask(jwks, '/.well-known/jwks.json')
  expect([status, body]).toEqual([200, { keys: [expect.objectContaining({ kty: 'EC', crv: 'P-256' })] }])
  expect(JSON.stringify(body)).not.toContain('"d"')
})

describe('health', () => {
  test('is live without the database and ready with it', async () => {
    expect(await ask(live, '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await ask(ready, '/health/ready')).toMatchObject({ status: 200, body: { status: 'ok', certifications: 1, questions: 1 } })
  })

  test.each([liveRoute, readyRoute])('is only read', async (route) => {
    const request = new Request(`${origin}/health`, { method: 'PUT' })
    const refused = (await handlersOf(route).action({ request } as never)) as Response
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    expect(await refused.json()).toMatchObject({ title: 'Method not allowed', detail: 'Use GET or HEAD with this address.' })
  })
})

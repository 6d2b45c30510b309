import { RouterContextProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import * as statisticsRoute from '#web/practice/api/statistics.ts'
import { servicesContext } from '#web/context.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { handlersOf } from '#tests/site-routes.ts'
import { openVisitor, signUp, type Visitor } from '#tests/visitor.ts'

const { action } = handlersOf(statisticsRoute)

let services: TestServices
const { id } = aQuestion()
const run = { certificationId: 'mb-800', answers: { [id]: ['C'] } }

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, [aQuestion()])
})
afterEach(() => services.empty())

async function send(body: unknown, visitor: Visitor = openVisitor(services), method = 'POST', type = 'application/json') {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = visitor.request('/api/statistics', { method, body: text, headers: { 'Content-Type': type } })
  return Promise.resolve(action({ request, context } as never)).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown
    throw thrown
  }) as Promise<Response>
}

async function readCounts(): Promise<[number, number][]> {
  const rows = await services.db.selectFrom('question_statistics').select(['answered', 'correct']).execute()
  return rows.map(({ answered, correct }) => [answered, correct])
}

describe('sending a finished attempt', () => {
  test('counts it, and stores nothing about the sender', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, 'camille@example.com')
    const userId = (await visitor.viewer())?.id ?? ''
    const response = await send(run, visitor)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await readCounts()).toEqual([[1, 1]])
    const kept = await services.db.selectFrom('rate_limit_counts').selectAll().where('key', 'like', 'statistics%').execute()
    expect(kept).toMatchObject([{ key: 'statistics:203.0.113.0/24', count: 1 }])
    expect(JSON.stringify(kept)).not.toContain(userId)
  })

  test('counts thirty attempts of a network in an hour, and responds to the others the same way', async () => {
    const statuses: number[] = []
    for (let sent = 0; sent < 33; sent++) statuses.push((await send(run, openVisitor(services, `203.0.113.${sent}`))).status)
    expect(new Set(statuses)).toEqual(new Set([204]))
    expect(await readCounts()).toEqual([[30, 30]])
    await send(run, openVisitor(services, '198.51.100.9'))
    expect(await readCounts()).toEqual([[31, 31]])
  })

  test.each([
    ['no JSON', '{', 400],
    ['a list', [run], 400],
    ['nothing', {}, 422],
    ['answers that are a list', { ...run, answers: [['C']] }, 422],
    ['an answer that is no list', { ...run, answers: { [id]: 'C' } }, 422],
    ['an entry that is no text', { ...run, answers: { [id]: [1] } }, 422],
    ['a long entry', { ...run, answers: { [id]: ['C'.repeat(17)] } }, 422],
    ['many entries', { ...run, answers: { [id]: Array<string>(101).fill('C') } }, 422],
    ['a long id', { ...run, answers: { ['x'.repeat(65)]: ['C'] } }, 422],
    ['many answers', { ...run, answers: Object.fromEntries(Array.from({ length: 2001 }, (_, number) => [number, ['C']])) }, 422],
    ['details that are a list', { ...run, details: [] }, 422],
    ['a time that is a text', { ...run, details: { [id]: { version: 1, timeMs: '2' } } }, 422],
    ['a time before the start', { ...run, details: { [id]: { version: 1, timeMs: -1 } } }, 422],
    ['a certification that is a number', { ...run, certificationId: 800 }, 422],
    ['a certification with a zero byte', { ...run, certificationId: 'mb-800\0' }, 422],
    ['a long certification', { ...run, certificationId: 'x'.repeat(65) }, 422],
  ])('refuses %s with a problem', async (_, body, status) => {
    const response = await send(body)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([status, 'application/problem+json'])
    expect(await readCounts()).toEqual([])
    expect(await services.db.selectFrom('rate_limit_counts').selectAll().execute()).toEqual([])
  })

  test('counts answers with details in the item statistics of the current version, and stores no answer', async () => {
    const ids = Array.from({ length: 7 }, (_, number) => `01a20000-0000-7000-8000-00000000000${number}`)
    await saveQuestions(
      services.db,
      ids.map((one) => aQuestion({ id: one })),
    )
    const answers = Object.fromEntries(ids.map((one) => [one, ['C']]))
    const details = Object.fromEntries(ids.map((one, i) => [one, { version: i === 6 ? 2 : 1, timeMs: 30_000, isGuess: i === 0 }]))
    expect((await send({ ...run, answers, details })).status).toBe(204)
    const rows = await services.db.selectFrom('item_tallies').selectAll().orderBy('question_id').execute()
    expect(rows.map(({ question_id, version, pass }) => [question_id, version, pass])).toEqual(ids.slice(0, 6).map((one) => [one, 1, 0]))
    expect(rows[0]?.tally).toMatchObject({ answers: 1, correct: 1, guesses: 1, rest: 1000, 'entry:20:C': 1 })
    expect(rows[1]?.tally).not.toHaveProperty('guesses')
    // Old pages send no details.
    await send({ ...run, answers })
    expect(await services.db.selectFrom('item_tallies').selectAll().orderBy('question_id').execute()).toEqual(rows)
    expect((await readCounts()).map(([answered]) => answered)).toEqual(ids.map(() => 2))
  })

  test('ignores unknown certifications and questions', async () => {
    expect((await send({ ...run, certificationId: 'zz' })).status).toBe(204)
    expect((await send({ ...run, answers: { 'no id': ['C'] } })).status).toBe(204)
    expect(await readCounts()).toEqual([])
  })

  test('requires JSON and POST', async () => {
    expect((await send(JSON.stringify(run), undefined, 'POST', 'text/plain')).status).toBe(415)
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const response = await send(run, undefined, method)
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
    }
    expect(await readCounts()).toEqual([])
  })
})

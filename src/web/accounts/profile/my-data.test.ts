import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { startSimulation } from '#server/simulation/simulations.ts'
import { action, loader } from '#web/accounts/profile/my-data.ts'
import { aCertification, aMatchingQuestion, aQuestion } from '#tests/factories.ts'
import { countRows, openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute, type Handler } from '#tests/site-routes.ts'
import { openMember, openVisitor, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let camille: Visitor
let camilleId = ''
const uuid = (end: string) => `01a20000-0000-7000-8000-0000000000${end}`
const single = aQuestion({ id: uuid('a1') })
const matching = aMatchingQuestion({ id: uuid('a2') })
const at = Date.now() - 3_600_000

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, [single, matching])
  camille = await openMember(services)
  camilleId = (await camille.viewer())?.id ?? ''
})
afterEach(() => services.empty())

const ask = (visitor: Visitor, handler: Handler, query = '', init: RequestInit = {}) =>
  askRoute(services, visitor, handler, { pattern: '/profile/my-data.json', address: `/profile/my-data.json${query}`, init })
const post = (visitor: Visitor, body: unknown, query = '?dry_run=false') =>
  ask(visitor, action, query, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

async function practice(): Promise<void> {
  const moves = [
    { type: 'start', at, certificationId: 'mb-800', set: 'mixed', questionIds: [single.id, matching.id] },
    { type: 'answer', at: at + 1000, questionId: single.id, answer: ['C'] },
    { type: 'answer', at: at + 2000, questionId: matching.id, answer: ['0=1', '1=2'] },
    { type: 'finish', at: at + 62_000 },
  ]
  const entries = moves.map((move, i) => ({ key: `key-of-move-${i}`, move })) as never
  const now = new Date()
  await appendMoves(services.db, { id: uuid('c1'), owner: { userId: camilleId }, base: 0, sentAt: now.getTime(), entries }, now)
}

describe('importing a record', () => {
  test('from one account into another shows a preview, adds the attempts, and adds none again', async () => {
    await practice()
    const record = (await ask(camille, loader)).data
    const noor = await openMember(services, 'noor@example.com')
    const preview = await post(noor, record, '?dry_run=true')
    expect(preview).toMatchObject({ status: 200, data: { attempts: { added: 1, existing: 0, leftOut: 0 }, keptQuestions: 0 } })
    expect(await countRows(services, 'attempts')).toBe(1)
    expect(await post(noor, record)).toEqual(preview)
    expect(await countRows(services, 'attempts')).toBe(2)
    expect(await post(noor, record)).toMatchObject({ status: 200, data: { attempts: { added: 0, existing: 1 } } })
  })

  test('is for members, on their own page', async () => {
    expect(await post(openVisitor(services), {})).toMatchObject({ status: 401, data: { code: 'SIGNED_OUT' } })
    expect(await post(camille, {}, '')).toMatchObject({ status: 400 })
  })

  test('writes nothing from a file with errors, and names them', async () => {
    await practice()
    const record = (await ask(camille, loader)).data as { attempts: { correct: number }[] }
    for (const attempt of record.attempts) attempt.correct = 2
    const noor = await openMember(services, 'noor@example.com')
    expect(await post(noor, '{')).toMatchObject({ status: 422, data: { code: 'RECORD_UNREADABLE' } })
    expect(await post(noor, record)).toMatchObject({
      status: 422,
      data: { code: 'RECORD_WRONG', refusals: [{ field: 'attempts[0].correct', reason: expect.stringContaining('1 of 2') }] },
    })
    expect(await countRows(services, 'attempts')).toBe(1)
  })

  test('is limited', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 21; count++) statuses.push((await post(camille, '{')).status)
    expect(statuses.slice(19)).toEqual([422, 429])
  })
})

describe('other forms of the record', () => {
  test('the schema is for everyone', async () => {
    expect(await ask(openVisitor(services), loader, '?form=schema')).toMatchObject({
      status: 200,
      data: { properties: { format: { const: 'praxam-my-data' }, version: { const: 2 } } },
    })
  })

  test('xAPI statements say what was attempted, answered and completed', async () => {
    await practice()
    const statements = (await ask(camille, loader, '?form=xapi')).data as {
      id: string
      verb: { id: string }
      object: { id: string; definition?: object }
      result?: object
      timestamp: string
    }[]
    expect(statements.map(({ verb }) => verb.id.replace('http://adlnet.gov/expapi/verbs/', ''))).toEqual([
      'attempted',
      'answered',
      'answered',
      'completed',
    ])
    const [attempted, first, second, completed] = statements
    expect(attempted).toMatchObject({
      actor: { objectType: 'Agent', account: { homePage: services.origin, name: camilleId } },
      object: { id: `${services.origin}/exam/mb-800` },
      context: { registration: uuid('c1') },
      timestamp: new Date(at).toISOString(),
    })
    expect(first).toMatchObject({
      object: { definition: { interactionType: 'choice', correctResponsesPattern: ['C'], choices: [{ id: 'A' }, {}, {}, {}] } },
      result: { response: 'C', success: true },
    })
    expect(second).toMatchObject({
      object: { definition: { interactionType: 'matching', correctResponsesPattern: ['0[.]1[,]1[.]0'] } },
      result: { response: '0[.]1[,]1[.]2', success: false },
    })
    expect(completed).toMatchObject({ result: { completion: true, duration: 'PT62S', score: { raw: 1, min: 0, max: 2, scaled: 0.5 } } })
    expect(new Set(statements.map(({ id }) => id)).size).toBe(4)
    expect((await ask(camille, loader, '?form=xapi')).data).toEqual(statements)
  })

  test('xAPI statements of a simulation have answers as the bank orders the options, and no answer key while it is in progress', async () => {
    const now = new Date()
    const simulation = { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { userId: camilleId } } as const
    const started = await startSimulation(services.db, simulation, now)
    if (!started.ok || started.sheet.finished) throw new Error('The simulation did not start')
    const options = started.sheet.questions.find(({ id }) => id === single.id)?.options ?? []
    const letter = String.fromCharCode(65 + options.indexOf(single.options[2] ?? ''))
    const send = (base: number, move: object) =>
      appendMoves(
        services.db,
        {
          id: started.sheet.id,
          owner: { userId: camilleId },
          base,
          sentAt: now.getTime(),
          entries: [{ key: `simulation-${base}`, move }] as never,
        },
        now,
      )
    await send(1, { type: 'answer', at: now.getTime(), questionId: single.id, answer: [letter] })
    const read = async () => JSON.stringify((await ask(camille, loader, '?form=xapi')).data)
    expect(await read()).not.toContain('correctResponsesPattern')
    expect(await read()).not.toContain('success')
    await send(2, { type: 'finish', at: now.getTime() })
    expect(await read()).toContain('"response":"C","success":true')
  })
})

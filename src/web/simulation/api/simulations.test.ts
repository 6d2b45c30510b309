import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { letterOf } from '#exam/question.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { action as adoptAttempt } from '#web/practice/api/adoption.ts'
import { action as sendMoves } from '#web/practice/api/moves.ts'
import { loader as loadSheet } from '#web/practice/api/sheet.ts'
import { action, loader } from '#web/simulation/api/simulations.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { countRows, openTestServices, type TestServices } from '#tests/services.ts'
import { callRoute, type Handler } from '#tests/site-routes.ts'
import { openMember, openVisitor, type Visitor } from '#tests/visitor.ts'

let services: TestServices
const question = aQuestion()
const asked = { certificationId: 'mb-800', length: 'full', extraTime: 1 }

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, [question])
})
afterEach(() => services.empty())

type Asked = { visitor?: Visitor; address?: string; secret?: string; meant?: string; body?: unknown }

async function ask(handler: Handler, of: Asked) {
  const { visitor = openVisitor(services), address = '/api/simulations', secret, meant, body } = of
  const headers = {
    'Content-Type': 'application/json',
    ...(secret && { Authorization: `Bearer ${secret}` }),
    ...(meant && { 'Praxam-Member': meant }),
  }
  const init = body === undefined ? { headers } : { method: 'POST', body: JSON.stringify(body), headers }
  return (await callRoute(services, visitor, handler, { pattern: '/api/attempts/:attemptId/:part', address, init })) as Response
}

type Printed = {
  id: string
  secret?: string
  deadlineAt: number
  now: number
  finished: boolean
  attempt: { startedAt: number }
  questions: { options: string[] }[]
}
const begin = async (visitor?: Visitor) =>
  (await (await ask(action, { ...(visitor && { visitor }), body: asked })).json()) as Printed & { secret: string }
const sheetOf = (attemptId: string, of: Asked = {}) => ask(loadSheet, { ...of, address: `/api/attempts/${attemptId}/sheet` })
const finish = { base: 1, sentAt: Date.now(), entries: [{ key: 'finish-of-noor', move: { type: 'finish', at: Date.now() } }] }

describe('starting a simulation', () => {
  test('gives a guest a secret and a sealed sheet', async () => {
    const response = await ask(action, { body: asked })
    expect(response.status).toBe(201)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const text = await response.text()
    expect(text).not.toMatch(/"(?:key|correct_answer|explanation|reference|option_?explanations|skill|seed)"/i)
    expect(text).not.toContain(question.explanation)
    const sheet = JSON.parse(text) as Printed
    expect(sheet.secret).toMatch(/^[\w-]{43}$/)
    expect(sheet.deadlineAt - sheet.now).toBe(2 * 60_000)
    expect(sheet).toMatchObject({ finished: false, questions: [{ asks: 1 }] })
  })

  test('as a member needs no secret and returns the member’s id', async () => {
    const visitor = await openMember(services)
    const started = await begin(visitor)
    expect(started).not.toHaveProperty('secret')
    expect(started).toMatchObject({ member: (await visitor.viewer())?.id })
    expect(await begin()).toMatchObject({ member: null })
  })

  test('is refused when the page works for another member', async () => {
    for (const of of [{}, { visitor: await openMember(services) }]) {
      const response = await ask(action, { ...of, meant: 'ada', body: asked })
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'SIGNED_OUT' }])
    }
    expect(await countRows(services, 'attempts')).toBe(0)
  })

  test('is refused while the member has one in progress, which GET returns', async () => {
    const visitor = await openMember(services)
    const { id } = await begin(visitor)
    const response = await ask(action, { visitor, body: asked })
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'SIMULATION_UNDER_WAY' }])
    const latest = await ask(loader, { visitor, address: '/api/simulations?certification=mb-800' })
    expect(await latest.json()).toMatchObject({ simulation: { id, finished: false } })
  })

  test('is refused for values that no page offers', async () => {
    for (const wrong of [
      { length: 'ever' },
      { extraTime: 9 },
      { extraTime: '1' },
      { certificationId: 7 },
      { certificationId: 'mb-800\0' },
    ]) {
      const response = await ask(action, { body: { ...asked, ...wrong } })
      expect([response.status, await response.json()]).toEqual([422, expect.objectContaining({ code: 'SIMULATION_UNREADABLE' })])
    }
    expect(await (await ask(action, { body: { ...asked, rules: ['coffee'] } })).json()).toMatchObject({
      status: 422,
      detail: expect.stringMatching(/optionally rules, a list of sections, series, break/),
    })
    expect(await (await ask(action, { body: { ...asked, certificationId: 'zz-100' } })).json()).toMatchObject({
      status: 422,
      code: 'SIMULATION_UNKNOWN',
    })
    const sheet = (await (await ask(action, { body: { ...asked, minutes: 9999, questions: 1 } })).json()) as Printed
    expect(sheet.deadlineAt - sheet.now).toBe(2 * 60_000)
  })

  test('is limited to twenty times an hour per network', async () => {
    for (let i = 0; i < 20; i += 1) await begin()
    const response = await ask(action, { body: asked })
    expect(response.status).toBe(429)
    expect(response.headers.get('Retry-After')).toBe('3600')
    expect(await countRows(services, 'attempts')).toBe(20)
  })
})

test('a guest’s simulation moves to the account of a member who presents its secret', async () => {
  const { id, secret } = await begin()
  const visitor = await openMember(services)
  const member = (await visitor.viewer())?.id ?? ''
  const adopt = (of: Asked) => ask(adoptAttempt, { ...of, body: {}, address: `/api/attempts/${id}/adoption` })
  expect((await adopt({ secret })).status).toBe(401)
  expect((await adopt({ secret, visitor, meant: 'ada' })).status).toBe(401)
  expect((await adopt({ visitor })).status).toBe(404)
  expect((await adopt({ visitor, secret: 'a-secret-that-was-guessed' })).status).toBe(404)
  expect(await (await adopt({ visitor, secret, meant: member })).json()).toEqual({ member })
  expect((await sheetOf(id, { visitor })).status).toBe(200)
  expect((await sheetOf(id, { secret })).status).toBe(404)
})

describe('the sheet of a simulation', () => {
  test('includes answer keys and explanations once it is submitted', async () => {
    const { id, secret } = await begin()
    expect(await (await sheetOf(id, { secret })).text()).not.toContain(question.explanation)
    const sent = await ask(sendMoves, { secret, body: finish, address: `/api/attempts/${id}/moves` })
    expect(await sent.json()).toMatchObject({ finished: true })
    expect(await (await sheetOf(id, { secret })).json()).toMatchObject({
      finished: true,
      questions: [{ explanation: question.explanation }],
      removedQuestionIds: [],
    })
    await changeQuestions(services.db, null, [question.id], { type: 'delete' }, new Date())
    expect(await (await sheetOf(id, { secret })).json()).toMatchObject({
      questions: [{ id: question.id }],
      removedQuestionIds: [question.id],
    })
  })

  test('is refused to anyone else in the same way', async () => {
    const { id } = await begin()
    const visitor = await openMember(services)
    const other = await begin()
    const missing = await sheetOf('01a20000-0000-7000-8000-000000000009', { visitor })
    expect(missing.status).toBe(404)
    const problem = await missing.json()
    for (const of of [{ visitor }, { secret: other.secret }, { secret: 'a-secret-that-was-guessed' }]) {
      const response = await sheetOf(id, of)
      expect([response.status, await response.json()]).toEqual([404, problem])
    }
    expect((await sheetOf(id)).status).toBe(401)
  })
})

test('members can read the results of their finished simulations of an exam', async () => {
  const visitor = await openMember(services)
  const scores = async (certification = 'mb-800') => {
    const response = await ask(loader, { visitor, address: `/api/simulations?certification=${certification}` })
    return ((await response.json()) as { scores: unknown }).scores
  }
  const first = await begin(visitor)
  expect(await scores()).toEqual([])
  await ask(sendMoves, { visitor, body: finish, address: `/api/attempts/${first.id}/moves` })
  const second = await begin(visitor)
  const [{ options } = { options: [] }] = second.questions
  const right = letterOf(options.indexOf(question.options[2] ?? ''))
  const answer = { type: 'answer', at: Date.now(), questionId: question.id, answer: [right] }
  const entries = [
    { key: 'answer-of-noor', move: answer },
    { key: 'finish-of-noor-2', move: finish.entries[0]?.move },
  ]
  await ask(sendMoves, { visitor, body: { ...finish, entries }, address: `/api/attempts/${second.id}/moves` })
  expect(await scores()).toEqual([
    { id: second.id, startedAt: second.attempt.startedAt, correct: 1, total: 1 },
    { id: first.id, startedAt: first.attempt.startedAt, correct: 0, total: 1 },
  ])
  expect(await scores('mb-310')).toEqual([])
})

test('the time in other windows is sent with the moves, and the sheet has it once the simulation is submitted', async () => {
  const started = await ask(action, { body: { ...asked, rules: ['documentation'] } })
  const { id, secret } = (await started.json()) as Printed & { secret: string }
  const address = `/api/attempts/${id}/moves`
  const send = async (base: number, ...moves: object[]) => {
    const entries = moves.map((move, index) => ({ key: `key-${base + index}-of-noor`, move: { at: Date.now(), ...move } }))
    const response = await ask(sendMoves, { secret, address, body: { base, sentAt: Date.now(), entries } })
    return { status: response.status, ...((await response.json()) as object) }
  }
  const away = { type: 'away', ms: 30_000 }
  for (const wrong of [{ type: 'away' }, { ...away, ms: 0 }, { ...away, ms: 1.5 }, { ...away, ms: 86_400_001 }])
    expect(await send(1, wrong)).toMatchObject({ status: 422, code: 'MOVES_UNREADABLE' })
  expect(await send(1, away)).toMatchObject({ status: 200, next: 2, recorded: ['key-1-of-noor'] })
  expect(await send(2, { ...away, ms: 2_500 }, { type: 'finish' })).toMatchObject({ status: 200, next: 4, finished: true })
  expect(await (await sheetOf(id, { secret })).json()).toMatchObject({
    finished: true,
    attempt: { hasDocumentation: true, awayMs: 32_500 },
  })
})

test('members can read their latest simulation and extra time, guests cannot', async () => {
  const visitor = await openMember(services)
  const address = '/api/simulations?certification=mb-800'
  expect(await (await ask(loader, { visitor, address })).json()).toMatchObject({ simulation: null, extraTime: 1 })
  const { id } = await begin(visitor)
  expect(await (await ask(loader, { visitor, address })).json()).toMatchObject({ simulation: { id, finished: false }, extraTime: 1 })
  expect((await ask(loader, { address })).status).toBe(401)
  expect((await ask(loader, { visitor, meant: 'ada', address })).status).toBe(401)
})

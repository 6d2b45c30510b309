import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saves } from '#server/platform/events.ts'
import { action, loader } from '#web/practice/api/moves.ts'
import { saveMovesOfMember } from '#web/practice/api/save-moves.ts'
import { loader as loadLatest } from '#web/practice/api/latest.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { countRows, openTestServices, type TestServices } from '#tests/services.ts'
import { callRoute, type Handler } from '#tests/site-routes.ts'
import { openMember, openVisitor, type Visitor } from '#tests/visitor.ts'

let services: TestServices
const question = aQuestion()
const id = '01a20000-0000-7000-8000-000000000001'
const at = Date.parse('2026-11-22T12:00:00Z')
const begin = { key: 'start-of-camille', move: { type: 'start', at, certificationId: 'mb-800', set: 'all', questionIds: [question.id] } }
const answer = { key: 'answer-of-camille', move: { type: 'answer', at, questionId: question.id, answer: ['C'] } }
const body = { base: 0, sentAt: at, entries: [begin, answer] }

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, [question])
})
afterEach(async () => {
  vi.restoreAllMocks()
  await services.empty()
})

type Asked = { visitor?: Visitor; address?: string; init?: RequestInit }

const ask = async (handler: Handler, { visitor = openVisitor(services), address = `/api/attempts/${id}/moves`, init = {} }: Asked) =>
  (await callRoute(services, visitor, handler, { pattern: '/api/attempts/:attemptId/moves', address, init })) as Response

const send = (sent: unknown, visitor?: Visitor, headers: Record<string, string> = {}, to = id) =>
  ask(action, {
    address: `/api/attempts/${to}/moves`,
    ...(visitor && { visitor }),
    init: { method: 'POST', body: JSON.stringify(sent), headers: { 'Content-Type': 'application/json', ...headers } },
  })

describe('sending moves', () => {
  test('stores them for the member, who can read them on another device', async () => {
    const visitor = await openMember(services)
    const response = await send(body, visitor)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toEqual({
      next: 2,
      missed: [],
      recorded: [begin.key, answer.key],
      conflicts: [],
      finished: false,
      now: expect.any(Number),
    })
    const read = await ask(loader, { visitor, address: `/api/attempts/${id}/moves?from=1` })
    expect(await read.json()).toMatchObject({ next: 2, entries: [{ key: answer.key, move: { type: 'answer', answer: ['C'] } }] })
    const latest = await ask(loadLatest, { visitor, address: '/api/attempts/latest?certification=mb-800&set=all' })
    expect(await latest.json()).toMatchObject({ attempt: { id, next: 2, entries: [{ key: begin.key }, { key: answer.key }] } })
  })

  test('reports the saved moves and the conflicts for the metrics', async () => {
    const reported: object[] = []
    const end = saves.subscribe((save) => reported.push(save))
    const visitor = await openMember(services)
    await send(body, visitor)
    const other = { key: 'answer-of-another-device', move: { ...answer.move, answer: ['D'], at: at - 60_000 } }
    await send({ ...body, base: 1, entries: [other] }, visitor)
    end()
    expect(reported).toEqual([
      { moves: 2, conflicts: 0 },
      { moves: 0, conflicts: 1 },
    ])
  })

  // A member's page is still open after another member signed in.
  test('does not write to the account of another member', async () => {
    const visitor = await openMember(services)
    const refused = await send(body, visitor, { 'Praxam-Member': 'another-member' })
    expect(refused.status).toBe(401)
    expect(await countRows(services, 'attempts')).toBe(0)
    const own = (await visitor.viewer())?.id ?? ''
    expect((await send(body, visitor, { 'Praxam-Member': own })).status).toBe(200)
  })

  test('ignores a score and other unknown fields', async () => {
    const visitor = await openMember(services)
    const forged = { ...answer, move: { ...answer.move, isCorrect: true, score: 100 }, correct: 1 }
    await send({ ...body, score: 100, finished: true, entries: [begin, forged] }, visitor)
    const kept = await services.db.selectFrom('attempt_moves').select('move').where('number', '=', 1).executeTakeFirst()
    expect(Object.keys(kept?.move ?? {}).toSorted()).toEqual(['answer', 'at', 'questionId', 'type'])
    expect(await services.db.selectFrom('attempts').select(['correct', 'finished_at']).execute()).toEqual([
      { correct: null, finished_at: null },
    ])
  })

  test('of an attempt that was already counted stores its result and does not count it again', async () => {
    const visitor = await openMember(services)
    await send({ ...body, entries: [begin, answer, { key: 'end-of-camille', move: { type: 'finish', at, isCounted: true } }] }, visitor)
    expect(await services.db.selectFrom('attempts').select(['correct', 'total']).execute()).toEqual([{ correct: 1, total: 1 }])
    const read = await ask(loader, { visitor, address: `/api/attempts/${id}/moves?from=${Number.MAX_SAFE_INTEGER}` })
    expect(await read.json()).toEqual({ next: 3, correct: 1, total: 1, entries: [] })
    expect(await countRows(services, 'question_statistics')).toBe(0)
  })

  test('requires a member or the secret of a simulation', async () => {
    const refused = await send(body)
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'SIGNED_OUT' }])
    const guessed = await send(body, undefined, { Authorization: 'Bearer a-secret-that-was-guessed' })
    expect([guessed.status, await guessed.json()]).toMatchObject([404, { code: 'ATTEMPT_MISSING' }])
  })

  test('is limited to far more requests than a person causes', async () => {
    const hurry = (sent: unknown) =>
      send(sent, undefined, { Authorization: 'Bearer a-secret-in-a-great-hurry' }, '018f0000-0000-7000-8000-00000000aaaa')
    for (let i = 0; i < 1_200; i++) expect((await hurry({})).status).toBe(422)
    const refused = await hurry(body)
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'TOO_MANY_MOVES' }])
    const seconds = Number(refused.headers.get('Retry-After'))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await send(body, await openMember(services))).status).toBe(200)
  })

  test('to another member’s attempt is refused as if it did not exist', async () => {
    await send(body, await openMember(services))
    const noor = await openMember(services, 'noor@example.com')
    const refused = await send({ ...body, base: 2, entries: [{ ...answer, key: 'answer-of-noor' }] }, noor)
    const missing = await ask(loader, { visitor: noor })
    expect([refused.status, missing.status]).toEqual([404, 404])
    expect(await refused.json()).toEqual(await missing.json())
  })

  test.each([
    ['no list', { ...body, entries: {} }],
    ['a move of no kind', { ...body, entries: [begin, { key: 'some-strange-key', move: { type: 'win', at } }] }],
    ['a set there is not', { ...body, entries: [{ ...begin, move: { ...begin.move, set: 'everything' } }] }],
    [
      'a certification with a sign that no text has',
      { ...body, entries: [{ ...begin, move: { ...begin.move, certificationId: 'mb\0' } }] },
    ],
    ['a seed that has a NUL', { ...body, entries: [{ ...begin, move: { ...begin.move, seed: 'a\0' } }] }],
    ['a seed that has half a character', { ...body, entries: [{ ...begin, move: { ...begin.move, seed: '\ud800' } }] }],
    ['a question twice', { ...body, entries: [{ ...begin, move: { ...begin.move, questionIds: [question.id, question.id] } }] }],
    ['a question that is no id', { ...body, entries: [begin, { ...answer, move: { ...answer.move, questionId: "' or 1=1" } }] }],
    ['an answer of no form', { ...body, entries: [begin, { ...answer, move: { ...answer.move, answer: ['<b>'] } }] }],
    ['a key that is none', { ...body, entries: [{ ...begin, key: '../..' }] }],
    ['a clock that is none', { ...body, sentAt: 'now' }],
    ['a number of moves below nought', { ...body, base: -1 }],
    [
      'more than one sending holds',
      { ...body, entries: Array.from({ length: 501 }, (_, i) => ({ ...answer, key: `answer-${i}-of-many` })) },
    ],
  ])('with %s stores nothing and explains what to send', async (_, sent) => {
    const response = await send(sent, await openMember(services))
    expect([response.status, await response.json()]).toMatchObject([422, { code: 'MOVES_UNREADABLE' }])
    expect(await countRows(services, 'attempts')).toBe(0)
  })
})

describe('without the router, moves', () => {
  const sendDirectly = async (visitor: Visitor, { headers = {}, hasRoom = true, sent = body }: Partial<Direct> = {}) => {
    const init = { method: 'POST', body: JSON.stringify(sent), headers: { 'Content-Type': 'application/json', ...headers } }
    const request = visitor.request(`/api/attempts/${id}/moves`, init)
    const saved = await saveMovesOfMember({ ...services, hasRoom: () => hasRoom }, id.toUpperCase(), request).catch(
      async (refusal: Response) => ({ status: refusal.status, ...((await refusal.json()) as object) }),
    )
    return { saved, isRead: request.bodyUsed, attempts: await countRows(services, 'attempts') }
  }
  type Direct = { headers: Record<string, string>; hasRoom: boolean; sent: object }
  const leftToTheRouter = { saved: undefined, isRead: false, attempts: 0 }

  test('of a member are saved', async () => {
    const saved = { next: 2, missed: [], recorded: [begin.key, answer.key], conflicts: [], finished: false, now: expect.any(Number) }
    expect(await sendDirectly(await openMember(services))).toEqual({ saved, isRead: true, attempts: 1 })
  })

  test('of a guest, of another member’s page, and without room on the disk are left to the router', async () => {
    const visitor = await openMember(services)
    expect(await sendDirectly(openVisitor(services))).toEqual(leftToTheRouter)
    expect(await sendDirectly(visitor, { headers: { 'Praxam-Member': 'another-member' } })).toEqual(leftToTheRouter)
    expect(await sendDirectly(visitor, { headers: { Authorization: 'Bearer a-secret-of-a-simulation' } })).toEqual(leftToTheRouter)
    expect(await sendDirectly(visitor, { hasRoom: false })).toEqual(leftToTheRouter)
  })

  test('are left to the router as soon as the session is revoked or must be extended, and when the member is disabled', async () => {
    const visitor = await openMember(services)
    const cookies = new Map(visitor.cookies)
    await services.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() + 60_000) })
      .execute()
    expect(await sendDirectly(visitor)).toEqual(leftToTheRouter)
    await services.db.deleteFrom('sessions').execute()
    expect(await sendDirectly({ ...visitor, cookies })).toEqual(leftToTheRouter)
    const noor = await openMember(services, 'noor@example.com')
    await services.db.updateTable('users').set({ disabled_at: new Date() }).execute()
    expect(await sendDirectly(noor)).toEqual(leftToTheRouter)
  })

  describe('with a session that an earlier save has checked', () => {
    let visitor: Visitor
    const more = (move: object = answer.move, key = 'answer-after-the-first') => ({ ...body, base: 2, entries: [{ key, move }] })
    const reveal = { type: 'reveal', at, questionId: question.id }
    const countMoves = () => countRows(services, 'attempt_moves')
    beforeEach(async () => {
      visitor = await openMember(services)
      await sendDirectly(visitor)
    })

    test('are saved, and the session checked, with one statement', async () => {
      const connect = vi.spyOn(services.pool, 'connect')
      const { saved } = await sendDirectly(visitor, { sent: more() })
      const countingRows = 1
      expect([saved, connect.mock.calls.length - countingRows]).toEqual([expect.objectContaining({ next: 3 }), 1])
    })

    test('are saved if one of them makes an answer final', async () => {
      const { saved } = await sendDirectly(visitor, { sent: more(reveal) })
      expect([saved, await countMoves()]).toEqual([expect.objectContaining({ next: 3 }), 3])
    })

    test.each<[string, () => Promise<unknown>]>([
      ['is revoked', () => services.db.deleteFrom('sessions').execute()],
      [
        'has expired',
        () =>
          services.db
            .updateTable('sessions')
            .set({ expires_at: new Date(Date.now() - 1) })
            .execute(),
      ],
      ['belongs to a disabled account', () => services.db.updateTable('users').set({ disabled_at: new Date() }).execute()],
    ])('are refused like by the router if it %s, and the next ones are left to it', async (_, change) => {
      await change()
      const refused = await sendDirectly(visitor, { sent: more() })
      const next = await sendDirectly(visitor, { sent: more(reveal) })
      const usual = await send(more(), visitor)
      expect(refused).toMatchObject({ saved: { status: 401, ...((await usual.json()) as object) }, isRead: true })
      expect(next).toMatchObject({ saved: undefined, isRead: false })
      expect(await countMoves()).toBe(2)
    })

    test('are refused if one of them makes an answer final after the session is revoked', async () => {
      await services.db.deleteFrom('sessions').execute()
      const { saved } = await sendDirectly(visitor, { sent: more(reveal) })
      expect([saved, await countMoves()]).toEqual([expect.objectContaining({ status: 401, code: 'SIGNED_OUT' }), 2])
    })

    test('are left to the router after an unreadable request', async () => {
      await services.db.deleteFrom('sessions').execute()
      const unreadable = { sent: { base: -1 } }
      expect((await sendDirectly(visitor, unreadable)).saved).toMatchObject({ code: 'MOVES_UNREADABLE' })
      expect(await sendDirectly(visitor, unreadable)).toMatchObject({ saved: undefined, isRead: false })
    })
  })
})

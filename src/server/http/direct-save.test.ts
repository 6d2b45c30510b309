import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import type { AnswerSave } from '#server/http/direct-save.ts'
import type { PlainRequest } from '#server/http/plain-request.ts'
import type { Application } from '#server/http/request-log.ts'
import { answerSave as answerSaveOfMember } from '#web/entry.server.tsx'
import { withErrorReferences } from '#web/http/log-errors.ts'
import * as movesRoute from '#web/practice/api/moves.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { serve } from '#tests/http-server.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { callRoute, type Handler } from '#tests/site-routes.ts'
import { openMember } from '#tests/visitor.ts'

const id = '01a20000-0000-7000-8000-000000000001'
const path = `/api/attempts/${id}/moves`
const body = JSON.stringify({ base: 3 })

const save = (headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', 'Content-Length': String(body.length), ...headers },
  body,
})

/** The application and the direct path both answer with what they read. */
const describeRequest = async (request: PlainRequest) => {
  const sent = (await request.text()).repeat(Number(request.headers.get('x-times') ?? 1))
  return { method: request.method, path: new URL(request.url).pathname, type: request.headers.get('Content-Type'), sent }
}
const application: Application = async (request) =>
  Response.json(await describeRequest(request), { headers: { 'Cache-Control': 'no-store' } })
const answerSave: AnswerSave = describeRequest

/** What a client receives, apart from the time. */
const received = ({ status, headers, body: bytes }: Awaited<ReturnType<Awaited<ReturnType<typeof serve>>['ask']>>) => {
  const { date: _, ...others } = headers
  return { status, headers: others, body: bytes.toString('base64') }
}

describe('a save that is answered directly', () => {
  test.each([{}, { 'Accept-Encoding': 'gzip' }, { 'Accept-Encoding': 'gzip', 'X-Times': '30' }, { 'X-Times': '30' }])(
    'has the status, headers and body of the application, with %o',
    async (headers) => {
      const [direct, usual] = [await serve({ application, answerSave }), await serve({ application })]
      const [one, other] = [await direct.ask(path, save(headers)), await usual.ask(path, save(headers))]
      expect(received(one)).toEqual(received(other))
      expect(one.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'x-content-type-options': 'nosniff' })
      expect([direct.lines, usual.lines]).toEqual([[], []])
    },
  )

  test('is refused with the headers and the line in the log of the application', async () => {
    const refuse = async () => Response.json({ code: 'ATTEMPT_FULL' }, { status: 413 })
    const [direct, usual] = [await serve({ application, answerSave: refuse }), await serve({ application: refuse })]
    expect(received(await direct.ask(path, save()))).toEqual(received(await usual.ask(path, save())))
    const line = { level: 'info', reference: expect.any(String), method: 'POST', path, status: 413, durationMs: expect.any(Number) }
    expect([direct.lines, usual.lines]).toMatchObject([[line], [line]])
  })

  test('is left to the application with its body, if the answer is undefined', async () => {
    const { ask } = await serve({ application, answerSave: async () => undefined })
    expect(JSON.parse((await ask(path, save())).body.toString())).toMatchObject({ sent: body })
  })

  test.each([
    ['reading moves', path, 'GET'],
    ['another id', '/api/attempts/latest/moves', 'POST'],
    ['another address', `${path}/1`, 'POST'],
    ['a query', `${path}?from=1`, 'POST'],
  ])('is not %s', async (_, address, method) => {
    const asked = vi.fn<AnswerSave>(answerSave)
    const { ask } = await serve({ answerSave: asked })
    await ask(address, { ...save(), method, ...(method === 'GET' && { body: '', headers: {} }) })
    expect(asked).not.toHaveBeenCalled()
  })

  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another host', { Host: 'example.com' }, 421],
    ['a body that is too large', { 'Content-Length': String(2 * 1024 * 1024) }, 413],
  ])('passes the guard: %s', async (_, headers, status) => {
    const asked = vi.fn<AnswerSave>(answerSave)
    const { ask } = await serve({ answerSave: asked })
    expect((await ask(path, { ...save(headers), isCutShort: true })).status).toBe(status)
    expect(asked).not.toHaveBeenCalled()
  })

  test('whose sender disconnects is not logged', async () => {
    let resolve: (result: unknown) => void = () => {}
    const outcome = new Promise<unknown>((end) => (resolve = end))
    const answer: AnswerSave = async (request) => {
      const result = await request.text().catch((error: unknown) => error)
      resolve([result, request.signal.aborted])
      throw result
    }
    const { port, lines } = await serve({ answerSave: answer })
    const socket = connect(port, '127.0.0.1')
    const head = ['POST ' + path + ' HTTP/1.1', `Host: localhost:${port}`, 'Sec-Fetch-Site: same-origin', 'Content-Length: 50', '', '{']
    socket.write(head.join('\r\n'))
    await once(socket, 'connect')
    socket.end()
    expect(await outcome).toEqual([expect.any(Error), true])
    await turn()
    expect(lines).toEqual([])
  })
})

describe('a save during an outage of the database', () => {
  let services: TestServices
  beforeAll(async () => {
    services = await openTestServices()
    await saveCertification(services.db, aCertification(), 0)
    await saveQuestions(services.db, [aQuestion()])
  })
  afterAll(() => services.close())

  const start = { type: 'start', at: Date.now(), certificationId: 'mb-800', set: 'all', questionIds: [aQuestion().id] }
  const sent = JSON.stringify({ base: 0, sentAt: Date.now(), entries: [{ key: 'key-of-the-start', move: start }] })

  test('is refused with the status, headers and body of the router, before and after the session was checked', async () => {
    const member = await openMember(services)
    const { moves } = withErrorReferences({ moves: { id: 'moves', path, module: movesRoute as never } })
    const router: Application = async (request) => {
      const init = { method: 'POST', body: await request.text(), headers: { 'Content-Type': 'application/json' } }
      const asked = { pattern: '/api/attempts/:attemptId/moves', address: path, init }
      return (await callRoute(services, member, moves?.module.action as Handler, asked)) as Response
    }
    const answerDirectly: AnswerSave = (request, attemptId, reference) =>
      answerSaveOfMember(request, attemptId, services, services.origin, reference)
    const [direct, usual] = [await serve({ answerSave: answerDirectly }), await serve({ application: router })]
    const cookie = [...member.cookies].map((pair) => pair.join('=')).join('; ')
    const request = { ...save({ Cookie: cookie, 'Content-Length': String(sent.length) }), body: sent }
    const sendDuringOutage = async () => {
      const connect = vi.spyOn(services.pool, 'connect').mockRejectedValue(new Error('Connection terminated unexpectedly'))
      onTestFinished(() => connect.mockRestore())
      const [one, other] = [await direct.ask(path, request), await usual.ask(path, request)]
      connect.mockRestore()
      expect(received(one)).toEqual(received(other))
      return { status: one.status, retryAfter: one.headers['retry-after'], problem: JSON.parse(one.body.toString()) as unknown }
    }
    const refused = { status: 503, retryAfter: '5', problem: expect.objectContaining({ code: 'DATABASE_UNAVAILABLE' }) }
    expect(await sendDuringOutage()).toEqual(refused)
    expect((await direct.ask(path, request)).status).toBe(200)
    expect(await sendDuringOutage()).toEqual(refused)
  })
})

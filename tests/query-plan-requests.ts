/** Sends the requests of candidates and administrators whose queries are checked in the query plan tests. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { dayMs } from '#exam/duration.ts'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { listFullScans, recordQueries, type QueryRecorder } from '#tests/query-plans.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute, listSiteRoutes, type Handler, type RouteAnswer } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

const questionIds = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'b1'].map((end) => `01a20000-0000-7000-8000-0000000000${end}`)
export const [first = '', second = ''] = questionIds
export const attemptId = '01a20000-0000-7000-8000-000000000001'
/** A day for which members can set an exam date: `2026-12-29`. */
export const examDay = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10)
const routes = await listSiteRoutes()

export let services: TestServices
export let recorder: QueryRecorder
export let cast: Awaited<ReturnType<typeof openCast>>
export let memberId = ''

/** Adds so many members that, by the database statistics, few accounts are administrators. */
async function addOtherMembers(): Promise<void> {
  await sql`insert into users (id, name, email, email_verified, updated_at)
    select 'other-' || n, '', 'other-' || n || '@elsewhere.test', true, now() from generate_series(1, 2000) as n`.execute(services.db)
  await sql`insert into user_profiles (id) select id from users`.execute(services.db)
  // Vacuum also puts the new entries into the search index, as the server does from time to time.
  await sql`vacuum (analyze) users, user_profiles`.execute(services.db)
}

export async function expectNoFullScan(): Promise<void> {
  expect(await listFullScans(services, recorder.queries())).toEqual([])
}

const at = Date.now() - 60_000
let keys = 0
export const entry = (move: Partial<Move> & { type: Move['type'] }): JournalEntry => ({
  key: `key-${++keys}-of-test`,
  move: { at, ...move } as Move,
})
export const batch = (base: number, entries: JournalEntry[]) => ({ base, sentAt: Date.now(), entries })

export async function practice(): Promise<void> {
  const moves = (base: number, entries: JournalEntry[]) => post(cast.camille, '/api/attempts/:attemptId/moves', batch(base, entries))
  const start = entry({ type: 'start', certificationId: 'mb-800', set: 'all', questionIds: [first, second] })
  const answered = [
    entry({ type: 'answer', questionId: first, answer: ['C'] }),
    entry({ type: 'answer', questionId: second, answer: ['A'] }),
  ]
  expect(await moves(0, [start])).toMatchObject({ status: 200, data: { next: 1 } })
  expect(await moves(1, answered.slice(0, 1))).toMatchObject({ data: { next: 2 } })
  await moves(2, [entry({ type: 'flag', questionId: second }), entry({ type: 'reveal', questionId: first })])
  await moves(1, [...answered, entry({ type: 'go', position: 1, isGuess: true })])
  expect(await moves(5, [entry({ type: 'finish' })])).toMatchObject({ status: 200, data: { finished: true } })
}

export async function simulate(): Promise<void> {
  const request = { certificationId: 'mb-800', length: 'full', extraTime: 1 }
  for (const visitor of [cast.guest, cast.camille]) {
    const { status, data } = await post(visitor, '/api/simulations', request)
    expect(status).toBe(201)
    const { id = '', secret } = data as { id?: string; secret?: string }
    const headers = secret ? { Authorization: `Bearer ${secret}` } : undefined
    const moves = [entry({ type: 'answer', questionId: first, answer: ['C'] })]
    await post(visitor, '/api/attempts/:attemptId/moves', batch(1, moves), 'json', `/api/attempts/${id}/moves`, headers)
    await get(visitor, '/api/attempts/:attemptId/sheet', `/api/attempts/${id}/sheet`, headers)
    await get(visitor, '/api/attempts/:attemptId/translations/:language', `/api/attempts/${id}/translations/fr`, headers)
  }
}

/** Requests every address that has a loader, as each of the visitors. */
export async function openEveryAddress(): Promise<void> {
  const values: Record<string, string> = {
    certificationId: 'mb-800',
    attemptId,
    personId: memberId,
    questionId: first,
    challengeId: await readChallengeId(),
    caseStudyId: 'fabrikam',
    token: await readSharedToken(),
    language: 'fr',
    slug: 'questions-certification-dynamics',
    name: 'mb-800.png',
    '*': 'x',
  }
  for (const { path, loader } of routes) {
    if (!loader) continue
    const address = path.replaceAll(/:(\w+)|\*/g, (match, name: string | undefined) => values[name ?? match] ?? '')
    for (const visitor of [cast.guest, cast.camille, cast.ada])
      for (const query of ['', '?from=0&certification=mb-800&set=all&exam=mb-800&certificationId=mb-800'])
        await askRoute(services, visitor, loader, { pattern: path, address: `${address}${query}` }).catch(() => undefined)
  }
}

export async function readChallengeId(): Promise<string> {
  const query = () => services.db.selectFrom('challenges').select('id').where('question_id', '=', first).executeTakeFirstOrThrow()
  return (await recorder.pauseDuring(query)).id
}

export async function readSharedToken(): Promise<string> {
  return (await recorder.pauseDuring(() => services.db.selectFrom('shared_results').select('token').executeTakeFirstOrThrow())).token
}

export async function get(visitor: Visitor, pattern: string, address: string, headers: Record<string, string> = {}): Promise<RouteAnswer> {
  const loader = routes.find(({ path }) => path === pattern)?.loader
  if (!loader) throw new Error(`${pattern} has no loader`)
  return askRoute(services, visitor, loader, { pattern, address, init: { headers } })
}

type PostedBody = { kind: 'json' | 'form'; body: object }
const encoders: Record<PostedBody['kind'], (body: object) => RequestInit> = {
  json: (body) => ({ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  form: (body) => ({ body: new URLSearchParams(body as Record<string, string>) }),
}

export async function post(
  visitor: Visitor,
  pattern: string,
  body: object,
  kind: PostedBody['kind'] = 'json',
  address = pattern.replace(':attemptId', attemptId),
  headers: Record<string, string> = {},
): Promise<RouteAnswer> {
  const encoded = encoders[kind](body)
  return send(visitor, pattern, address, { method: 'POST', ...encoded, headers: { ...(encoded.headers as object), ...headers } })
}

const patternsSent = new Set<string>()

/** Calls the action of a route. @throws if the request is refused, because a refused request sends few queries */
export async function send(visitor: Visitor, pattern: string, address: string, init: RequestInit): Promise<RouteAnswer> {
  const action = findActions().get(pattern)
  if (!action) throw new Error(`${pattern} has no action`)
  const member: Record<string, string> = visitor === cast.camille ? { 'Praxam-Member': memberId } : {}
  const headers = { ...member, ...(init.headers as Record<string, string>) }
  const answer = await askRoute(services, visitor, action, { pattern, address, init: { ...init, headers } })
  const isSentToSignIn = /^\/login.*[?&](?:to=|notice=session-over)/.test(answer.location ?? '')
  if (answer.status >= 400 || isSentToSignIn)
    throw new Error(`${pattern} was refused: ${answer.status} ${answer.location ?? JSON.stringify(answer.data)}`)
  patternsSent.add(pattern)
  return answer
}

/** Patterns of the routes with an action that `send` has not called successfully. */
export function listActionsNotSent(): string[] {
  return [...findActions().keys()].filter((pattern) => !patternsSent.has(pattern))
}

function findActions(): Map<string, Handler> {
  return new Map(routes.flatMap(({ path, action }) => (action ? [[path, action] as const] : [])))
}

/** Opens services with so many members that a query without an index is detected, and records the queries. */
export function prepareRequests(): void {
  beforeAll(async () => {
    services = await openTestServices()
    const { db } = services
    await saveCertification(db, aCertification(), 0)
    await saveCaseStudy(db, { id: 'fabrikam', title: 'Fabrikam', content: '' })
    await saveQuestions(
      db,
      questionIds.map((id) => aQuestion({ id })),
    )
    await addOtherMembers()
    recorder = recordQueries(services)
    cast = await openCast(services)
    memberId = (await cast.camille.viewer())?.id ?? ''
  })
  afterAll(() => services.close())
}

/**
 * A simulated member, who signs in, reads pages, answers and reveals questions, and finishes attempts, with pauses like a person.
 * Records every failure: an unexpected status, an answer that was not recorded, or an attempt that is incomplete on the server.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { AttemptMovesResponse, MoveBatchResponse } from '#exam/contract.ts'
import { postForm } from '../bench/site.ts'

/** The actions of a member. The report has their times. */
export const actions = ['sign in', 'read a page', 'read the own progress', 'answer', 'reveal', 'finish', 'read an attempt'] as const
export type MemberAction = (typeof actions)[number]

export type SoakRecorder = {
  /** The time of a successful action, in milliseconds. */
  record: (action: MemberAction, durationMs: number) => void
  fail: (action: MemberAction, reason: string) => void
}

export type SoakPlan = {
  origin: string
  certificationId: string
  questionIds: readonly string[]
  /** All members arrive within this time, in milliseconds. */
  arrivalsMs: number
  /** 0–1 */
  random: () => number
  /** Ends the practice before the next question or attempt. */
  signal: AbortSignal
}

const questionsPerAttempt = 10
/** A member signs in again after this many attempts. */
const attemptsPerSession = 5
/** Average pause between two requests by a member. */
const pauseMs = 2_500
const password = 'quiet lamp under paper'
const publicPages = ['/', '/certifications']
const requestTimeoutMs = 30_000

type Session = { plan: SoakPlan; recorder: SoakRecorder; email: string; address: string; cookie: string }
/** `waiting`: moves that the server has not acknowledged. They are sent again with the next move, like a browser does. */
type RunningAttempt = { id: string; base: number; waiting: { key: string; move: object }[] }

/** Creates a member's account. `number` also selects a network address, because the number of new accounts per address is limited. */
export async function signUpMember(origin: string, number: number): Promise<void> {
  const response = await postForm(origin, '/signup', { email: emailOf(number), password }, { 'X-Forwarded-For': addressOf(number) })
  if (response.status !== 302) throw new Error(`The account of member ${number} was refused with status ${response.status}`)
}

/** Practices until the signal is aborted. Members arrive at different times, because members of a real site do not all sign in at the same time. */
export async function practiceUntilEnd(plan: SoakPlan, number: number, recorder: SoakRecorder): Promise<void> {
  await pause(plan.arrivalsMs * plan.random(), undefined, { signal: plan.signal }).catch(() => undefined)
  const session: Session = { plan, recorder, email: emailOf(number), address: addressOf(number), cookie: '' }
  for (let attempts = 0; !plan.signal.aborted; attempts++) {
    if (attempts % attemptsPerSession === 0) await run(session, 'sign in', () => signIn(session))
    await practiceOnce(session)
  }
}

function emailOf(number: number): string {
  return `member${number}@example.com`
}

/** The member's network address, from the range for benchmarks in RFC 2544. */
function addressOf(number: number): string {
  return `198.18.${Math.floor(number / 250)}.${(number % 250) + 1}`
}

/** Times an action, and then pauses. Returns `undefined` if it failed. */
async function run<Result>({ plan, recorder }: Session, action: MemberAction, work: () => Promise<Result>): Promise<Result | undefined> {
  const startedAt = performance.now()
  try {
    const result = await work()
    recorder.record(action, performance.now() - startedAt)
    return result
  } catch (error) {
    recorder.fail(action, String(error))
    return undefined
  } finally {
    await pause(pauseMs * (0.4 + 1.2 * plan.random()), undefined, { signal: plan.signal }).catch(() => undefined)
  }
}

async function signIn(session: Session): Promise<void> {
  const { plan, email, address } = session
  const response = await postForm(plan.origin, '/login', { email, password }, { 'X-Forwarded-For': address })
  await response.arrayBuffer()
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  if (response.status !== 302 || cookies.length === 0) throw new Error(`status ${response.status}`)
  session.cookie = cookies.join('; ')
}

async function practiceOnce(session: Session): Promise<void> {
  const { plan } = session
  const { certificationId, questionIds, random, signal } = plan
  for (const path of [...publicPages, `/exam/${certificationId}`]) await run(session, 'read a page', () => read(session, path))
  const attempt: RunningAttempt = { id: crypto.randomUUID(), base: 0, waiting: [] }
  const start = { type: 'start', certificationId, set: 'all', questionIds }
  await run(session, 'answer', () => send(session, attempt, start))
  for (const questionId of questionIds.slice(0, questionsPerAttempt)) {
    if (signal.aborted) return
    const answer = ['ABCD'[Math.floor(4 * random())] ?? 'A']
    await run(session, 'answer', () => send(session, attempt, { type: 'answer', questionId, answer }))
    await run(session, 'reveal', () => send(session, attempt, { type: 'reveal', questionId }))
  }
  await run(session, 'finish', () => send(session, attempt, { type: 'finish' }))
  if (attempt.waiting.length === 0) await run(session, 'read an attempt', () => compare(session, attempt))
  for (const path of ['/profile/history', `/profile/progress/${certificationId}`, '/api/today'])
    await run(session, 'read the own progress', () => read(session, path))
}

async function send(session: Session, attempt: RunningAttempt, move: object): Promise<void> {
  const at = Date.now()
  attempt.waiting.push({ key: crypto.randomUUID(), move: { ...move, at } })
  const body = JSON.stringify({ base: attempt.base, sentAt: at, entries: attempt.waiting })
  const response = await request(session, `/api/attempts/${attempt.id}/moves`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body,
  })
  const { next, missed, recorded, conflicts } = (await response.json()) as MoveBatchResponse
  // A move whose response was lost is among the missed ones.
  const stored = new Set([...recorded, ...missed.map((entry) => entry.key)])
  const refused = attempt.waiting.filter(({ key }) => !stored.has(key))
  attempt.base = next
  attempt.waiting = []
  if (refused.length > 0) throw new Error(`${refused.length} moves were not recorded (${conflicts.length} conflicts)`)
}

/** @throws if the server does not have every move that it acknowledged, or no result of the attempt */
async function compare(session: Session, attempt: RunningAttempt): Promise<void> {
  const response = await request(session, `/api/attempts/${attempt.id}/moves?from=0`)
  const { entries, total } = (await response.json()) as AttemptMovesResponse
  if (entries.length !== attempt.base) throw new Error(`${attempt.base} moves were acknowledged, and ${entries.length} are stored`)
  if (total === null) throw new Error('the finished attempt has no result')
}

async function read(session: Session, path: string): Promise<void> {
  await (await request(session, path)).arrayBuffer()
}

async function request({ plan, cookie, address }: Session, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Cookie', cookie)
  headers.set('X-Forwarded-For', address)
  const response = await fetch(plan.origin + path, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(requestTimeoutMs) })
  if (response.status !== 200)
    throw new Error(`${path.replaceAll(/[\da-f-]{36}/g, ':id')}: ${response.status} ${await response.text()}`.slice(0, 200))
  return response
}

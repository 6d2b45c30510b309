/**
 * Simulated members who answer questions. As in a browser, each attempt has a journal: a move is sent again until the server has
 * acknowledged it. The acknowledged moves are remembered.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { JournalEntry } from '#exam/moves.ts'
import type { AttemptMovesResponse, MoveBatchResponse } from '#exam/contract.ts'
import { batchMovesMax } from '#exam/contract.ts'
import { postForm } from '../bench/site.ts'

/** An acknowledged save. Times are in milliseconds of `performance.now()`. `madeAt`: when the member gave the oldest answer in it. */
export type Save = { attemptId: string; madeAt: number; sentAt: number; acknowledgedAt: number }

/** `disordered`: attempts whose moves are not stored in the order in which they were made. */
export type SavingTotals = { acknowledged: number; lost: number; duplicated: number; disordered: number; unsent: number }

export type Members = {
  start: () => void
  saves: readonly Save[]
  failedRequests: () => number
  /** Waits until a save that was sent after `sinceMs` is acknowledged for every attempt, at most for `timeoutMs`. */
  untilAllSaved: (sinceMs: number, timeoutMs: number) => Promise<void>
  /** Stops answering, and waits until everything is sent, at most 40 seconds per attempt. */
  stop: () => Promise<void>
  /** Compares the acknowledged moves with the moves that the site has stored. */
  compare: () => Promise<SavingTotals>
}

const memberCount = 8
const attemptCount = 40
const certificationId = 'mb-800'
/** Longer than the site should take to respond. A browser waits just as long. */
const requestTimeoutMs = 20_000
/** A browser waits longer before it tries again, but a short delay shows more exactly when saving works again. */
const retryDelayMs = 250
const sendAllTimeoutMs = 40_000

type RunningAttempt = {
  id: string
  cookie: string
  /** All moves of the attempt, with their times in milliseconds of `performance.now()`. */
  journal: (JournalEntry & { madeAt: number })[]
  /** How many moves of the attempt the server has, as far as this member knows. */
  base: number
  acknowledged: Set<string>
  answers: number
}

export async function signUpMembers(origin: string, savesPerSecond: number): Promise<Members> {
  const questionIds = await listQuestionIds(origin)
  const cookies: string[] = []
  for (let i = 0; i < memberCount; i++) cookies.push(await signUp(origin, `member${i}@example.com`))
  const attempts = Array.from({ length: attemptCount }, (_, i) => openAttempt(cookies[i % memberCount] ?? '', questionIds))
  const saves: Save[] = []
  const stopping = new AbortController()
  let loops: Promise<void>[] = []
  let failedRequests = 0

  const sendPending = async (attempt: RunningAttempt): Promise<void> => {
    const unsent = listUnsent(attempt).slice(0, batchMovesMax)
    const [oldest] = unsent
    if (!oldest) return
    const entries = unsent.map(({ key, move }) => ({ key, move }))
    const sentAt = performance.now()
    try {
      const { next, missed, recorded } = await postMoves(origin, attempt, entries)
      for (const key of [...missed.map((entry) => entry.key), ...recorded]) attempt.acknowledged.add(key)
      attempt.base = next
      saves.push({ attemptId: attempt.id, madeAt: oldest.madeAt, sentAt, acknowledgedAt: performance.now() })
    } catch {
      failedRequests += 1
      await pause(retryDelayMs)
    }
  }

  const practice = async (attempt: RunningAttempt, index: number): Promise<void> => {
    const intervalMs = (1000 * attemptCount) / savesPerSecond
    const startedAt = performance.now() + (intervalMs * index) / attemptCount
    while (!stopping.signal.aborted) {
      // Answers come at a fixed rate, even while nothing can be saved.
      for (let due = startedAt + attempt.answers * intervalMs; due <= performance.now(); due += intervalMs) answer(attempt, questionIds)
      await sendPending(attempt)
      const waitMs = startedAt + attempt.answers * intervalMs - performance.now()
      if (waitMs > 0) await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    for (const until = performance.now() + sendAllTimeoutMs; performance.now() < until && listUnsent(attempt).length > 0;)
      await sendPending(attempt)
  }

  return {
    start: () => void (loops = attempts.map(practice)),
    saves,
    failedRequests: () => failedRequests,
    untilAllSaved: async (sinceMs, timeoutMs) => {
      for (const until = performance.now() + timeoutMs; performance.now() < until; await pause(50)) {
        const saved = new Set(saves.filter(({ sentAt }) => sentAt >= sinceMs).map(({ attemptId }) => attemptId))
        if (saved.size === attemptCount) return
      }
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
    compare: async () => {
      const totals = { acknowledged: 0, lost: 0, duplicated: 0, disordered: 0, unsent: 0 }
      for (const attempt of attempts) {
        const stored = (await listStoredEntries(origin, attempt)).map(({ key }) => key)
        const distinct = new Set(stored)
        totals.acknowledged += attempt.acknowledged.size
        totals.lost += [...attempt.acknowledged].filter((key) => !distinct.has(key)).length
        totals.duplicated += stored.length - distinct.size
        totals.disordered += Number(
          !isDeepStrictEqual(
            [...distinct],
            attempt.journal.map(({ key }) => key).filter((key) => distinct.has(key)),
          ),
        )
        totals.unsent += listUnsent(attempt).length
      }
      return totals
    },
  }
}

function listUnsent({ journal, acknowledged }: RunningAttempt) {
  return journal.filter(({ key }) => !acknowledged.has(key))
}

function openAttempt(cookie: string, questionIds: readonly string[]): RunningAttempt {
  const start = { type: 'start', at: Date.now(), certificationId, set: 'all', questionIds } as const
  const journal = [{ key: crypto.randomUUID(), move: start, madeAt: performance.now() }]
  return { id: crypto.randomUUID(), cookie, journal, base: 0, acknowledged: new Set(), answers: 0 }
}

function answer(attempt: RunningAttempt, questionIds: readonly string[]): void {
  const questionId = questionIds[attempt.answers % questionIds.length] ?? ''
  const letter = 'ABCD'[(attempt.answers + Math.floor(attempt.answers / questionIds.length)) % 4] ?? 'A'
  const move = { type: 'answer', at: Date.now(), questionId, answer: [letter] } as const
  attempt.journal.push({ key: crypto.randomUUID(), move, madeAt: performance.now() })
  attempt.answers += 1
}

async function listQuestionIds(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/api/questions?exam_id=${certificationId}`)
  return ((await response.json()) as { id: string }[]).map(({ id }) => id)
}

async function signUp(origin: string, email: string): Promise<string> {
  const response = await postForm(origin, '/signup', { email, password: 'quiet lamp under paper' })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (cookies.length === 0) throw new Error(`The sign-up failed: ${response.status}`)
  return cookies.join('; ')
}

async function postMoves(
  origin: string,
  { id, cookie, base }: RunningAttempt,
  entries: readonly JournalEntry[],
): Promise<MoveBatchResponse> {
  const response = await fetch(`${origin}/api/attempts/${id}/moves`, {
    method: 'POST',
    headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ base, sentAt: Date.now(), entries }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as MoveBatchResponse
}

async function listStoredEntries(origin: string, { id, cookie }: RunningAttempt): Promise<JournalEntry[]> {
  const response = await fetch(`${origin}/api/attempts/${id}/moves?from=0`, { headers: { Cookie: cookie } })
  if (!response.ok) throw new Error(`The attempt ${id} could not be read: ${response.status}`)
  return ((await response.json()) as AttemptMovesResponse).entries
}

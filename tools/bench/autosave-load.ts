/**
 * The load for measuring saves. It is a separate process, so that it shares neither code nor an event loop with the measured server.
 * Its argument is a `SavingLoad` as JSON. It prints `warm` after the warm-up, and then a `SavingResult` as JSON.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'

export type SavingLoad = {
  origin: string
  certificationId: string
  questionIds: readonly string[]
  /** Cookies of the members. */
  cookies: readonly string[]
  attempts: number
  savesPerSecond: number
  pagesPerSecond: number
  /** Whether every answer is followed by a reveal, as in practice. */
  isRevealing: boolean
  warmUpSeconds: number
  seconds: number
}

/** `timesMs`: for each save, the time from when it was due until it was acknowledged. */
export type SavingResult = { timesMs: number[]; failed: number; elapsedMs: number }

/** An attempt in progress. Like a browser, it sends the next moves after the response to the previous ones. */
type LoadAttempt = { cookie: string; id: string; base: number; saves: number; sending: Promise<void> }

/** With this many pending requests, the server counts as overloaded, and no more saves are sent. */
const pendingMax = 2_000

const load = JSON.parse(process.argv[2] ?? '') as SavingLoad
const { origin, cookies, questionIds, certificationId, isRevealing } = load
// The client with the least work per request, because the load shares the cores with the server.
const pool = new Pool(origin, { connections: 64 })

const attempts: LoadAttempt[] = Array.from({ length: load.attempts }, (_, i) => ({
  cookie: cookies[i % cookies.length] ?? '',
  id: crypto.randomUUID(),
  base: 0,
  saves: 0,
  sending: Promise.resolve(),
}))
for (const attempt of attempts) await send(attempt, { type: 'start', at: Date.now(), certificationId, set: 'all', questionIds })
await saveAtRate(load.warmUpSeconds)
console.log('warm')
console.log(JSON.stringify(await saveAtRate(load.seconds)))
await pool.close()
// The parent reads the CPU time of this process before it closes the pipe.
process.stdin.resume()

/** Saves at a fixed rate, distributed over the attempts, even while earlier saves are pending. Requests pages at the same time. */
async function saveAtRate(seconds: number): Promise<SavingResult> {
  const timesMs: number[] = []
  const pending = new Set<Promise<void>>()
  let failed = 0
  const watch = (work: Promise<void>) => {
    const watched = work.catch(() => void (failed += 1)).finally(() => pending.delete(watched))
    pending.add(watched)
  }
  const startedAt = performance.now()
  let pages = 0
  for (let saves = 0; saves < load.savesPerSecond * seconds && pending.size < pendingMax; saves++) {
    const dueAt = startedAt + (saves * 1000) / load.savesPerSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 1) await pause(waitMs)
    const attempt = attempts[saves % attempts.length] as LoadAttempt
    attempt.sending = attempt.sending.then(() => saveNext(attempt))
    watch(attempt.sending.then(() => void timesMs.push(performance.now() - dueAt)))
    for (; pages < ((performance.now() - startedAt) * load.pagesPerSecond) / 1000; pages++) watch(requestPage())
  }
  await Promise.all(pending)
  return { timesMs, failed, elapsedMs: performance.now() - startedAt }
}

async function saveNext(attempt: LoadAttempt): Promise<void> {
  const number = isRevealing ? Math.floor(attempt.saves / 2) : attempt.saves
  const isReveal = isRevealing && attempt.saves % 2 === 1
  const questionId = questionIds[number % questionIds.length] ?? ''
  const round = Math.floor(number / questionIds.length)
  const letter = 'ABCD'[(number + round) % 4] ?? 'A'
  attempt.saves += 1
  const at = Date.now()
  await send(attempt, isReveal ? { type: 'reveal', at, questionId } : { type: 'answer', at, questionId, answer: [letter] })
}

async function send(attempt: LoadAttempt, move: object): Promise<void> {
  const { id, base, cookie } = attempt
  const body = JSON.stringify({ base, sentAt: Date.now(), entries: [{ key: crypto.randomUUID(), move }] })
  const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Cookie: cookie }
  const text = await call(`/api/attempts/${id}/moves`, headers, body)
  attempt.base = (JSON.parse(text) as { next: number }).next
}

async function requestPage(): Promise<void> {
  await call(`/exam/${certificationId}`, { 'Accept-Encoding': 'br' })
}

/** With `dispatch` instead of `request`, because a stream for each response would take as much time as the rest of the client. */
function call(path: string, headers: Record<string, string>, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let status = 0
    const chunks: Buffer[] = []
    pool.dispatch(
      { path, headers, method: body === undefined ? 'GET' : 'POST', body: body ?? null },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, statusCode) => void (status = statusCode),
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => {
          const received = Buffer.concat(chunks).toString()
          if (status === 200) resolve(received)
          else reject(new Error(`${status}: ${received}`))
        },
        onResponseError: (_, error) => reject(error),
      },
    )
  })
}

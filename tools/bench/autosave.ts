/** How long the server takes to save the moves of members while it also serves pages, on the embedded database. */
import { setTimeout as pause } from 'node:timers/promises'
import { postForm, startSite } from './site.ts'
import { informative, judged, percentile, printTimes, type Row } from './table.ts'

const attempts = 64
/** Several members, because the rate of one member is limited. */
const members = 8
const seconds = 6
const warmUpSeconds = 2
const pagesPerSecond = 50
/** Saved moves per second. The last rate has the budget. */
const rates = [50, 100, 500]
const budgetMs = 25
/** Requests start on schedule, even if earlier ones are pending. With this many pending requests, the server is overloaded. */
const pendingMax = 2_000

/** An attempt in progress. Like a browser, it sends the next moves after the response to the previous ones. */
type BenchAttempt = { cookie: string; id: string; base: number; questionIds: readonly string[]; sending: Promise<void> }

export async function measureAutosave(): Promise<Row[]> {
  await using site = await startSite()
  const { origin } = site
  const questions = (await (await fetch(`${origin}/api/questions?exam_id=mb-800`)).json()) as { id: string }[]
  const questionIds = questions.map(({ id }) => id)
  const cookies: string[] = []
  for (let i = 0; i < members; i++) cookies.push(await signUp(origin, `camille${i}@example.com`))
  const rows: Row[] = []
  for (const rate of rates) {
    const running: BenchAttempt[] = []
    for (let i = 0; i < attempts; i++) running.push(await startAttempt(origin, cookies[i % members] ?? '', questionIds))
    await saveAtRate(origin, running, rate, warmUpSeconds)
    const { times, failed } = await saveAtRate(origin, running, rate, seconds)
    const p99 = times.length > 0 ? percentile(times, 99) : Infinity
    const figure = `Saving ${rate} moves a second, ${pagesPerSecond} pages a second beside it, p99`
    const measured = `${p99.toFixed(1)} ms${failed > 0 ? `, ${failed} failed` : ''}`
    rows.push(
      rate === rates.at(-1) ? judged(figure, measured, `< ${budgetMs} ms`, p99 < budgetMs && failed === 0) : informative(figure, measured),
      informative(`The same, ${rate} a second`, printTimes(times)),
    )
  }
  return rows
}

async function signUp(origin: string, email: string): Promise<string> {
  const response = await postForm(origin, '/signup', { email, password: 'quiet lamp under paper' })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (cookies.length === 0) throw new Error(`The sign-up failed: ${response.status}`)
  return cookies.join('; ')
}

async function startAttempt(origin: string, cookie: string, questionIds: readonly string[]): Promise<BenchAttempt> {
  const running: BenchAttempt = { cookie, id: crypto.randomUUID(), base: 0, questionIds, sending: Promise.resolve() }
  await send(origin, running, { type: 'start', at: Date.now(), certificationId: 'mb-800', set: 'all', questionIds })
  return running
}

/** Saves moves at a fixed rate, distributed over the attempts, and requests pages at the same time. */
async function saveAtRate(
  origin: string,
  all: readonly BenchAttempt[],
  rate: number,
  during: number,
): Promise<{ times: number[]; failed: number }> {
  const times: number[] = []
  const pending = new Set<Promise<void>>()
  let failed = 0
  const startedAt = performance.now()
  const watch = (work: Promise<unknown>) => {
    const watched = work.then(
      () => undefined,
      () => void (failed += 1),
    )
    pending.add(watched)
    void watched.finally(() => pending.delete(watched))
  }
  let pages = 0
  for (let saved = 0; saved < rate * during && pending.size < pendingMax; saved++) {
    const dueAt = startedAt + (saved * 1000) / rate
    const wait = dueAt - performance.now()
    if (wait > 1) await pause(wait)
    const running = all[saved % all.length]
    if (!running) break
    running.sending = running.sending.then(() => saveOne(origin, running, saved))
    // Measured from the scheduled time, so a delay of the server counts.
    watch(running.sending.then(() => times.push(performance.now() - dueAt)))
    for (; pages < ((performance.now() - startedAt) * pagesPerSecond) / 1000; pages++)
      watch(fetch(`${origin}/exam/mb-800`).then((response) => response.arrayBuffer()))
  }
  await Promise.all(pending)
  return { times, failed }
}

async function saveOne(origin: string, running: BenchAttempt, number: number): Promise<void> {
  const { questionIds } = running
  const questionId = questionIds[Math.floor(number / attempts) % questionIds.length] ?? ''
  await send(origin, running, { type: 'answer', at: Date.now(), questionId, answer: ['ABCD'[number % 4] ?? 'A'] })
}

async function send(origin: string, running: BenchAttempt, move: object): Promise<void> {
  const { cookie, id, base } = running
  const response = await fetch(`${origin}/api/attempts/${id}/moves`, {
    method: 'POST',
    headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ base, sentAt: Date.now(), entries: [{ key: crypto.randomUUID(), move }] }),
  })
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  const { next } = (await response.json()) as { next: number }
  running.base = next
}

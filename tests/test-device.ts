/** Devices for tests of synchronization: a journal, an open attempt and a sender, connected to the real routes of the site. */
import { IDBFactory } from 'fake-indexeddb'
import { expect, vi } from 'vitest'
import type { Move } from '#exam/moves.ts'
import type { MoveBatchRequest } from '#exam/contract.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { findLatestAttempt, listEntries } from '#server/practice/index.ts'
import { loader as loadLatest } from '#web/practice/api/latest.ts'
import { action as recordMoves } from '#web/practice/api/moves.ts'
import { openAttempt, type AttemptController } from '#web/sync/attempt-controller.ts'
import { createMemoryJournal, type Journal } from '#web/sync/journal.ts'
import { openMoveSender, type MoveSender, type SenderClock } from '#web/sync/sending/move-sender.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices } from '#tests/services.ts'
import { callRoute, type Handler } from '#tests/site-routes.ts'
import { openMember } from '#tests/visitor.ts'

const questions = [1, 2, 3].map((n) => aQuestion({ id: `01a20000-0000-7000-8000-00000000000${n}` }))
export const [q1 = '', q2 = '', q3 = ''] = questions.map(({ id }) => id)

/** A clock that only moves when a test moves it. */
export type TestClock = SenderClock & {
  /** Moves the clock and runs the timers that are due, in order. */
  advance: (ms: number) => void
  /** Moves the clock to the next timer, if there is one, and runs it. */
  advanceToNextTimer: () => void
}

function createTestClock(): TestClock {
  let now = 10_000
  let timers: { at: number; ring: () => void }[] = []
  const runUntil = (until: number) => {
    for (let next = first(); next && next.at <= until; next = first()) {
      const due = next
      timers = timers.filter((timer) => timer !== due)
      now = Math.max(now, due.at)
      due.ring()
    }
    now = Math.max(now, until)
  }
  const first = () => timers.toSorted((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    random: () => 0.5,
    setTimer: (ring, ms) => {
      const timer = { at: now + ms, ring }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    advance: (ms) => runUntil(now + ms),
    advanceToNextTimer: () => runUntil(first()?.at ?? now),
  }
}

export type TestDevice = { journal: Journal; sender: MoveSender; tab: AttemptController; reopen: () => Promise<void> }

/** The site with a member, Camille, and three questions. `reset` prepares the next test. */
export async function openTestSite() {
  const services = await openTestServices()
  await saveCertification(services.db, aCertification(), 0)
  await saveQuestions(services.db, questions)
  const visitor = await openMember(services)
  const camille = (await visitor.viewer())?.id ?? ''
  const opened: { close: () => void }[] = []

  const site = {
    services,
    camille,
    clock: createTestClock(),
    /** The batches that devices have sent. */
    sent: [] as MoveBatchRequest[],
    /** Replies in place of the site. It can call `reach` to get the site's reply. */
    intercept: undefined as undefined | ((reach: () => Promise<Response>) => Promise<Response>),
    /** Closes something at the end of the test. */
    closeLater: (closable: { close: () => void }) => void opened.push(closable),
    /** A device with the exam page open. */
    openDevice: async (owner: string | null = camille, journal = createMemoryJournal(owner)): Promise<TestDevice> => {
      const sender = openMoveSender(owner, site.clock)
      const settings = { journal, problem: null, certificationId: 'mb-800', set: 'all', questionIds: [q1, q2, q3] } as const
      const open = () => openAttempt({ ...settings, now: Date.now(), onRecorded: (changed, id) => sender.enqueue(changed, id) })
      const device = { journal, sender, tab: await open(), reopen: async () => void (device.tab = await open()) }
      opened.push(sender, { close: () => device.tab.close() })
      return device
    },
    /** Lets the device send until the server has all its moves. */
    untilSent: ({ tab }: TestDevice) => site.until(() => expect(tab.current()).toMatchObject({ saved: 'saved', isSent: true })),
    /** Lets timers run until the expectation holds. */
    until: (expectation: () => unknown) =>
      vi.waitFor(
        async () => {
          try {
            await expectation()
          } catch {
            site.clock.advanceToNextTimer()
            await untilIdle()
            await expectation()
          }
        },
        { timeout: 4000, interval: 5 },
      ),
    storedMoves: async (): Promise<Move[]> => {
      const found = await findLatestAttempt(services.db, camille, 'mb-800', 'all')
      return found ? (await listEntries(services.db, found.id, 0)).map(({ move }) => move) : []
    },
    /** The answers on the server in order, such as `1A` for answer A to the first question. */
    storedAnswers: async () =>
      (await site.storedMoves()).flatMap((move) => (move.type === 'answer' ? [`${move.questionId.slice(-1)}${move.answer.join('')}`] : [])),
    reset: async () => {
      for (const { close } of opened.splice(0)) close()
      site.sent = []
      site.intercept = undefined
      site.clock = createTestClock()
      for (const table of ['attempts', 'attempt_moves', 'final_answers', 'removals', 'question_statistics', 'rate_limit_counts'] as const)
        await services.db.deleteFrom(table).execute()
    },
    stubBrowser: () => {
      vi.stubGlobal('indexedDB', new IDBFactory())
      vi.stubGlobal('window', new EventTarget())
      vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
      vi.stubGlobal('navigator', { onLine: true })
      vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
        const reach = () => callSite(address, init)
        return site.intercept ? site.intercept(reach) : reach()
      })
    },
    close: () => services.close(),
  }

  const callSite = async (address: string, init: RequestInit): Promise<Response> => {
    const isPost = init.method === 'POST'
    if (isPost) site.sent.push(JSON.parse(init.body as string) as MoveBatchRequest)
    const handler: Handler = isPost ? recordMoves : loadLatest
    const pattern = isPost ? '/api/attempts/:attemptId/moves' : '/api/attempts/latest'
    // The abort signal is left out, because it belongs to the browser's request.
    const { signal: _, ...rest } = init
    return (await callRoute(services, visitor, handler, { pattern, address, init: rest })) as Response
  }
  return site
}

export type TestSite = Awaited<ReturnType<typeof openTestSite>>

export const answerQuestion = ({ tab }: { tab: AttemptController }, questionId: string, letter: string) =>
  tab.move({ type: 'answer', at: Date.now(), questionId, answer: [letter] })

/** Waits until the device has all moves on disk. */
export const untilSaved = ({ tab }: { tab: AttemptController }) =>
  vi.waitFor(() => expect(tab.current().saved).toBe('saved'), { interval: 5 })

/** Lets promises and finished I/O continue, so that anything about to be sent is sent. */
export async function untilIdle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

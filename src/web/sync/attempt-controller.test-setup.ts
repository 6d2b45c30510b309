/** What the tests of the attempt controller share: a database of the browser, and tabs with an open attempt. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Attempt } from '#exam/attempt.ts'
import type { JournalEntry } from '#exam/moves.ts'
import { type Journal } from '#web/sync/journal.ts'
import { openAttempt, type AttemptController } from '#web/sync/attempt-controller.ts'
import { openJournal } from '#tests/test-journal.ts'

export const opened: AttemptController[] = []
export const onFinished = vi.fn<(attempt: Attempt) => void>()

/** A tab that has the exam page open. */
export async function aTab(journal?: Journal): Promise<AttemptController> {
  const controller = await openAttempt({
    journal: journal ?? (await openJournal(null)),
    problem: null,
    certificationId: 'mb-800',
    set: 'all',
    questionIds: ['q1', 'q2', 'q3'],
    now: 1000,
    onFinished,
  })
  opened.push(controller)
  return controller
}

/** The moves in the database itself, in key order. */
export async function storedMoves(id: string): Promise<unknown[]> {
  const request = indexedDB.open('praxam')
  const database = await new Promise<IDBDatabase>((resolve) => request.addEventListener('success', () => resolve(request.result)))
  const all = database
    .transaction('entries')
    .objectStore('entries')
    .getAll(IDBKeyRange.bound([id, 0], [id, Infinity]))
  return new Promise((resolve) => all.addEventListener('success', () => resolve(all.result.map((entry: JournalEntry) => entry.move))))
}

export const answer = (tab: AttemptController, questionId: string, letter: string) =>
  tab.move({ type: 'answer', at: 2000, questionId, answer: [letter] })
export const isSaved = (tab: AttemptController) => vi.waitFor(() => expect(tab.current().saved).toBe('saved'), { interval: 5 })

/** Gives each test in a file an empty browser database, and closes its tabs afterwards. */
export function prepareTabs(): void {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    onFinished.mockClear()
  })
  afterEach(() => {
    for (const controller of opened.splice(0)) controller.close()
    vi.unstubAllGlobals()
  })
}

import { forceCloseDatabase } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryJournal, type Journal } from '#web/sync/journal.ts'
import { openJournal } from '#tests/test-journal.ts'
import { aTab, answer, isSaved, prepareTabs, storedMoves } from '#web/sync/attempt-controller.test-setup.ts'

prepareTabs()

describe('a busy journal', () => {
  /** A journal in which every task takes a while. */
  async function slowJournal(): Promise<Journal> {
    const journal = await openJournal(null)
    const slow =
      <Args extends unknown[], Result>(task: (...args: Args) => Promise<Result>) =>
      async (...args: Args) => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return task(...args)
      }
    return { ...journal, record: slow(journal.record), start: slow(journal.start) }
  }

  // Found in review: messages that came during a read were applied twice, which left gaps in the numbers.
  test('applies many messages from another tab once', async () => {
    const first = await aTab(await slowJournal())
    answer(first, 'q1', 'A')
    await isSaved(first)
    const second = await aTab()
    for (const letter of ['A', 'B', 'C', 'D', 'A', 'B']) {
      answer(second, 'q2', letter)
      answer(first, 'q3', letter)
      await isSaved(second)
    }
    await isSaved(first)
    const recorded = await (await openJournal(null)).latest('mb-800', 'all')
    expect(await storedMoves(recorded?.position.id ?? '')).toHaveLength(recorded?.position.next ?? 0)
    const later = await aTab()
    expect(later.current().attempt.answers).toEqual({ q1: ['A'], q2: ['B'], q3: ['B'] })
    answer(later, 'q1', 'D')
    await isSaved(later)
  })

  // Found in review: a restart while the finish was being recorded mixed the two attempts.
  test('finishes one attempt before it starts the next', async () => {
    const tab = await aTab(await slowJournal())
    answer(tab, 'q1', 'A')
    tab.move({ type: 'finish', at: 3000 })
    tab.restart(['q1', 'q2', 'q3'], 4000)
    await vi.waitFor(() => expect(tab.current()).toMatchObject({ saved: 'saved', attempt: { startedAt: 4000, finishedAt: null } }))
    answer(tab, 'q2', 'B')
    await isSaved(tab)
    expect(tab.current().attempt.answers).toEqual({ q2: ['B'] })
  })

  // Found in a journey: a page that opened a simulation again went back to an earlier question and lost sight of the last answer.
  test('is read after the moves of the attempt that the page has just closed are recorded', async () => {
    const tab = await aTab(await slowJournal())
    answer(tab, 'q1', 'A')
    tab.move({ type: 'go', at: 2001, position: 1 })
    answer(tab, 'q2', 'B')
    tab.close()
    expect((await aTab()).current().attempt).toMatchObject({ current: 1, answers: { q1: ['A'], q2: ['B'] } })
  })

  test('records pending moves when the page closes', async () => {
    const tab = await aTab(await slowJournal())
    answer(tab, 'q1', 'A')
    answer(tab, 'q2', 'B')
    tab.close()
    await vi.waitFor(async () => expect((await (await openJournal(null)).latest('mb-800', 'all'))?.moves).toHaveLength(3))
  })
})

describe('a browser that closes the database', () => {
  /** @returns a function that closes every database opened from now on */
  function aClosingBrowser(): () => void {
    const databases: IDBDatabase[] = []
    const open = indexedDB.open.bind(indexedDB)
    vi.spyOn(indexedDB, 'open').mockImplementation((...parameters) => {
      const request = open(...parameters)
      request.addEventListener('success', () => databases.push(request.result))
      return request
    })
    return () => {
      for (const database of databases.splice(0)) forceCloseDatabase(database as unknown as typeof IDBDatabase)
    }
  }

  test('opens it again for the next move', async () => {
    const closeAll = aClosingBrowser()
    const tab = await aTab()
    answer(tab, 'q1', 'A')
    await isSaved(tab)
    closeAll()
    answer(tab, 'q2', 'B')
    await isSaved(tab)
    answer(tab, 'q3', 'C')
    closeAll()
    await isSaved(tab)
    expect(tab.current()).toMatchObject({ problem: null, elsewhere: null })
    const { moves } = (await (await openJournal(null)).latest('mb-800', 'all')) ?? {}
    expect(moves?.flatMap((move) => (move.type === 'answer' ? [move.questionId] : []))).toEqual(['q1', 'q2', 'q3'])
  })

  test('and cannot open it again shows the problem, and saves all answers once it opens', async () => {
    const closeAll = aClosingBrowser()
    const tab = await aTab()
    answer(tab, 'q1', 'A')
    await isSaved(tab)
    const refusal = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('refused', 'UnknownError')
    })
    closeAll()
    answer(tab, 'q2', 'B')
    await vi.waitFor(() => expect(tab.current().problem).toBe('unavailable'))
    expect(tab.current().attempt.answers).toEqual({ q1: ['A'], q2: ['B'] })
    refusal.mockRestore()
    answer(tab, 'q3', 'C')
    await isSaved(tab)
    expect(tab.current().problem).toBeNull()
    expect((await aTab()).current().attempt.answers).toEqual({ q1: ['A'], q2: ['B'], q3: ['C'] })
  })
})

describe('a browser that cannot save', () => {
  const failing = (error: Error): Journal => ({
    ...createMemoryJournal(null),
    start: () => Promise.reject(error),
    record: () => Promise.reject(error),
  })

  test('anything shows the problem, and the attempt continues', async () => {
    const tab = await aTab(failing(new Error('refused')))
    answer(tab, 'q1', 'A')
    await vi.waitFor(() => expect(tab.current().problem).toBe('unavailable'))
    answer(tab, 'q2', 'B')
    expect(tab.current()).toMatchObject({ saved: null, attempt: { answers: { q1: ['A'], q2: ['B'] } } })
  })

  test('more, because it is full, saves everything once there is space', async () => {
    const disk = createMemoryJournal(null)
    let isFull = true
    const journal: Journal = {
      ...disk,
      start: (...all) => (isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : disk.start(...all)),
    }
    const tab = await aTab(journal)
    answer(tab, 'q1', 'A')
    await vi.waitFor(() => expect(tab.current().problem).toBe('full'))
    isFull = false
    answer(tab, 'q2', 'B')
    await isSaved(tab)
    expect(tab.current().problem).toBeNull()
    expect((await disk.latest('mb-800', 'all'))?.moves).toHaveLength(3)
  })
})

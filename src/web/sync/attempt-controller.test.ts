import { describe, expect, test, vi } from 'vitest'
import { createMemoryJournal, type Journal } from '#web/sync/journal.ts'
import { openAttemptChannel, postAttemptsGone } from '#web/sync/attempt-channel.ts'
import { openAttempt } from '#web/sync/attempt-controller.ts'
import { openJournal } from '#tests/test-journal.ts'
import { aTab, answer, isSaved, onFinished, opened, prepareTabs, storedMoves } from '#web/sync/attempt-controller.test-setup.ts'

prepareTabs()

describe('an open attempt', () => {
  test('shows a move at once and is "saved" only when it is on disk', async () => {
    const tab = await aTab()
    expect(tab.current().saved).toBeNull()
    answer(tab, 'q1', 'A')
    expect(tab.current()).toMatchObject({ saved: 'saving', attempt: { answers: { q1: ['A'] } } })
    await isSaved(tab)
    expect((await (await openJournal(null)).latest('mb-800', 'all'))?.moves).toHaveLength(2)
  })

  test('continues where the user left it', async () => {
    const tab = await aTab()
    answer(tab, 'q1', 'A')
    tab.move({ type: 'go', at: 2001, position: 2 })
    tab.move({ type: 'flag', at: 2002, questionId: 'q3' })
    await isSaved(tab)
    const later = await aTab()
    expect(later.current().attempt).toMatchObject({ current: 2, answers: { q1: ['A'] }, flagged: ['q3'] })
  })

  test('is not recorded before the first move', async () => {
    await aTab()
    expect(await (await openJournal(null)).latest('mb-800', 'all')).toBeUndefined()
  })

  test('is separate from other sets and certifications', async () => {
    const tab = await aTab()
    answer(tab, 'q1', 'A')
    await isSaved(tab)
    expect(await (await openJournal(null)).latest('mb-800', 'area-1')).toBeUndefined()
    expect(await (await openJournal(null)).latest('pl-900', 'all')).toBeUndefined()
  })

  test('restarts as a new attempt and leaves the finished attempt in the journal', async () => {
    const tab = await aTab()
    answer(tab, 'q1', 'A')
    tab.move({ type: 'finish', at: 3000 })
    await isSaved(tab)
    const finished = await (await openJournal(null)).latest('mb-800', 'all')
    tab.restart(['q1', 'q2', 'q3'], 4000)
    await vi.waitFor(() => expect(tab.current()).toMatchObject({ saved: 'saved', attempt: { current: 0, answers: {}, finishedAt: null } }))
    answer(tab, 'q2', 'B')
    await isSaved(tab)
    const latest = await (await openJournal(null)).latest('mb-800', 'all')
    expect(latest?.position.id).not.toBe(finished?.position.id)
    expect(await storedMoves(finished?.position.id ?? '')).toEqual(finished?.moves)
  })
})

describe('a finished attempt', () => {
  test.each([['on disk'], ['in memory']])('is reported once when it is %s, and again after a restart', async (where) => {
    const journal = where === 'in memory' ? createMemoryJournal(null) : undefined
    const tab = await aTab(journal)
    answer(tab, 'q1', 'A')
    await isSaved(tab)
    expect(onFinished).not.toHaveBeenCalled()
    tab.move({ type: 'finish', at: 3000 })
    tab.move({ type: 'finish', at: 3001 })
    await isSaved(tab)
    tab.move({ type: 'go', at: 3002, position: 1 })
    const later = await aTab(journal)
    later.move({ type: 'finish', at: 4000 })
    expect(onFinished.mock.calls.map(([attempt]) => attempt.answers)).toEqual([{ q1: ['A'] }])
    later.restart(['q1', 'q2', 'q3'], 5000)
    await vi.waitFor(() => expect(later.current().attempt.finishedAt).toBeNull())
    answer(later, 'q2', 'B')
    later.move({ type: 'finish', at: 6000 })
    await vi.waitFor(() => expect(onFinished).toHaveBeenCalledTimes(2))
    expect(onFinished.mock.lastCall?.[0].answers).toEqual({ q2: ['B'] })
  })

  test('is reported by one tab only, with the answers of all tabs', async () => {
    const first = await aTab()
    answer(first, 'q1', 'A')
    await isSaved(first)
    // The tabs get no messages from each other, so both finish.
    vi.stubGlobal('BroadcastChannel', undefined)
    const second = await aTab()
    answer(second, 'q2', 'B')
    await isSaved(second)
    first.move({ type: 'finish', at: 3000 })
    await isSaved(first)
    second.move({ type: 'finish', at: 3000 })
    await isSaved(second)
    expect(onFinished.mock.calls.map(([attempt]) => attempt.answers)).toEqual([{ q1: ['A'], q2: ['B'] }])
  })
})

describe('two tabs', () => {
  test('lose no answers of each other and show the change', async () => {
    const first = await aTab()
    answer(first, 'q1', 'A')
    await isSaved(first)
    const second = await aTab()
    answer(second, 'q2', 'B')
    await isSaved(second)
    await vi.waitFor(() => expect(first.current()).toMatchObject({ elsewhere: 'changed', attempt: { answers: { q1: ['A'], q2: ['B'] } } }))
  })

  test('each stay on their own question', async () => {
    const first = await aTab()
    answer(first, 'q1', 'A')
    await isSaved(first)
    const second = await aTab()
    second.move({ type: 'go', at: 3000, position: 2 })
    answer(second, 'q3', 'C')
    await isSaved(second)
    await vi.waitFor(() => expect(first.current().attempt.answers['q3']).toEqual(['C']))
    expect(first.current().attempt.current).toBe(0)
  })

  test('that opened before the first answer both show it', async () => {
    const [first, second] = [await aTab(), await aTab()]
    answer(first, 'q1', 'A')
    await isSaved(first)
    await vi.waitFor(() => expect(second.current()).toMatchObject({ saved: 'saved', attempt: { answers: { q1: ['A'] } } }))
  })

  test('that start at the same time share one attempt', async () => {
    const [first, second] = [await aTab(), await aTab()]
    answer(first, 'q1', 'A')
    answer(second, 'q2', 'B')
    await isSaved(first)
    await isSaved(second)
    const later = await aTab()
    expect(later.current().attempt.answers).toEqual({ q1: ['A'], q2: ['B'] })
  })

  test('cannot change an answer that was revealed in the other tab', async () => {
    const first = await aTab()
    answer(first, 'q1', 'A')
    await isSaved(first)
    // The second tab gets no messages, as if they came too late.
    vi.stubGlobal('BroadcastChannel', undefined)
    const second = await aTab()
    first.move({ type: 'reveal', at: 3000, questionId: 'q1' })
    await isSaved(first)
    answer(second, 'q1', 'B')
    await isSaved(second)
    expect(second.current()).toMatchObject({ elsewhere: 'changed', attempt: { answers: { q1: ['A'] }, revealed: ['q1'] } })
  })

  test('show that a new attempt was started in the other tab', async () => {
    const first = await aTab()
    answer(first, 'q1', 'A')
    first.move({ type: 'finish', at: 3000 })
    await isSaved(first)
    const second = await aTab()
    second.restart(['q1', 'q2', 'q3'], 4000)
    answer(second, 'q2', 'B')
    await isSaved(second)
    await vi.waitFor(() => expect(first.current().elsewhere).toBe('restarted'))
    expect(first.current().attempt.answers).toEqual({ q1: ['A'] })
  })
})

// Found in a journey: a guest's simulation was added to an account while the page opened it again, and its next answers were never sent.
test('an attempt that is removed while it is being read reports that', async () => {
  const journal = await openJournal(null)
  const onRemoved = vi.fn<(reason: string) => void>()
  const latest: Journal['latest'] = async (...set) => {
    await new Promise<void>((resolve) => {
      const channel = openAttemptChannel(() => (channel.close(), resolve()))
      postAttemptsGone(null)
    })
    return journal.latest(...set)
  }
  const settings = { problem: null, certificationId: 'mb-800', set: 'all', questionIds: ['q1'], now: 1000 } as const
  opened.push(await openAttempt({ ...settings, journal: { ...journal, latest }, onRemoved }))
  await vi.waitFor(() => expect(onRemoved).toHaveBeenCalledExactlyOnceWith('moved'))
})

describe('a clock', () => {
  test('that was set back does not make a new attempt older than the last one', async () => {
    const tab = await aTab()
    answer(tab, 'q1', 'A')
    tab.move({ type: 'finish', at: 3000 })
    tab.restart(['q1', 'q2'], 500)
    await vi.waitFor(() => expect(tab.current().attempt.finishedAt).toBeNull())
    await isSaved(tab)
    expect((await aTab()).current().attempt).toMatchObject({ finishedAt: null, questionIds: ['q1', 'q2'] })
  })
})

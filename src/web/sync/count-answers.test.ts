import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { openPageAttempt } from '#web/sync/attempt-controller.ts'
import { countAnswers } from '#web/sync/count-answers.ts'

const sent: { address: string; init: RequestInit & { body: string } }[] = []
vi.stubGlobal('fetch', async (address: string, init: RequestInit & { body: string }) => {
  sent.push({ address, init })
  return new Response(null, { status: 204 })
})
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
afterEach(() => void sent.splice(0))

/** A finished attempt of a guest: 9 seconds on q1 until its explanation, 4 seconds on q2, which is a guess. */
async function finish(isOnline: boolean): Promise<void> {
  vi.stubGlobal('navigator', { onLine: isOnline })
  const versions = new Map([
    ['q1', 3],
    ['q2', 1],
  ])
  const onFinished = vi.fn<() => void>()
  const controller = await openPageAttempt(null, {
    certificationId: 'mb-800',
    set: isOnline ? 'all' : 'mixed',
    questionIds: ['q1', 'q2', 'q3'],
    now: 1_000,
    onFinished: (attempt) => {
      countAnswers(attempt, (id) => versions.get(id))
      onFinished()
    },
  })
  controller.move({ type: 'answer', at: 8_000, questionId: 'q1', answer: ['A'] })
  controller.move({ type: 'reveal', at: 10_000, questionId: 'q1' })
  controller.move({ type: 'go', at: 50_000, position: 1, isGuess: true })
  controller.move({ type: 'answer', at: 53_000, questionId: 'q2', answer: ['B'] })
  controller.move({ type: 'go', at: 54_000, position: 2 })
  controller.move({ type: 'answer', at: 55_000, questionId: 'q3', answer: ['C'] })
  controller.move({ type: 'finish', at: 56_000 })
  await vi.waitFor(() => expect(onFinished).toHaveBeenCalledOnce())
  controller.close()
}

test('a guest’s answers are sent without cookies, with times, guess marks and the versions on screen', async () => {
  await finish(true)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.address).toBe('/api/statistics')
  expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'omit', keepalive: true })
  // The page does not have q3.
  expect(JSON.parse(sent[0]?.init.body ?? '')).toEqual({
    certificationId: 'mb-800',
    answers: { q1: ['A'], q2: ['B'], q3: ['C'] },
    details: { q1: { version: 3, timeMs: 9_000 }, q2: { version: 1, timeMs: 4_000, isGuess: true } },
  })
})

test('offline, nothing is sent', async () => {
  await finish(false)
  await vi.dynamicImportSettled()
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent).toEqual([])
})

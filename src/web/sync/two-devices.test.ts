import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { importAttempt } from '#web/sync/planning/device-attempts.ts'
import { answerQuestion, openTestSite, q1, q2, q3, type TestDevice, type TestSite } from '#tests/test-device.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(() => site.stubBrowser())
afterEach(async () => {
  await site.reset()
  vi.unstubAllGlobals()
})

describe('two devices', () => {
  /** Opens two devices on which the attempt of the first one is open. */
  async function openTwoDevices(): Promise<[TestDevice, TestDevice]> {
    const first = await site.openDevice()
    answerQuestion(first, q1, 'A')
    await site.untilSent(first)
    const second = await site.openDevice()
    expect(await second.sender.follow(second.journal, 'mb-800', 'all')).toBe('imported')
    await second.reopen()
    expect(second.tab.current()).toMatchObject({ isSent: true, attempt: { answers: { [q1]: ['A'] } } })
    return [first, second]
  }

  test('show the answers of each other', async () => {
    const [first, second] = await openTwoDevices()
    answerQuestion(second, q2, 'B')
    await site.untilSent(second)
    answerQuestion(first, q3, 'C')
    await site.untilSent(first)
    expect(first.tab.current()).toMatchObject({
      elsewhere: 'changedOnDevice',
      conflicts: [],
      attempt: { answers: { [q1]: ['A'], [q2]: ['B'], [q3]: ['C'] } },
    })
    await second.sender.follow(second.journal, 'mb-800', 'all')
    await vi.waitFor(() => expect(second.tab.current().attempt.answers).toEqual({ [q1]: ['A'], [q2]: ['B'], [q3]: ['C'] }))
  })

  test('never replace an answer they did not know: the second shows a conflict and can answer again', async () => {
    const [first, second] = await openTwoDevices()
    answerQuestion(second, q2, 'B')
    await site.untilSent(second)
    answerQuestion(first, q2, 'C')
    answerQuestion(first, q3, 'C')
    await site.untilSent(first)
    await vi.waitFor(() => expect(first.tab.current().conflicts).toEqual([q2]))
    expect(first.tab.current().attempt.answers).toEqual({ [q1]: ['A'], [q2]: ['B'], [q3]: ['C'] })
    await first.reopen()
    expect(first.tab.current().conflicts).toEqual([q2])
    answerQuestion(first, q2, 'C')
    await site.untilSent(first)
    expect(first.tab.current().conflicts).toEqual([])
    expect(await site.storedAnswers()).toEqual(['1A', '2B', '3C', '2C'])
  })

  test.each([
    ['finished the attempt', { type: 'finish', at: Date.now() }],
    ['revealed the question', { type: 'reveal', at: Date.now(), questionId: q2 }],
  ] as const)('show a conflict for an answer after the other %s', async (_, move) => {
    const [first, second] = await openTwoDevices()
    second.tab.move(move)
    await site.untilSent(second)
    answerQuestion(first, q2, 'B')
    await site.until(() => expect(first.tab.current().conflicts).toEqual([q2]))
    expect(first.tab.current().attempt.answers).toEqual({ [q1]: ['A'] })
  })

  test('offer the attempt that was started later on the other device', async () => {
    const [first, second] = await openTwoDevices()
    second.tab.move({ type: 'finish', at: Date.now() })
    second.tab.restart([q1, q2, q3], Date.now())
    await vi.waitFor(() => expect(second.tab.current().attempt.finishedAt).toBeNull())
    answerQuestion(second, q3, 'C')
    await site.untilSent(second)
    const offered = await first.sender.follow(first.journal, 'mb-800', 'all')
    expect(offered).toMatchObject({ id: second.tab.current().id })
    if (!offered || offered === 'imported') throw new Error('Nothing was offered')
    await importAttempt(first.journal, offered, false)
    await first.reopen()
    expect(first.tab.current()).toMatchObject({ isSent: true, attempt: { answers: { [q3]: ['C'] } } })
    expect(await first.sender.follow(first.journal, 'mb-800', 'all')).toBeUndefined()
  })
})

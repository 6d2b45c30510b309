import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openAttempt } from '#web/sync/attempt-controller.ts'
import { clearDeviceOnSignOut } from '#web/sync/clear-device-on-sign-out.ts'
import { createMemoryJournal, type Journal } from '#web/sync/journal.ts'
import { getMoveSender } from '#web/sync/sending/move-sender.ts'
import { answerQuestion, openTestSite, q1, q2, q3, untilIdle, untilSaved, type TestDevice, type TestSite } from '#tests/test-device.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(() => site.stubBrowser())
afterEach(async () => {
  await site.reset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Replies once in place of the site. */
function replyOnce(reply: () => Response | Promise<Response>) {
  site.intercept = async () => {
    site.intercept = undefined
    return reply()
  }
}

const refusalOf = ({ sender, tab }: TestDevice) => sender.refusalOf(tab.current().id)

describe('the moves of a member', () => {
  test('are sent together and in order, and count as sent only then', async () => {
    const device = await site.openDevice()
    answerQuestion(device, q1, 'A')
    await untilSaved(device)
    expect(device.tab.current().isSent).toBe(false)
    answerQuestion(device, q2, 'B')
    await untilSaved(device)
    await site.untilSent(device)
    expect(site.sent.map(({ base, entries }) => [base, entries.length])).toEqual([[0, 3]])
    answerQuestion(device, q3, 'C')
    await site.untilSent(device)
    expect(site.sent.map(({ base }) => base)).toEqual([0, 3])
    expect(await site.storedAnswers()).toEqual(['1A', '2B', '3C'])
  })

  test('are recorded once, even if the response was lost', async () => {
    const device = await site.openDevice()
    site.intercept = async (reach) => {
      await reach()
      site.intercept = undefined
      throw new TypeError('Failed to fetch')
    }
    answerQuestion(device, q1, 'A')
    await site.untilSent(device)
    expect(site.sent.length).toBe(2)
    expect(await site.storedAnswers()).toEqual(['1A'])
    expect(device.tab.current()).toMatchObject({ elsewhere: null, conflicts: [] })
  })

  test('are sent again after a server error', async () => {
    const device = await site.openDevice()
    replyOnce(() => new Response(null, { status: 503 }))
    answerQuestion(device, q1, 'A')
    await site.untilSent(device)
    expect(await site.storedAnswers()).toEqual(['1A'])
  })

  test('are reported as failing from the first failure until they are sent', async () => {
    const device = await site.openDevice()
    const reports: boolean[] = []
    device.sender.subscribe(() => reports.push(device.sender.isFailing()))
    replyOnce(() => new Response(null, { status: 503 }))
    answerQuestion(device, q1, 'A')
    await site.untilSent(device)
    await expect.poll(() => reports).toEqual([true, false])
  })

  test('wait as long as a busy server says, and none is lost', async () => {
    const device = await site.openDevice()
    replyOnce(() => new Response(null, { status: 429, headers: { 'Retry-After': '3' } }))
    answerQuestion(device, q1, 'A')
    await site.until(() => expect(site.intercept).toBeUndefined())
    await untilIdle()
    expect(refusalOf(device)).toBeUndefined()
    // Neither another move nor a network event makes the page send sooner.
    answerQuestion(device, q2, 'B')
    window.dispatchEvent(new Event('online'))
    await untilSaved(device)
    site.clock.advance(2_999)
    await untilIdle()
    expect(site.sent).toEqual([])
    site.clock.advance(1)
    await site.untilSent(device)
    expect(await site.storedAnswers()).toEqual(['1A', '2B'])
  })

  test('are sent soon even if the device clock was set back after a failure', async () => {
    const device = await site.openDevice()
    replyOnce(() => new Response(null, { status: 429, headers: { 'Retry-After': '1' } }))
    answerQuestion(device, q1, 'A')
    await site.until(() => expect(site.intercept).toBeUndefined())
    await untilIdle()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    answerQuestion(device, q2, 'B')
    window.dispatchEvent(new Event('online'))
    await untilSaved(device)
    site.clock.advance(1_000)
    await site.untilSent(device)
    expect(await site.storedAnswers()).toEqual(['1A', '2B'])
  })

  test('of an attempt that must wait do not delay those of another attempt', async () => {
    const device = await site.openDevice()
    replyOnce(() => Response.json({ code: 'TOO_MANY_ATTEMPTS' }, { status: 429, headers: { 'Retry-After': '3600' } }))
    answerQuestion(device, q1, 'A')
    await site.until(() => expect(site.intercept).toBeUndefined())
    const other = await openAttempt({
      journal: device.journal,
      problem: null,
      certificationId: 'mb-800',
      set: 'mistakes',
      questionIds: [q2],
      now: Date.now(),
      onRecorded: (journal, id) => device.sender.enqueue(journal, id),
    })
    site.closeLater(other)
    answerQuestion({ tab: other }, q2, 'B')
    await site.until(() => expect(other.current().isSent).toBe(true))
    expect(device.tab.current().isSent).toBe(false)
    expect(site.sent.length).toBe(1)
  })

  test('above the limit of an attempt are not sent until it is finished', async () => {
    const device = await site.openDevice()
    site.intercept = async () => new Response(null, { status: 413 })
    answerQuestion(device, q1, 'A')
    await site.until(() => expect(refusalOf(device)).toBe('tooLong'))
    site.intercept = undefined
    answerQuestion(device, q2, 'B')
    await untilSaved(device)
    site.clock.advance(60_000)
    await untilIdle()
    expect(await site.storedMoves()).toEqual([])
    device.tab.move({ type: 'finish', at: Date.now() })
    await site.untilSent(device)
    expect(refusalOf(device)).toBeUndefined()
    expect(await site.storedAnswers()).toEqual(['1A', '2B'])
  })

  test('of an attempt without known questions are refused as unreadable', async () => {
    const device = await site.openDevice()
    const unknown = await openAttempt({
      journal: device.journal,
      problem: null,
      certificationId: 'mb-800',
      set: 'chosen',
      questionIds: ['01a20000-0000-7000-8000-00000000dead'],
      now: Date.now(),
      onRecorded: (journal, id) => device.sender.enqueue(journal, id),
    })
    site.closeLater(unknown)
    answerQuestion({ tab: unknown }, '01a20000-0000-7000-8000-00000000dead', 'A')
    await site.until(() => expect(device.sender.refusalOf(unknown.current().id)).toBe('unreadable'))
  })

  test('of a member who is signed out wait for the next sign-in', async () => {
    const device = await site.openDevice('another-member')
    answerQuestion(device, q1, 'A')
    await site.until(() => expect(refusalOf(device)).toBe('signedOut'))
    device.sender.enqueue(device.journal)
    expect(refusalOf(device)).toBeUndefined()
  })

  test('wait for the network, and flush counts them', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const device = await site.openDevice()
    answerQuestion(device, q1, 'A')
    await untilSaved(device)
    expect(await device.sender.flush(device.journal, 1000)).toBe(2)
    vi.stubGlobal('navigator', { onLine: true })
    expect(await device.sender.flush(device.journal, 1000)).toBe(0)
    expect(await site.storedAnswers()).toEqual(['1A'])
  })

  test('are sent even if another journal cannot be read, and flush then reports the failure', async () => {
    const device = await site.openDevice()
    device.sender.enqueue({ ...createMemoryJournal(site.camille), transact: () => Promise.reject(new Error('The storage is gone')) })
    answerQuestion(device, q1, 'A')
    await site.untilSent(device)
    expect(await site.storedAnswers()).toEqual(['1A'])
    await expect(device.sender.flush(device.journal, 1000)).rejects.toThrow('The storage is gone')
  })

  test('stay here when the server refuses the attempt, which continues', async () => {
    const device = await site.openDevice()
    answerQuestion(device, q1, 'A')
    await site.untilSent(device)
    // The member deletes the attempt on another device.
    const { id = '' } = device.tab.current()
    const { db } = site.services
    await db.insertInto('removals').values({ kind: 'attempt', id, removed_at: new Date() }).execute()
    await db.deleteFrom('attempts').execute()
    answerQuestion(device, q2, 'B')
    await site.until(() => expect(refusalOf(device)).toBe('missing'))
    answerQuestion(device, q3, 'C')
    await untilSaved(device)
    expect(device.tab.current()).toMatchObject({ isSent: false, attempt: { answers: { [q1]: ['A'], [q2]: ['B'], [q3]: ['C'] } } })
    // The new move, and after that all moves.
    expect(site.sent.length).toBe(3)
  })

  test('are all sent again to a server that has lost the attempt', async () => {
    const device = await site.openDevice()
    answerQuestion(device, q1, 'A')
    await site.untilSent(device)
    await site.services.db.deleteFrom('attempts').execute()
    answerQuestion(device, q2, 'B')
    await site.untilSent(device)
    expect(await site.storedAnswers()).toEqual(['1A', '2B'])
  })

  test('are sent soon even if more moves follow all the time', async () => {
    const device = await site.openDevice()
    for (const letter of ['A', 'B', 'C', 'D']) {
      answerQuestion(device, q1, letter)
      await untilSaved(device)
      await untilIdle()
      site.clock.advance(100)
    }
    await vi.waitFor(() => expect(site.sent.length).toBe(1))
  })

  test('are sent again to a server that has lost some of them', async () => {
    const device = await site.openDevice()
    answerQuestion(device, q1, 'A')
    await site.untilSent(device)
    answerQuestion(device, q2, 'B')
    await site.untilSent(device)
    const { id = '' } = device.tab.current()
    const { db } = site.services
    await db.deleteFrom('attempt_moves').where('number', '=', 2).execute()
    const state = { current: 0, answers: { [q1]: ['A'] }, revealed: [], shown: [], flagged: [], startedAt: 0, finishedAt: null }
    await db
      .updateTable('attempts')
      .set({ next: 2, state: JSON.stringify(state), folded_moves: null, unfolded_moves: null })
      .where('id', '=', id)
      .execute()
    answerQuestion(device, q3, 'C')
    await site.untilSent(device)
    expect(await site.storedAnswers()).toEqual(['1A', '2B', '3C'])
  })

  test('are sent even if the device has no space for them', async () => {
    const disk = createMemoryJournal(site.camille)
    let isFull = false
    const journal: Journal = {
      ...disk,
      record: (...all) => (isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : disk.record(...all)),
    }
    const device = await site.openDevice(site.camille, journal)
    answerQuestion(device, q1, 'A')
    await site.untilSent(device)
    isFull = true
    answerQuestion(device, q2, 'B')
    await site.until(() => expect(device.tab.current()).toMatchObject({ problem: 'full', isSent: true }))
    expect(await site.storedAnswers()).toEqual(['1A', '2B'])
  })

  test('are sent when the page closes', async () => {
    const device = await site.openDevice()
    answerQuestion(device, q1, 'A')
    await untilSaved(device)
    await untilIdle()
    window.dispatchEvent(new Event('pagehide'))
    await vi.waitFor(async () => expect(await site.storedAnswers()).toEqual(['1A']))
  })

  test('of a member who has signed out are not sent anymore', async () => {
    site.intercept = () => Promise.reject(new TypeError('Failed to fetch'))
    const device = await site.openDevice()
    device.sender.close()
    answerQuestion(device, q1, 'A')
    await untilSaved(device)
    expect(await getMoveSender(site.camille).flush(device.journal, 1000)).toBe(2)
    site.intercept = () => Promise.resolve(new Response())
    expect(await clearDeviceOnSignOut(site.camille, false)).toBe('done')
    site.intercept = undefined
    window.dispatchEvent(new Event('online'))
    await untilIdle()
    expect(site.sent).toEqual([])
  })
})

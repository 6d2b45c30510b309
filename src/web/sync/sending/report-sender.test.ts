import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listReports, listUnsentReports, removeReportsOf, storeReport, type DeviceReport } from '#web/sync/device-reports.ts'
import { hasRefusedReport } from '#web/sync/send-reports.ts'
import { sendKeptReports, sendReport } from '#web/sync/sending/report-sender.ts'
import { createStorage } from '#tests/storage.ts'

const aReport = (key: string, values: Partial<DeviceReport> = {}): DeviceReport => ({
  key,
  owner: null,
  questionId: 'q1',
  version: 2,
  reason: 'typo',
  text: 'Tow years',
  email: 'noor@example.com',
  writtenAt: 1,
  ...values,
})

let isFull = false
/** What the server responds to each report, in order. An error means that there is no network. The last one is repeated. */
let responses: (Response | Error)[] = []
const requests: { headers: Record<string, string>; body: { key: string } }[] = []
const ok = () => Response.json({ isRepeated: false })
const refused = (status: number, code: string, reason?: string) =>
  Response.json({ code, ...(reason && { refusals: [{ field: 'text', reason }] }) }, { status })

beforeEach(() => {
  isFull = false
  requests.length = 0
  vi.useFakeTimers()
  vi.stubGlobal(
    'localStorage',
    createStorage(() => isFull),
  )
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', (_path: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    requests.push({ headers, body: JSON.parse(body) as { key: string } })
    const response = responses.length > 1 ? responses.shift() : responses[0]
    return response instanceof Response ? Promise.resolve(response.clone()) : Promise.reject(response ?? new TypeError('Failed to fetch'))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const sentKeys = () => requests.map(({ body }) => body.key)

describe('a report that was just written', () => {
  test('is sent with its owner, and only its reason stays on the device', async () => {
    responses = [ok()]
    const report = aReport('a', { owner: 'camille' })
    storeReport(report)
    expect(await sendReport(report)).toEqual({ kind: 'sent', isRepeated: false })
    expect(requests[0]).toMatchObject({ headers: { 'Praxam-Member': 'camille' }, body: { key: 'a', version: 2, text: 'Tow years' } })
    expect(listReports()).toEqual([{ ...report, text: '', email: '', sentAt: expect.any(Number) }])
    expect(listUnsentReports()).toEqual([])
  })

  test.each([
    [new TypeError('Failed to fetch'), 'online'],
    [refused(401, 'SIGNED_OUT'), 'signed-in'],
    [refused(500, ''), 'later'],
  ])('stays on the device after %s', async (response, until) => {
    responses = [response]
    storeReport(aReport('a'))
    expect(await sendReport(aReport('a'))).toEqual({ kind: 'kept', until })
    expect(listReports()).toEqual([aReport('a')])
  })

  test.each([
    [refused(422, 'REPORT_TEXT', 'REAL_EXAM'), 'REAL_EXAM'],
    [refused(422, 'REPORT_UNREADABLE'), 'NOT_ACCEPTED'],
    [refused(404, 'REPORT_QUESTION_REMOVED'), 'QUESTION_REMOVED'],
    [refused(429, 'TOO_MANY_REPORTS'), 'TOO_MANY'],
    [refused(413, ''), 'TEXT_LONG'],
  ])('leaves the device when it is refused', async (response, refusal) => {
    responses = [response]
    storeReport(aReport('a'))
    expect(await sendReport(aReport('a'))).toEqual({ kind: 'refused', refusal })
    expect(listReports()).toEqual([])
  })

  test('is not sent again if another tab has sent it', async () => {
    storeReport(aReport('a', { sentAt: 5 }))
    expect(await sendReport(aReport('a'))).toEqual({ kind: 'sent', isRepeated: false })
    expect(requests).toEqual([])
  })

  test('is repeated if the same person has reported the question for this reason on this device', async () => {
    responses = [ok()]
    storeReport(aReport('a', { sentAt: 5 }))
    expect(await sendReport(aReport('b'))).toEqual({ kind: 'sent', isRepeated: true })
    expect(await sendReport(aReport('c', { reason: 'unclear' }))).toEqual({ kind: 'sent', isRepeated: false })
    expect(await sendReport(aReport('d', { owner: 'camille' }))).toEqual({ kind: 'sent', isRepeated: false })
  })

  test('is sent without storage', async () => {
    isFull = true
    responses = [ok()]
    expect(storeReport(aReport('a'))).toBe(false)
    expect(await sendReport(aReport('a'))).toEqual({ kind: 'sent', isRepeated: false })
  })
})

describe('reports that wait on the device', () => {
  test('are sent in order, without those that were sent', async () => {
    responses = [ok()]
    storeReport(aReport('b', { writtenAt: 2 }))
    storeReport(aReport('a', { writtenAt: 1 }))
    storeReport(aReport('c', { sentAt: 5 }))
    await sendKeptReports()
    expect(sentKeys()).toEqual(['a', 'b'])
    expect(listUnsentReports()).toEqual([])
  })

  test('wait a minute after a failure, and the others wait as well', async () => {
    responses = [refused(429, 'TOO_MANY_REPORTS'), ok()]
    storeReport(aReport('a', { writtenAt: 1 }))
    storeReport(aReport('b', { writtenAt: 2 }))
    await sendKeptReports()
    expect(sentKeys()).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentKeys()).toEqual(['a', 'a', 'b'])
    expect(listUnsentReports()).toEqual([])
  })

  // Regression: each page and each return of the network started its own series of attempts.
  test('are tried once a minute, however many callers have failed', async () => {
    responses = [refused(500, '')]
    storeReport(aReport('a'))
    await sendKeptReports()
    await sendKeptReports()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentKeys()).toEqual(['a', 'a', 'a'])
  })

  test('of a member who is signed out do not hold up the others; a refused one stays with its text and is not sent again', async () => {
    responses = [refused(401, 'SIGNED_OUT'), refused(404, 'REPORT_QUESTION_REMOVED'), ok()]
    storeReport(aReport('a', { owner: 'camille', writtenAt: 1 }))
    storeReport(aReport('b', { writtenAt: 2 }))
    storeReport(aReport('c', { writtenAt: 3 }))
    await sendKeptReports()
    expect(listReports().map(({ key, sentAt }) => [key, sentAt !== undefined])).toEqual([
      ['a', false],
      ['b', false],
      ['c', true],
    ])
    expect(listReports()[1]).toMatchObject({ refusal: 'QUESTION_REMOVED', text: aReport('b').text })
    expect(hasRefusedReport()).toBe(true)
    await sendKeptReports()
    expect(sentKeys()).toEqual(['a', 'b', 'c', 'a'])
  })

  test('of a member leave the device when the member signs out', () => {
    storeReport(aReport('a', { owner: 'camille' }))
    storeReport(aReport('b'))
    removeReportsOf('camille')
    expect(listReports().map(({ key }) => key)).toEqual(['b'])
  })

  test('include no entry that is damaged', () => {
    localStorage.setItem('praxam-report-x', '{')
    localStorage.setItem('praxam-report-y', 'null')
    expect(listReports()).toEqual([])
    expect(listUnsentReports()).toEqual([])
  })

  test('are remembered a hundred at a time once they are sent', async () => {
    responses = [ok()]
    for (let count = 0; count < 103; count++) storeReport(aReport(`${count}`, { writtenAt: count }))
    await sendKeptReports()
    expect(listReports()).toHaveLength(100)
    expect(listReports()[0]?.key).toBe('3')
  })
})

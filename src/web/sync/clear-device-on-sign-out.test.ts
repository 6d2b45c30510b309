import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { flushAttempts } from '#web/sync/clear-device-on-sign-out.ts'
import { listReports, storeReport } from '#web/sync/device-reports.ts'
import { createStorage } from '#tests/storage.ts'

afterEach(() => vi.unstubAllGlobals())

// Regression: a report that was still on the device was removed with the member's other data.
test('reports are sent before a member signs out', async () => {
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ isRepeated: false })))
  const report = { key: 'a', owner: 'camille', questionId: 'q1', reason: 'typo', text: 'Tow years', email: '', writtenAt: 1 } as const
  storeReport(report)
  expect(await flushAttempts('camille')).toBe(0)
  expect(listReports()).toMatchObject([{ key: 'a', sentAt: expect.any(Number) }])
})

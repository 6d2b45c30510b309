import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adoptSimulation } from '#web/practice/adoption/adoption.tsx'
import { responseTimeoutMs } from '#web/sync/attempt-api.ts'
import { fetchEntries, fetchLatestSimulation, fetchResult, fetchSheet, startSimulation } from '#web/simulation/simulation-requests.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a stalled connection', () => {
  beforeEach(() => {
    // No response comes until the caller gives up.
    vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
      return new Promise((_resolve, reject) => {
        if (init?.signal?.aborted) reject(init.signal.reason as Error)
      })
    })
  })

  // Found in review: "Adding..." stayed, and Start held the lock that lets one tab start at a time.
  test.each([
    ['starting a simulation', () => startSimulation(null, { certificationId: 'mb-800', length: 'short', extraTime: 1 })],
    ['reading its sheet', () => fetchSheet(null, 'simulation-1', 'secret')],
    ['finding the latest simulation', () => fetchLatestSimulation('camille', 'mb-800')],
    ['reading its moves', () => fetchEntries('camille', 'simulation-1')],
    ['reading its result', () => fetchResult(null, 'simulation-1', 'secret')],
    ['adding it to an account', () => adoptSimulation('camille', 'simulation-1', 'secret')],
  ])('counts as no connection after a while: %s', { timeout: 2000 }, async (_, request) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('Too late', 'TimeoutError')))
    await expect(request()).rejects.toThrow('Too late')
    expect(timeout).toHaveBeenCalledWith(responseTimeoutMs)
  })
})

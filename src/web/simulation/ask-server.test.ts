import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adoptSimulation } from '#web/practice/attempt/adoption.tsx'
import { responseTimeoutMs } from '#web/sync/move-sender.ts'
import { fetchEntries, fetchLatestSimulation, fetchSheet, startSimulation } from '#web/simulation/ask-server.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a connection that stalls', () => {
  beforeEach(() => {
    // No answer comes, until whoever asked gives up.
    vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
      return new Promise((_resolve, reject) => {
        if (init?.signal?.aborted) reject(init.signal.reason as Error)
      })
    })
  })

  // Found in review: "Adding..." stayed, and Start held the lock that lets one tab after the other begin.
  test.each([
    ['beginning a simulation', () => startSimulation(null, 'mb-800', 'short', 1)],
    ['reading its sheet', () => fetchSheet(null, 'simulation-1', 'secret')],
    ['the latest one', () => fetchLatestSimulation('camille', 'mb-800')],
    ['its moves', () => fetchEntries('camille', 'simulation-1')],
    ['adding it to an account', () => adoptSimulation('camille', 'simulation-1', 'secret')],
  ])('is the same as none after a while: %s', { timeout: 2000 }, async (_, ask) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('Too late', 'TimeoutError')))
    await expect(ask()).rejects.toThrow('Too late')
    expect(timeout).toHaveBeenCalledWith(responseTimeoutMs)
  })
})

import { afterEach, expect, test, vi } from 'vitest'
import { runExclusively } from '#web/sync/run-exclusively.ts'

afterEach(() => vi.unstubAllGlobals())

const withLocks = (request: (name: string, work: () => Promise<unknown>) => Promise<unknown>) =>
  vi.stubGlobal('navigator', { locks: { request } })

test('work runs under the lock with its name', async () => {
  const names: string[] = []
  withLocks((name, work) => {
    names.push(name)
    return work()
  })
  expect(await runExclusively('sending', async () => 'done')).toBe('done')
  expect(names).toEqual(['sending'])
})

test('work runs without a lock where the browser has none or refuses it', async () => {
  vi.stubGlobal('navigator', {})
  expect(await runExclusively('sending', async () => 'done')).toBe('done')
  withLocks(() => Promise.reject(new DOMException('Access to the Locks API is denied in this context.', 'SecurityError')))
  expect(await runExclusively('sending', async () => 'done')).toBe('done')
})

test('work that fails under the lock does not run again', async () => {
  withLocks((_name, work) => work())
  const work = vi.fn(() => Promise.reject(new Error('No network')))
  await expect(runExclusively('sending', work)).rejects.toThrow('No network')
  expect(work).toHaveBeenCalledOnce()
})

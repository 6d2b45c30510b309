import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBatches, createBatchesPer, type BatchOptions } from '#server/platform/batches.ts'

/** Batches that end when the test ends them. */
function openBatches(options: Partial<Omit<BatchOptions<string, string>, 'run'>> = {}) {
  const started: { items: string[]; end: () => void; fail: (error: Error) => void }[] = []
  const run = (items: string[]) =>
    new Promise<string[]>((resolve, reject) => {
      started.push({ items, end: () => resolve(items.map((item) => item.toUpperCase())), fail: reject })
    })
  return { started, add: createBatches({ concurrencyMax: 1, sizeMax: 10, ...options, run }) }
}

const untilIdle = async () => {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve))
}

afterEach(() => void vi.useRealTimers())

describe('batches', () => {
  test('run what arrives at the same time together, and what arrives meanwhile afterwards', async () => {
    const { started, add } = openBatches()
    const first = [add('a'), add('b')]
    await untilIdle()
    const later = [add('c'), add('d')]
    await untilIdle()
    expect(started.map(({ items }) => items)).toEqual([['a', 'b']])
    started[0]?.end()
    expect(await Promise.all(first)).toEqual(['A', 'B'])
    await untilIdle()
    expect(started.map(({ items }) => items)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    started[1]?.end()
    expect(await Promise.all(later)).toEqual(['C', 'D'])
  })

  test('run at the same time up to the limit, and each with its size', async () => {
    const { started, add } = openBatches({ concurrencyMax: 2, sizeMax: 2 })
    for (const item of 'abcde') void add(item)
    await untilIdle()
    expect(started.map(({ items }) => items.join(''))).toEqual(['ab', 'cd'])
    started[1]?.end()
    await untilIdle()
    expect(started.map(({ items }) => items.join(''))).toEqual(['ab', 'cd', 'e'])
  })

  test('contain one item with the same key, in order', async () => {
    const { started, add } = openBatches({ keyOf: (item) => item.charAt(0) })
    for (const item of ['a1', 'a2', 'b1', 'a3']) void add(item)
    for (let batch = 0; batch < 3; batch++) {
      await untilIdle()
      started[batch]?.end()
    }
    await untilIdle()
    expect(started.map(({ items }) => items)).toEqual([['a1', 'b1'], ['a2'], ['a3']])
  })

  test('start as far apart as they should, and immediately after a pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { started, add } = openBatches({ concurrencyMax: 2, intervalMs: 5 })
    void add('a')
    await untilIdle()
    void add('b')
    vi.advanceTimersByTime(4)
    void add('c')
    await untilIdle()
    expect(started.map(({ items }) => items.join(''))).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(started.map(({ items }) => items.join(''))).toEqual(['a', 'bc'])
    started[0]?.end()
    vi.advanceTimersByTime(5)
    void add('d')
    await untilIdle()
    expect(started.map(({ items }) => items.join(''))).toEqual(['a', 'bc', 'd'])
  })

  test('continue after a failure, which only their own items get', async () => {
    const { started, add } = openBatches()
    const failed = Promise.allSettled([add('a'), add('b')])
    await untilIdle()
    const next = add('c')
    started[0]?.fail(new Error('No database'))
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await untilIdle()
    started[1]?.end()
    expect(await next).toBe('C')
  })

  test('do not mix the items of different resources', async () => {
    const runs: [string, string[]][] = []
    const add = createBatchesPer({
      concurrencyMax: 1,
      sizeMax: 10,
      run: async ({ name }: { name: string }, items: string[]) => {
        runs.push([name, items])
        return items
      },
    })
    const [one, other] = [{ name: 'one' }, { name: 'other' }]
    await Promise.all([add(one, 'a'), add(other, 'b'), add(one, 'c')])
    expect(runs).toEqual([
      ['one', ['a', 'c']],
      ['other', ['b']],
    ])
  })
})

/**
 * Runs work for many requests together. Work that arrives while the maximum number of batches is in progress waits and then runs as one
 * batch. So a busy server sends fewer statements, and on an idle server nothing waits.
 */
import { createPerResource } from '#server/platform/per-resource.ts'

export type BatchOptions<Item, Result> = {
  /** Runs a batch and returns the results in the order of the items. If the batch fails, all its items fail with the same error. */
  run: (items: Item[]) => Promise<Result[]>
  /** How many batches may be in progress at the same time. */
  concurrencyMax: number
  sizeMax: number
  /**
   * Minimum time between the starts of two batches. Otherwise, the faster the database answers, the smaller and more numerous the batches, and
   * the process spends most of its time on them.
   */
  intervalMs?: number
  /** A batch contains at most one item with the same key. */
  keyOf?: (item: Item) => string
}

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/** @returns a function that adds an item and resolves with the result for that item */
export function createBatches<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { run, concurrencyMax, sizeMax, intervalMs = 0, keyOf } = options
  let waiting: Waiting<Item, Result>[] = []
  let inProgress = 0
  let isPausing = false

  const mayStart = () => !isPausing && inProgress < concurrencyMax && waiting.length > 0

  const startBatches = () => {
    while (mayStart()) {
      if (intervalMs > 0) pause()
      inProgress++
      void runBatch(takeBatch()).finally(() => {
        inProgress--
        startBatches()
      })
    }
  }

  const pause = () => {
    isPausing = true
    setTimeout(() => {
      isPausing = false
      startBatches()
    }, intervalMs)
  }

  const takeBatch = () => {
    const keys = new Set<string>()
    const batch: Waiting<Item, Result>[] = []
    const others: Waiting<Item, Result>[] = []
    for (const each of waiting) {
      const key = keyOf?.(each.item)
      const fits = batch.length < sizeMax && (key === undefined || !keys.has(key))
      ;(fits ? batch : others).push(each)
      if (key !== undefined) keys.add(key)
    }
    waiting = others
    return batch
  }

  const runBatch = async (batch: readonly Waiting<Item, Result>[]) => {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // Requests that were read from the network together become one batch.
      if (waiting.length === 1) setImmediate(startBatches)
    })
}

/** Like {@link createBatches}, with separate batches for each resource, such as a database. `run` gets the resource as its first argument. */
export function createBatchesPer<Resource extends object, Item, Result>(
  options: Omit<BatchOptions<Item, Result>, 'run'> & { run: (resource: Resource, items: Item[]) => Promise<Result[]> },
): (resource: Resource, item: Item) => Promise<Result> {
  const addOf = createPerResource((resource: Resource) =>
    createBatches<Item, Result>({ ...options, run: (items) => options.run(resource, items) }),
  )
  return (resource, item) => addOf(resource)(item)
}

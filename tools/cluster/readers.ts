/** Visitors who read public pages while the members save. */
import { setTimeout as pause } from 'node:timers/promises'

export type Readers = {
  /** How many pages could not be loaded, and how many were requested, so far. */
  count: () => { failed: number; all: number }
  stop: () => Promise<void>
}

const paths = ['/', '/certifications', '/exam/mb-800', '/certifications/pl-900', '/exam/pl-900']
const pagesPerSecond = 10
const timeoutMs = 20_000

export function startReaders(origin: string): Readers {
  const stopping = new AbortController()
  const pending = new Set<Promise<void>>()
  let failed = 0
  let all = 0
  const readOne = async (path: string) => {
    try {
      const response = await fetch(origin + path, { signal: AbortSignal.timeout(timeoutMs) })
      await response.arrayBuffer()
      if (!response.ok) failed += 1
    } catch {
      failed += 1
    }
  }
  const read = async () => {
    while (!stopping.signal.aborted) {
      const reading = readOne(paths[all % paths.length] ?? '/').finally(() => pending.delete(reading))
      pending.add(reading)
      all += 1
      await pause(1000 / pagesPerSecond)
    }
  }
  const loop = read()
  return {
    count: () => ({ failed, all }),
    stop: async () => {
      stopping.abort()
      await loop
      await Promise.all(pending)
    },
  }
}

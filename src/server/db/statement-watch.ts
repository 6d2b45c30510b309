/**
 * Ends the process when a statement of the embedded database does not return. PGlite runs statements in the main thread, so a statement
 * that loops blocks every timer and signal, and only another thread (`statement-watch-thread.ts`) can end the process.
 */
import { Worker } from 'node:worker_threads'
import { siblingProgram } from '#server/platform/sibling-program.ts'

export type StatementWatch = {
  /** `text` is the beginning of the statement. It may contain other bytes between the words. */
  begin: (text: string) => void
  end: () => void
  start: () => void
  close: () => Promise<void>
}

/** Limits for a statement. Both must be exceeded: a slow disk takes time, but no processor time. */
export type StatementLimits = { elapsedMs: number; processorMs: number; intervalMs: number }

/** The longest statement of a request takes less than a second. If SIGTERM arrives in the meantime, the process still ends within ten seconds. */
const usualLimits: StatementLimits = { elapsedMs: 9_000, processorMs: 7_000, intervalMs: 500 }

/** Maintenance that may take minutes in a large database. */
const mayTakeLong = /\b(?:vacuum|checkpoint|analyze|reindex)\b/i

/** The watch does nothing until it is started, so that migrations may take longer. */
export function createStatementWatch(limits = usualLimits): StatementWatch {
  /** The number of the statement in progress, or 0. */
  const current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let count = 0
  let thread: Worker | undefined
  return {
    begin: (text) => {
      count = (count % 0x7fff_ffff) + 1
      if (!mayTakeLong.test(text)) Atomics.store(current, 0, count)
    },
    end: () => void Atomics.store(current, 0, 0),
    start: () => {
      thread ??= new Worker(siblingProgram(import.meta.url, 'statement-watch-thread'), {
        workerData: { current, limits },
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
      })
      thread.unref()
    },
    close: async () => void (await thread?.terminate()),
  }
}

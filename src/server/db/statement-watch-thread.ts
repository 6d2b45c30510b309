/** The thread of `statement-watch.ts`, which kills the process when a statement exceeds the limits. */
import { readFileSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { StatementLimits } from '#server/db/statement-watch.ts'

const { current, limits } = workerData as { current: Int32Array; limits: StatementLimits }
const standardError = 2

let seen = { statement: 0, elapsedMs: 0, processorMs: 0 }

setInterval(() => {
  const statement = Atomics.load(current, 0)
  if (statement === 0 || statement !== seen.statement) {
    seen = { statement, elapsedMs: 0, processorMs: statement === 0 ? 0 : readProcessorMs() }
    return
  }
  // Counts intervals instead of reading a clock, because the computer may have been asleep.
  seen.elapsedMs += limits.intervalMs
  if (seen.elapsedMs < limits.elapsedMs || readProcessorMs() - seen.processorMs < limits.processorMs) return
  writeSync(
    standardError,
    `Praxam is stopping because a statement of the embedded database has not returned for ${Math.round(seen.elapsedMs / 1000)} seconds; start it again. Nothing that was saved is lost.\n`,
  )
  // The main thread cannot end the process itself.
  process.kill(process.pid, 'SIGKILL')
}, limits.intervalMs)

/**
 * Processor time of the main thread, which runs the statements. Other threads may be busy, for example with the file of an import, while a
 * statement waits for the disk. Only Linux reports the time of one thread; elsewhere, all threads count.
 */
function readProcessorMs(): number {
  try {
    // The name of the program is in parentheses and may contain spaces. User and system time are fields 14 and 15, in ticks of 10 ms.
    const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
    return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : readProcessMs()
  } catch {
    return readProcessMs()
  }
}

function readProcessMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

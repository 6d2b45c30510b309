/** The thread of `statement-watch.ts`. */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { StatementLimits } from '#server/db/statement-watch.ts'

const { current, limits } = workerData as { current: Int32Array; limits: StatementLimits }
const standardError = 2

let seen = { statement: 0, elapsedMs: 0, processorMs: 0 }

setInterval(() => {
  const statement = Atomics.load(current, 0)
  const { user, system } = process.cpuUsage()
  const processorMs = (user + system) / 1000
  if (statement === 0 || statement !== seen.statement) {
    seen = { statement, elapsedMs: 0, processorMs }
    return
  }
  // Counts intervals instead of reading a clock, because the computer may have been asleep.
  seen.elapsedMs += limits.intervalMs
  if (seen.elapsedMs < limits.elapsedMs || processorMs - seen.processorMs < limits.processorMs) return
  writeSync(
    standardError,
    `Praxam is stopping because a statement of the embedded database has not returned for ${Math.round(seen.elapsedMs / 1000)} seconds; start it again. Nothing that was saved is lost.\n`,
  )
  // The main thread cannot end the process itself.
  process.kill(process.pid, 'SIGKILL')
}, limits.intervalMs)

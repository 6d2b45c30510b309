/** Ends the process after a signal: requests in progress get some time, and any that still run after that are cut off. */
import type { Server } from 'node:http'

/** Time for requests in progress after a signal. */
const drainTimeoutMs = 6_000
const idleIntervalMs = 50
/** Time until the process ends after a signal. Containers are killed after ten seconds. */
export const stopTimeoutMs = 9_500

export type ShutdownClock = {
  /** Calls `ring` after a delay, and returns a function that cancels it. The timer does not keep the process running. */
  setTimer: (ring: () => void, ms: number) => () => void
}

const systemClock: ShutdownClock = {
  setTimer: (ring, ms) => {
    const timer = setTimeout(ring, ms).unref()
    return () => clearTimeout(timer)
  },
}

const signals = ['SIGTERM', 'SIGINT'] as const
/** A signal may arrive twice: the terminal and npm both pass on Ctrl+C, and `timeout` signals the process and its group. */
const repeatedSignalMs = 1_000

type SignalSource = {
  on: (name: (typeof signals)[number], listener: () => void) => unknown
  off: (name: (typeof signals)[number], listener: () => void) => unknown
}

/** Waits for the first signal. Another one within a second is ignored. After that, the next one ends the process immediately. */
export function waitForSignal(source: SignalSource = process, { setTimer } = systemClock): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) return
      isStopping = true
      setTimer(() => {
        for (const name of signals) source.off(name, stop)
      }, repeatedSignalMs)
      resolve()
    }
    for (const name of signals) source.on(name, stop)
  })
}

/** Ends the process if closing takes too long. The database is durable, so no saved data is lost. */
export function endAfter(ms: number, { setTimer } = systemClock, exit = endProcess): void {
  setTimer(() => {
    console.error(`Praxam was ended because it did not stop within ${Math.round(ms / 1000)} seconds. Nothing that was saved is lost.`)
    exit(1)
  }, ms)
}

function endProcess(code: number): void {
  process.exit(code)
}

/** Waits for requests in progress, but not longer than six seconds. Closes each connection as soon as it has no request. */
export function drain(server: Server, { setTimer } = systemClock): Promise<void> {
  return new Promise((resolve) => {
    const cancelTimeout = setTimer(() => server.closeAllConnections(), drainTimeoutMs)
    let cancelClosing = () => {}
    // Runs repeatedly, because a connection stays open for further requests after its response.
    const closeIdle = () => {
      server.closeIdleConnections()
      cancelClosing = setTimer(closeIdle, idleIntervalMs)
    }
    server.close(() => {
      cancelTimeout()
      cancelClosing()
      resolve()
    })
    closeIdle()
  })
}

/** Timers that expire only when a test says so. */
import type { StartTimer } from '#server/tutor/timers.ts'

type TimerCounts = { started: readonly number[] }

export type TestTimers = {
  start: StartTimer
  /** Lets time pass: timers of at most this duration expire. */
  advance: (ms: number) => void
  /** Only timers of exactly this duration expire. */
  expire: (ms: number) => void
  /** Resolves when the durations of all timers started so far meet the condition. */
  until: (isReached: (counts: TimerCounts) => boolean) => Promise<void>
  /** How many timers are running. */
  running: () => number
}

export function createTestTimers(): TestTimers {
  const started: number[] = []
  const timers = new Set<{ run: () => void; ms: number }>()
  let watchers: (() => void)[] = []
  const runThose = (isDue: (ms: number) => boolean) => {
    for (const timer of timers) {
      if (!isDue(timer.ms)) continue
      timers.delete(timer)
      timer.run()
    }
  }
  return {
    start: (run, ms) => {
      const timer = { run, ms }
      timers.add(timer)
      started.push(ms)
      for (const watch of watchers) watch()
      return () => timers.delete(timer)
    },
    advance: (passedMs) => runThose((ms) => ms <= passedMs),
    expire: (duration) => runThose((ms) => ms === duration),
    until: (isReached) =>
      new Promise((resolve) => {
        const watch = () => {
          if (!isReached({ started })) return
          watchers = watchers.filter((other) => other !== watch)
          resolve()
        }
        watchers.push(watch)
        watch()
      }),
    running: () => timers.size,
  }
}

/**
 * The server's time on the page of a simulation, for React. Updated every minute while the page is visible, when the user or the network
 * returns, and after the device has slept.
 */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { findPause, synchronize, wake, type Clocks, type PageClock, type Pause, type Run } from '#web/simulation/page-clock.ts'
import { momentAt, msUntil, type ServerTime } from '#web/simulation/server-time.ts'
import { fetchMissedMoves } from '#web/simulation/simulation-requests.ts'
import type { OpenSimulation } from '#web/simulation/simulation-state.ts'

export type PageTime = {
  time: ServerTime
  /** The device has slept. */
  pause: Pause | undefined
  dismissPause: () => void
  /** Whether the time is up according to the server. Offline, the clock of this page decides, unless it is an estimate. */
  askIfOver: () => Promise<boolean>
}

/** How often a page loads the moves from other devices and the server's time. */
const updateIntervalMs = 60_000
const runIntervalMs = 1000

const readClocks = (): Clocks => ({ wall: Date.now(), monotonic: performance.now() })

export function useServerTime({ sheet, time: first, journal }: OpenSimulation): PageTime {
  const [update, setUpdate] = useState<{ replaced: ServerTime; clock: PageClock }>()
  const { id, deadlineAt } = sheet
  const { time, pause }: PageClock = update?.replaced === first ? update.clock : { time: first }
  const change = useCallback(
    (next: (clock: PageClock) => PageClock) =>
      setUpdate((before) => ({ replaced: first, clock: next(before?.replaced === first ? before.clock : { time: first }) })),
    [first],
  )
  const load = useCallback(async () => {
    const next = await fetchMissedMoves(journal, id).catch(() => undefined)
    const { monotonic } = readClocks()
    if (next) change((clock) => synchronize(clock, next, monotonic))
    return next
  }, [journal, id, change])
  useEffect(() => {
    const loadIfVisible = () => void (document.visibilityState === 'visible' && load())
    const timer = setInterval(loadIfVisible, updateIntervalMs)
    document.addEventListener('visibilitychange', loadIfVisible)
    window.addEventListener('online', loadIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', loadIfVisible)
      window.removeEventListener('online', loadIfVisible)
    }
  }, [load])
  useSleep(time, async (run, now, ms) => {
    const next = await load()
    change((clock) => wake(clock, run, now, ms, next))
  })
  const askIfOver = async () => {
    const next = await load()
    return next ? msUntil(deadlineAt, next) < 1000 : !time.isEstimate
  }
  return { time, pause, dismissPause: () => change((clock) => ({ ...clock, pause: undefined })), askIfOver }
}

/** Calls `onWake` when the page runs again after a pause. */
function useSleep(time: ServerTime, onWake: (run: Run, now: Clocks, ms: number) => Promise<void>): void {
  const look = useEffectEvent((run: Run | undefined): Run => {
    const now = readClocks()
    const ms = run && findPause(run, now)
    if (run && ms !== undefined) void onWake(run, now, ms)
    return { ...now, moment: momentAt(time, now.monotonic) }
  })
  useEffect(() => {
    let run = look(undefined)
    const timer = setInterval(() => {
      run = look(run)
    }, runIntervalMs)
    return () => clearInterval(timer)
  }, [])
}

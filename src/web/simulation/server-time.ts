/** The server's clock on a page. It advances with a monotonic clock, so a change of the device's clock does not affect it. */
import { useEffect, useState } from 'react'

/**
 * `now`: milliseconds since 1970 by the server's clock; `at`: the value of `performance.now()` at that moment. `isEstimate`: the device has
 * slept, and the server could not be asked, see `page-clock.ts`.
 */
export type ServerTime = { readonly now: number; readonly at: number; readonly isEstimate?: boolean }

/** The time from a response. It was read about halfway between the request, at `requestedAt`, and now. */
export function serverTime(now: number, requestedAt: number): ServerTime {
  return { now, at: (requestedAt + performance.now()) / 2 }
}

/** The server's time at a value of `performance.now()`. */
export function momentAt({ now, at }: ServerTime, monotonic: number): number {
  return now + monotonic - at
}

/** Milliseconds from now until a moment in server time. */
export function msUntil(moment: number, time: ServerTime): number {
  return moment - momentAt(time, performance.now())
}

/** Whole seconds until a moment in server time, counting down to 0. */
export function useSecondsUntil(moment: number, time: ServerTime): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment, time))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      setSeconds(secondsUntil(moment, time))
      const ms = msUntil(moment, time)
      // Just after the displayed second has passed.
      if (ms > 0) timer = setTimeout(tick, (ms % 1000) + 20)
    }
    tick()
    return () => clearTimeout(timer)
  }, [moment, time])
  return seconds
}

function secondsUntil(moment: number, time: ServerTime): number {
  return Math.max(0, Math.ceil(msUntil(moment, time) / 1000))
}

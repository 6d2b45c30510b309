/**
 * The clock of the server, as a page reads it. It goes on by the time since the answer that told it, which does not change when
 * somebody sets the clock of the device.
 */
import { useEffect, useState } from 'react'

/** `now`: milliseconds since 1970 by the server's clock; `at`: what `performance.now()` was then. */
export type ServerTime = { readonly now: number; readonly at: number }

/** Reads it off an answer that was asked for at `askedAt`: what it says is about half the way old. */
export function serverTime(now: number, askedAt: number): ServerTime {
  return { now, at: (askedAt + performance.now()) / 2 }
}

/** Milliseconds from now until a moment of the server's clock. */
export function msUntil(moment: number, { now, at }: ServerTime): number {
  return moment - now - (performance.now() - at)
}

/** Whole seconds until then, counted down to 0. */
export function useSecondsUntil(moment: number, time: ServerTime): number {
  const [left, setLeft] = useState(() => secondsUntil(moment, time))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      setLeft(secondsUntil(moment, time))
      const ms = msUntil(moment, time)
      // Just after the second that is on screen has passed.
      if (ms > 0) timer = setTimeout(tick, (ms % 1000) + 20)
    }
    tick()
    return () => clearTimeout(timer)
  }, [moment, time])
  return left
}

function secondsUntil(moment: number, time: ServerTime): number {
  return Math.max(0, Math.ceil(msUntil(moment, time) / 1000))
}

/**
 * The clock of a page whose device may sleep. While the device sleeps, the clock of the simulation keeps running on the server, but the page
 * does not run, and on some systems its monotonic clock stops, so the page must ask the server. If it cannot, it estimates the time by the wall
 * clock until the server has confirmed or corrected the estimate. Pure.
 */
import { minuteMs } from '#exam/duration.ts'
import { momentAt, type ServerTime } from '#web/simulation/server-time.ts'

/** The clocks of the device, in milliseconds. Anyone can change the wall clock. */
export type Clocks = { readonly wall: number; readonly monotonic: number }

/** When the page last ran, with the server's time as the page knew it. */
export type Run = Clocks & { readonly moment: number }

/** A period in which the page did not run. `wokeAt`: a moment in server time. */
export type Pause = { readonly ms: number; readonly wokeAt: number }

export type PageClock = { readonly time: ServerTime; readonly pause?: Pause | undefined }

/** Browsers run a page in the background at least once a minute, unless they freeze it. */
const pauseMinMs = 2 * minuteMs
/** The largest difference between the clocks of the device when none of them was set or stopped. */
const driftMaxMs = 5_000

/** How long the page did not run, according to the clocks of the device; `undefined` if it was less than `pauseMinMs`. */
export function findPause(run: Run, now: Clocks): number | undefined {
  const ms = Math.max(now.wall - run.wall, now.monotonic - run.monotonic)
  return ms < pauseMinMs ? undefined : ms
}

/**
 * The clock after a pause. It uses the time from the server, if there is one; otherwise the monotonic clock, or an estimate if that clock
 * stopped. `ms` is what {@link findPause} found.
 */
export function wake(clock: PageClock, run: Run, now: Clocks, ms: number, time: ServerTime | undefined): PageClock {
  const hasStopped = ms - (now.monotonic - run.monotonic) > driftMaxMs
  const next = time ?? (hasStopped ? { now: run.moment + ms, at: now.monotonic, isEstimate: true } : clock.time)
  const wokeAt = momentAt(next, now.monotonic)
  return withPause({ ...clock, time: next }, { ms: wokeAt - run.moment, wokeAt })
}

/** Sets the clock to the time from the server, and corrects an estimated pause. `monotonic`: the monotonic clock of the device. */
export function synchronize(clock: PageClock, time: ServerTime, monotonic: number): PageClock {
  const { pause, time: before } = clock
  if (!pause || !before.isEstimate) return { ...clock, time }
  const errorMs = momentAt(time, monotonic) - momentAt(before, monotonic)
  return withPause({ ...clock, time }, { ms: pause.ms + errorMs, wokeAt: pause.wokeAt + errorMs })
}

/** Drops a pause that turns out to be short, for example because someone only changed the device's clock. */
function withPause(clock: PageClock, pause: Pause): PageClock {
  return { ...clock, pause: pause.ms < pauseMinMs ? undefined : pause }
}

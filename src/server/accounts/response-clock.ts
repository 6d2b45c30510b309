/** The clock for response times and slowed guesses. */
import { setTimeout } from 'node:timers/promises'

/** Times are in milliseconds. Tests replace the clock, so that they do not wait. */
export type ResponseClock = { now: () => number; pause: (ms: number) => Promise<void> }

export const systemClock: ResponseClock = { now: () => performance.now(), pause: (ms) => setTimeout(ms) }

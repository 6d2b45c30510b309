/**
 * Decides when a page sends moves to the server, and how it reacts when the server refuses them. Pure: `web/sync/sending/move-sender.ts`
 * sets the timer and sends. Times are milliseconds of a monotonic clock, so a change of the device's clock does not delay
 * anything.
 */

/** Why the server refuses moves and would refuse them again. */
export type SyncRefusal = 'signedOut' | 'missing' | 'unreadable' | 'tooLong'

export type SendSchedule = {
  readonly isSignedOut: boolean
  readonly refusals: Readonly<Record<string, SyncRefusal>>
  /** By attempt id: the server asked the page not to send this attempt again before this time. */
  readonly deferredUntil: Readonly<Record<string, number>>
  /** Failures in a row. */
  readonly failures: number
  readonly triedAt: number
  /** When the next try is due after a failure. */
  readonly retryAt: number
  /** The server asked the page to send no requests until this time. */
  readonly blockedUntil: number
  /** When the timer fires; `Infinity` when none is set. */
  readonly dueAt: number
}

export type SendEvent =
  /** There are moves to send. `delayMs`: how long to wait for more moves. */
  | { type: 'requested'; delayMs: number }
  | { type: 'online' }
  | { type: 'fired' }
  | { type: 'tried' }
  | { type: 'accepted'; id: string }
  | { type: 'refused'; id: string; refusal: SyncRefusal }
  | { type: 'deferred'; id: string; afterMs: number }
  /** `afterMs`: how long the server asked to wait. `random`: from 0 to 1, spreads the retries of many devices. */
  | { type: 'failed'; afterMs: number | undefined; random: number }
  | { type: 'succeeded' }
  | { type: 'signedIn' }
  /** The member wants to sign out: attempts that were refused are tried again. */
  | { type: 'flushed' }

/** `timerMs`: the timer to set; it replaces the previous one. */
export type SendStep = { schedule: SendSchedule; timerMs?: number }

/** Collects moves into a batch, without a delay that users notice. */
export const batchDelayMs = 300
/** The first retry delay; it doubles with each failure. */
const retryDelayMs = 2_000
const retryDelayMaxMs = 15_000

export const emptySchedule: SendSchedule = {
  isSignedOut: false,
  refusals: {},
  deferredUntil: {},
  failures: 0,
  triedAt: -Infinity,
  retryAt: 0,
  blockedUntil: 0,
  dueAt: Infinity,
}

export function reduceSchedule(schedule: SendSchedule, event: SendEvent, now: number): SendStep {
  switch (event.type) {
    case 'requested':
      return requestSend(schedule, event.delayMs, now)
    case 'online':
      return setTimer({ ...schedule, retryAt: 0 }, 0, now)
    case 'fired':
      return { schedule: { ...schedule, dueAt: Infinity } }
    case 'tried':
      return { schedule: { ...schedule, triedAt: now } }
    case 'accepted': {
      const { [event.id]: accepted, ...refusals } = schedule.refusals
      return { schedule: accepted ? { ...schedule, refusals } : schedule }
    }
    case 'refused': {
      const { id, refusal } = event
      const isSignedOut = refusal === 'signedOut'
      return { schedule: isSignedOut ? { ...schedule, isSignedOut } : { ...schedule, refusals: { ...schedule.refusals, [id]: refusal } } }
    }
    case 'deferred':
      return { schedule: { ...schedule, deferredUntil: { ...schedule.deferredUntil, [event.id]: now + event.afterMs } } }
    case 'failed': {
      const { afterMs, random } = event
      const delayMs = Math.min(retryDelayMaxMs, retryDelayMs * 2 ** schedule.failures) * (0.75 + random / 2)
      const blockedUntil = afterMs === undefined ? schedule.blockedUntil : now + afterMs
      return setTimer({ ...schedule, failures: schedule.failures + 1, blockedUntil, retryAt: now + delayMs }, delayMs, now)
    }
    case 'succeeded':
      return { schedule: { ...schedule, failures: 0, retryAt: 0 } }
    case 'signedIn':
      return { schedule: { ...schedule, isSignedOut: false } }
    case 'flushed':
      return { schedule: { ...schedule, isSignedOut: false, refusals: {} } }
  }
}

/** Why the moves of an attempt are not sent; `undefined` when they can be sent. */
export function refusalOf({ isSignedOut, refusals }: SendSchedule, id: string | undefined): SyncRefusal | undefined {
  if (isSignedOut) return 'signedOut'
  return id === undefined ? undefined : refusals[id]
}

/** Whether the last try failed. */
export function isFailing({ failures }: SendSchedule): boolean {
  return failures > 0
}

/** Whether a batch may be sent. `isFinish`: the batch ends the attempt. The server accepts such a batch even if the attempt has too many moves. */
export function canSend(schedule: SendSchedule, id: string, isFinish: boolean): boolean {
  const refusal = refusalOf(schedule, id)
  return refusal === undefined || (refusal === 'tooLong' && isFinish)
}

/** Whether the server asked to send this attempt later. Other attempts do not wait for it. */
export function isDeferred({ deferredUntil }: SendSchedule, id: string, now: number): boolean {
  return (deferredUntil[id] ?? 0) > now
}

/**
 * Schedules a try soon. After a failure, new moves can bring the next try forward, but only to `retryDelayMs` after the last try. Further
 * moves never postpone a try.
 */
function requestSend(schedule: SendSchedule, delayMs: number, now: number): SendStep {
  const { retryAt, triedAt, dueAt } = schedule
  const waitMs = retryAt > now ? Math.min(retryAt - now, Math.max(delayMs, triedAt + retryDelayMs - now)) : delayMs
  return now + waitMs < dueAt ? setTimer(schedule, waitMs, now) : { schedule }
}

function setTimer(schedule: SendSchedule, delayMs: number, now: number): SendStep {
  const timerMs = Math.max(delayMs, schedule.blockedUntil - now)
  return { schedule: { ...schedule, dueAt: now + timerMs }, timerMs }
}

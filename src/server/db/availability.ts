/**
 * Whether the database can be reached. An outage is logged once when it begins and once when it ends, because every request fails
 * meanwhile.
 */
import { DatabaseError } from 'pg'
import type { Log } from '#server/log.ts'

export type Availability = {
  isAvailable: () => boolean
  /** Reports an error of a query or a connection. An error of the statement itself is ignored. */
  reportFailure: (error: unknown) => void
  reportSuccess: () => void
}

/** An outage ends with the first success after this time without a failure. Otherwise a server with too few connections would fill the log. */
const quietMs = 3_000

/** `now` is a monotonic clock in milliseconds. */
export function trackAvailability(log: Log, now = () => performance.now()): Availability {
  let outage: { startedAt: number; lastFailureAt: number } | undefined
  return {
    isAvailable: () => outage === undefined,
    reportFailure: (error) => {
      if (!isOutage(error)) return
      if (!outage) log.error(reasonOf(error), 'The database is unavailable; requests that need it are answered with 503 until it is back')
      outage = { startedAt: outage?.startedAt ?? now(), lastFailureAt: now() }
    },
    reportSuccess: () => {
      if (!outage || now() - outage.lastFailureAt < quietMs) return
      log.warn({ outageMs: Math.round(now() - outage.startedAt) }, 'The database is available again')
      outage = undefined
    },
  }
}

/**
 * PostgreSQL's codes of a server that accepts no work now: connection failures, too few resources or connections, shutdown, restart, and a
 * standby that has not been promoted yet.
 */
const outageCodes = /^(?:08...|53...|57P0[1-5]|25006|25P03)$/

/** System errors of a connection. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Errors of `pg` and `pg-pool` have no code. `postgres-pool.test.ts` fails if an upgrade changes their texts. */
const queryTimeoutText = 'Query read timeout'
const clientTexts = [
  queryTimeoutText,
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
]

/** Whether the error means that the database cannot be reached or accepts no work now, so that the request should be retried later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = String((error as NodeJS.ErrnoException).code)
  if (error instanceof DatabaseError) return outageCodes.test(code)
  return systemCodes.has(code) || clientTexts.some((text) => error.message.startsWith(text))
}

/** Whether the connection must not be used again: it is silent, or its server has become a standby, which only a new connection leaves. */
export function isConnectionUseless(error: unknown): boolean {
  return error instanceof Error && (error.message === queryTimeoutText || (error as NodeJS.ErrnoException).code === '25006')
}

/** Without the stack and without the address. */
function reasonOf(error: unknown): { reason: string } {
  const { code, message } = error as NodeJS.ErrnoException
  return { reason: code ?? message }
}

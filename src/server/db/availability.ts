/**
 * Tracks whether the database can be reached. An outage is logged once when it begins and once when it ends, not for every failed request.
 * Commands, and starts that fail, log the same lines as a server. So the lines do not mention requests.
 */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { Log } from '#server/log.ts'

export type Availability = {
  isAvailable: () => boolean
  /** Reports an error from a query or a connection. Errors in the statement itself are ignored. */
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
      if (!outage) log.error(reasonOf(error), 'The database is unavailable')
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
 * PostgreSQL's codes for a server that cannot accept work at the moment: connection failures, too few resources or connections, shutdown,
 * restart, a session or transaction that was idle for too long, and a standby that has not been promoted yet.
 */
const outageCodes = /^(?:08...|53...|57P0[1-5]|25006|25P03)$/

/**
 * PostgreSQL's code for a database that accepts no connections, as during maintenance (`ALLOW_CONNECTIONS false`). Errors of statements have the
 * same code, but not the severity `FATAL`, with which a server refuses a connection.
 */
const closedDatabaseCode = '55000'

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

/** The text of the error when the server does not respond to a query. `pg` uses the same text if DATABASE_URL contains `query_timeout`. */
export const responseTimeoutText = 'Query read timeout'

/** Errors of `pg` and `pg-pool` have no code. `postgres-pool.test.ts` fails if an upgrade changes their texts. */
const clientTexts = [
  responseTimeoutText,
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
]

/** Whether the error means that the database cannot be reached or accepts no work now. The request should be retried later. */
export function isOutage(error: unknown): boolean {
  const { code, message, severity } = readError(error)
  if (isRefusedSetting(error)) return false
  if (code === closedDatabaseCode) return severity === 'FATAL'
  return outageCodes.test(code) || systemCodes.has(code) || clientTexts.some((text) => message.startsWith(text))
}

/**
 * Whether PgBouncer, or a pooled address of Neon, refused a connection because of a setting in its startup message. Both report this with
 * the same code as any other failure.
 */
export function isRefusedSetting(error: unknown): boolean {
  return readError(error).message.startsWith('unsupported startup parameter')
}

/** Whether the server refused to write, such as a standby that has not been promoted. */
export function isReadOnlyServer(error: unknown): boolean {
  return readError(error).code === '25006'
}

/** Whether the database refuses to write at the moment, such as a standby, or a server whose administrator has made it read-only. */
export async function refusesChanges(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_on: boolean }>`select current_setting('transaction_read_only') = 'on' as is_on`.execute(db)
  return rows[0]?.is_on === true
}

/** PostgreSQL's codes for a statement or a lock that took too long. */
const overloadCodes = new Set(['57014', '55P03'])

/** Whether the database was too busy for a statement. The request should be retried later. */
export function isOverload(error: unknown): boolean {
  return overloadCodes.has(readError(error).code)
}

/**
 * Whether the connection must not be used again: its server does not respond, is about to close it, or has become a standby, and only a new
 * connection can reach the primary.
 */
export function isConnectionUseless(error: unknown): boolean {
  const { code, message } = readError(error)
  return message === responseTimeoutText || /^57P0[1-5]$/.test(code) || isReadOnlyServer(error)
}

/** Reads the code, the message, and the severity of an error. pg-boss reports errors as plain objects. */
function readError(error: unknown): { code: string; message: string; severity: string } {
  const { code, message, severity } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return { code: textOf(code), message: textOf(message), severity: textOf(severity) }
}

/** A log that lowers errors of an outage to level `debug`, for code that would log each of them. */
export function withoutOutages(log: Log): Log {
  const demote = (level: 'warn' | 'error'): Log['warn'] => {
    return (context, message) => log[isOutage('error' in context ? context.error : context) ? 'debug' : level](context, message)
  }
  return { ...log, warn: demote('warn'), error: demote('error') }
}

/** The code or the message of an error, without its stack. */
function reasonOf(error: unknown): { reason: string } {
  const { code, message } = readError(error)
  return { reason: code || message }
}

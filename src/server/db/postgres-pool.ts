/**
 * The pool of connections to a PostgreSQL server. A query on a lost or silent connection fails, and the connection is closed and never used
 * again. The process continues with new connections.
 */
import { Socket } from 'node:net'
import { Pool, type Client, type PoolClient } from 'pg'
import { isConnectionUseless, responseTimeoutText, type Availability } from '#server/db/availability.ts'
import { wrapQueries, type QueryCallback } from '#server/db/wrap-queries.ts'

export type DatabaseTimeouts = {
  /** Longest wait for a connection, new or from the pool. */
  connectMs: number
  /** Longest time of a statement on the server. 0 for no limit. */
  statementMs: number
  /** After this time without a statement, the server ends a transaction, because its client may have lost the network. 0 for no limit. */
  idleTransactionMs: number
  /** Longest wait for a response. Longer than `statementMs`, so that a slow statement gets the server's own error. 0 for no limit. */
  responseMs: number
}

/**
 * If connections stop responding, saving works again within ten seconds: by then, these connections are closed, and the server has released
 * the rows that their transactions had locked. These limits are also shorter than the time that a browser waits, see `responseTimeoutMs` in
 * `web/sync`.
 */
export const requestTimeouts: DatabaseTimeouts = { connectMs: 5_000, statementMs: 7_000, idleTransactionMs: 7_000, responseMs: 8_000 }
/** For migrations, backups, and other commands, whose statements may take minutes. */
export const commandTimeouts: DatabaseTimeouts = { connectMs: 8_000, statementMs: 0, idleTransactionMs: 0, responseMs: 0 }

/** The operating system probes an idle connection after this time, because a router may have dropped it. */
const keepAliveDelayMs = 10_000

type PoolOptions = {
  connectionString: string
  sizeMax: number
  timeouts: DatabaseTimeouts
  /** Whether connections ask the server to apply the time limits. PgBouncer refuses such connections. */
  asksForTimeouts: boolean
  availability: Availability
}

/** The time limits of the server, by the names of its settings. */
export function serverTimeouts({ statementMs, idleTransactionMs }: DatabaseTimeouts) {
  return { statement_timeout: statementMs, idle_in_transaction_session_timeout: idleTransactionMs }
}

export function createPostgresPool({ connectionString, sizeMax, timeouts, asksForTimeouts, availability }: PoolOptions): Pool {
  const sockets = new Set<Socket>()
  const pool = new Pool({
    connectionString,
    stream: () => openSocket(sockets),
    max: sizeMax,
    connectionTimeoutMillis: timeouts.connectMs,
    ...(asksForTimeouts && serverTimeouts(timeouts)),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
  })
  // A connection that is lost while it is idle.
  pool.on('error', availability.reportFailure)
  pool.on('connect', (client) => watchClient(client, availability, timeouts.responseMs))
  watchConnecting(pool, availability)
  closeAtEnd(pool, sockets)
  return pool
}

function openSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket()
  sockets.add(socket)
  return socket.once('close', () => sockets.delete(socket))
}

/**
 * Closes the sockets that the pool leaves open. The pool does not wait for a server that does not respond, and these sockets would keep the
 * process running.
 */
function closeAtEnd(pool: Pool, sockets: ReadonlySet<Socket>): void {
  const end = pool.end.bind(pool)
  const endCompletely = async () => {
    await end()
    for (const socket of sockets) socket.destroySoon()
  }
  pool.end = endCompletely
}

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, done: (release?: boolean | Error) => void) => void

function watchConnecting(pool: Pool, availability: Availability): void {
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => Promise<PoolClient>
  const connectWatched = (callback?: ConnectCallback) => {
    if (!callback) return reportOutcome(connect(), availability)
    return connect((error, client, done) => {
      if (error) availability.reportFailure(error)
      callback(error, client, done)
    })
  }
  pool.connect = connectWatched as typeof pool.connect
}

async function reportOutcome(connecting: Promise<PoolClient>, { reportFailure }: Availability): Promise<PoolClient> {
  return connecting.catch((error: unknown) => {
    reportFailure(error)
    throw error
  })
}

/** Reports how queries end, ends a query that gets no response in time, and closes a connection that has become unusable. */
function watchClient(client: PoolClient, { reportFailure, reportSuccess }: Availability, responseMs: number): void {
  // `pg` also emits an error while a query runs, and an event without a listener would end the process.
  client.on('error', reportFailure)
  const onEnd = (error: unknown) => {
    if (!error) return reportSuccess()
    reportFailure(error)
    // Closing makes the pool forget the connection as soon as it is released.
    if (isConnectionUseless(error)) void (client as Client).end()
  }
  wrapQueries(client, (run) => (parameters, callback) => {
    const end: QueryCallback = (error, result) => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(timer)
      onEnd(error)
      callback(error, result)
    }
    let hasEnded = false
    let timer: NodeJS.Timeout | undefined
    run(parameters, end)
    if (!hasEnded && responseMs > 0) timer = setTimeout(() => end(new Error(responseTimeoutText)), responseMs)
  })
}

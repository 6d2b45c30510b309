/**
 * The one `pg.Pool` through which everybody reaches the embedded database. It holds a single connection, because there
 * is a single session: a query made beside a transaction, instead of inside it, waits until it times out.
 */
import { Pool } from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import type { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import type { Log } from '#server/log.ts'

/** Longest that a query waits for others: an import of 50,000 questions is one transaction of half a minute. */
const acquireTimeoutMs = 60_000

type ParsedQuery = { types?: unknown }
type Client = PoolClient
type ConnectCallback = (error: Error | undefined, client: Client | undefined, done: (release?: boolean | Error) => void) => void

/** A pool on an open embedded database. Ending the pool leaves the database open. */
export function litePool(lite: PGlite, log: Log, connectionTimeoutMillis = acquireTimeoutMs): Pool {
  const settings = createPgConfig(lite)
  // Kysely and pg pass parsers as `types`; the adapter reads that name as a list of parameter types.
  const connection = settings.connection as unknown as { parse: (query: ParsedQuery) => unknown }
  const parse = connection.parse.bind(connection)
  connection.parse = (query) => parse({ ...query, types: Array.isArray(query.types) ? query.types : undefined })

  const pool = new Pool({ ...(settings as PoolConfig), max: 1, connectionTimeoutMillis, idleTimeoutMillis: 0 })
  pool.on('error', (error) => log.warn({ error }, 'The embedded database reported an error'))
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => Promise<Client>
  const connectClean = (callback?: ConnectCallback) => {
    if (callback)
      return connect((error, client, done) =>
        callback(error, client && cleanedOnRelease(client, lite), (released) => (client ? client.release(released) : done(released))),
      )
    return connect().then((client) => cleanedOnRelease(client, lite))
  }
  pool.connect = connectClean as typeof pool.connect
  return pool
}

/** A client given back inside a transaction would hand that transaction to the next caller. */
function cleanedOnRelease(client: Client, lite: PGlite): Client {
  const release = client.release.bind(client)
  let isReleased = false
  client.release = (error) => {
    if (isReleased) return
    isReleased = true
    if (lite.closed || !lite.isInTransaction()) return release(error)
    void client
      .query('ROLLBACK')
      .catch(() => undefined)
      .finally(() => release(error))
  }
  return client
}

/**
 * The only `pg.Pool` of the embedded database. It has one connection, because PGlite has one session. While a transaction is open, every
 * other query waits for its end, or times out.
 */
import { Pool, type PoolClient } from 'pg'
import type { PGlite } from '@electric-sql/pglite'
import type { FreeSpace } from '#server/db/free-space.ts'
import { pglitePoolConfig, type DatabaseEvents } from '#server/db/pglite-internals.ts'
import { wrapQueries } from '#server/db/wrap-queries.ts'
import type { Log } from '#server/log.ts'

/** Longest wait for the transaction of another caller. An import of 50,000 questions is one transaction of half a minute. */
const acquireTimeoutMs = 60_000

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, done: (release?: boolean | Error) => void) => void

type PglitePoolOptions = {
  connectionTimeoutMillis?: number
  events?: DatabaseEvents
  requireRoom?: FreeSpace['requireRoom']
}

/** A pool on an open embedded database. Ending the pool does not close the database. */
export function createPglitePool(pglite: PGlite, log: Log, options: PglitePoolOptions = {}): Pool {
  const { connectionTimeoutMillis = acquireTimeoutMs, events = {}, requireRoom = () => undefined } = options
  const findName = createStatementNames()
  const pool = new Pool({ ...pglitePoolConfig(pglite, events), max: 1, connectionTimeoutMillis, idleTimeoutMillis: 0 })
  pool.on('error', (error) => log.warn({ error }, 'The embedded database reported an error'))
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => Promise<PoolClient>
  const wrapClient = (client: PoolClient) => withRollback(withPreparedStatements(client, findName, requireRoom), pglite)
  const connectWrapped = (callback?: ConnectCallback) => {
    if (callback)
      return connect((error, client, done) =>
        callback(error, client && wrapClient(client), (error) => (client ? client.release(error) : done(error))),
      )
    return connect().then(wrapClient)
  }
  pool.connect = connectWrapped as typeof pool.connect
  return pool
}

type FindName = (text: string) => string | undefined

/** A statement is prepared once it has been used this often, because parsing and planning take longer than running it. */
const usesMin = 10
/** Limits the memory. Value lists of different lengths are different statements. */
const namesMax = 300

/** Gives names to frequent statements. A named statement stays prepared until the database is closed. */
function createStatementNames(): FindName {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const existing = names.get(text)
    if (existing !== undefined || names.size === namesMax) return existing
    // The best plan for a pattern search depends on the pattern, so it is planned each time.
    if (/\s(?:i?like|~\*?)\s/i.test(text)) return undefined
    const count = (uses.get(text) ?? 0) + 1
    if (uses.size === 10 * namesMax) uses.clear()
    uses.set(text, count)
    if (count < usesMin) return undefined
    uses.delete(text)
    const name = `often-${names.size}`
    names.set(text, name)
    return name
  }
}

/** Prepares the statements for which `findName` has a name, and refuses those for which there is no room on the disk. */
function withPreparedStatements(client: PoolClient, findName: FindName, requireRoom: FreeSpace['requireRoom']): PoolClient {
  if (wrappedClients.has(client)) return client
  wrappedClients.add(client)
  wrapQueries(client, (run) => (parameters, callback) => {
    const [text, values] = parameters
    try {
      requireRoom(typeof text === 'string' ? text : String((text as { text?: unknown }).text))
    } catch (error) {
      return process.nextTick(callback, error)
    }
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? findName(text) : undefined
    return run(name === undefined ? parameters : [{ name, text, values }], callback)
  })
  return client
}

const wrappedClients = new WeakSet<PoolClient>()

/** Rolls back a transaction that is still open when the client is released. Otherwise the next user would be inside it. */
function withRollback(client: PoolClient, pglite: PGlite): PoolClient {
  const release = client.release.bind(client)
  let isReleased = false
  // A variable, so that it is not allocated in the old generation; see `wrap-queries.ts`.
  const releaseOnce: typeof release = (error) => {
    if (isReleased) return
    isReleased = true
    if (pglite.closed || !pglite.isInTransaction()) return release(error)
    void client
      .query('ROLLBACK')
      .catch(() => undefined)
      .finally(() => release(error))
  }
  client.release = releaseOnce
  return client
}

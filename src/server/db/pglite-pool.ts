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
  const settings = createPgConfig(gathered(lite))
  // Kysely and pg pass parsers as `types`; the adapter reads that name as a list of parameter types.
  const connection = settings.connection as unknown as { parse: (query: ParsedQuery) => unknown }
  const parse = connection.parse.bind(connection)
  connection.parse = (query) => parse({ ...query, types: Array.isArray(query.types) ? query.types : undefined })

  const nameOf = makeNames()
  const pool = new Pool({ ...(settings as PoolConfig), max: 1, connectionTimeoutMillis, idleTimeoutMillis: 0 })
  pool.on('error', (error) => log.warn({ error }, 'The embedded database reported an error'))
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => Promise<Client>
  const handed = (client: Client) => cleanedOnRelease(preparing(client, nameOf), lite)
  const connectClean = (callback?: ConnectCallback) => {
    if (callback)
      return connect((error, client, done) =>
        callback(error, client && handed(client), (released) => (client ? client.release(released) : done(released))),
      )
    return connect().then(handed)
  }
  pool.connect = connectClean as typeof pool.connect
  return pool
}

/** Parse, bind, describe, execute, close: the client follows them with one that asks for the answers. */
const unansweredMessages = new Set(['P', 'B', 'D', 'E', 'C'])

/** The database with the messages of a query sent to it together: each call costs as much as a small query. */
function gathered(lite: PGlite): PGlite {
  let messages: Uint8Array[] = []
  const execProtocolStream: PGlite['execProtocolStream'] = async (message, options) => {
    messages.push(message)
    if (unansweredMessages.has(String.fromCharCode(message[0] ?? 0))) return []
    const all = Buffer.concat(messages)
    messages = []
    return lite.execProtocolStream(all, options)
  }
  return { execProtocolStream, waitReady: lite.waitReady } as PGlite
}

type NameOf = (text: string) => string | undefined

/** A statement is worth keeping prepared once it was used so often: parsing and planning it takes longer than doing it. */
const usesMin = 10
/** Lists of values of many lengths make many statements. */
const namesMax = 300

/** Names for statements that are used often. They are there as long as the database is open. */
function makeNames(): NameOf {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size === namesMax) return known
    // How a pattern is best looked for depends on the pattern, so that is planned each time.
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

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown

/** Has statements with values prepared where `nameOf` has a name for them. */
function preparing(client: Client, nameOf: NameOf): Client {
  if (prepared.has(client)) return client
  prepared.add(client)
  const query = client.query.bind(client) as Query
  const byName: Query = (text, values, callback) => {
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    return name === undefined ? query(text, values, callback) : query({ name, text, values }, callback)
  }
  client.query = byName as typeof client.query
  return client
}

const prepared = new WeakSet<Client>()

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

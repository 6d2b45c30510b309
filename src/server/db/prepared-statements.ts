/**
 * Statements that stay prepared on a connection to a PostgreSQL server. Planning a frequent statement can take longer than running it.
 *
 * A statement that contains {@link preparedMark} near its start is prepared once per connection. It must list its columns: a prepared
 * `select *` fails after a migration has added a column.
 */
import type { PoolClient, Pool } from 'pg'
import { sql } from 'kysely'

const markText = '/* prepared */'
export const preparedMark = sql.raw(markText)
const markWithin = 40

type Query = (...args: unknown[]) => unknown

/** Prepares marked statements from now on. Not for a connection pooler, which may run each statement on a different connection. */
export function prepareMarkedStatements(pool: Pool): void {
  const names = new Map<string, string>()
  const preparing = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (preparing.has(client)) return
    preparing.add(client)
    const query = client.query.bind(client) as Query
    const queryByName: Query = (text, values, ...rest) => {
      if (typeof text !== 'string' || !Array.isArray(values) || !text.slice(0, markWithin).includes(markText))
        return query(text, values, ...rest)
      const name = names.get(text) ?? `prepared-${names.size}`
      names.set(text, name)
      return query({ name, text, values }, ...rest)
    }
    client.query = queryByName as typeof client.query
  })
}

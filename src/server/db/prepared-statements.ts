/**
 * Statements that stay prepared on a connection to a PostgreSQL server. Planning a frequent statement can take longer than running it.
 *
 * A statement that contains {@link preparedMark} near its start is prepared once per connection. It must list its columns: a prepared
 * `select *` fails after a migration has added a column.
 */
import type { PoolClient, Pool } from 'pg'
import { sql } from 'kysely'
import { wrapQueries } from '#server/db/wrap-queries.ts'

const markText = '/* prepared */'
export const preparedMark = sql.raw(markText)
const markWithin = 40

/** Prepares marked statements from now on. Not for a connection pooler, which may run each statement on a different connection. */
export function prepareMarkedStatements(pool: Pool): void {
  const names = new Map<string, string>()
  const preparing = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (preparing.has(client)) return
    preparing.add(client)
    wrapQueries(client, (run) => (parameters, callback) => {
      const [text, values] = parameters
      if (typeof text !== 'string' || !Array.isArray(values) || !text.slice(0, markWithin).includes(markText))
        return run(parameters, callback)
      const name = names.get(text) ?? `prepared-${names.size}`
      names.set(text, name)
      return run([{ name, text, values }], callback)
    })
  })
}

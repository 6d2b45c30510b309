/**
 * Changes how a connection of `pg` runs its queries. All queries get a callback here, also those whose caller wants a promise: for a promise and for
 * a time limit, `pg` assigns a function to a property of the query, and V8 puts such functions into the old generation at once. There they keep everything
 * they refer to, up to the whole request, until the next full garbage collection, which takes 20 to 60 milliseconds.
 */
import type { PoolClient } from 'pg'

export type QueryCallback = (error: Error | null | undefined, result?: unknown) => void

/** Runs one query. `parameters`: the parameters of `client.query`, without the callback. */
export type RunQuery = (parameters: readonly unknown[], callback: QueryCallback) => void

/** `wrap` gets the function that runs a query, and returns the one that is used from now on. */
export function wrapQueries(client: PoolClient, wrap: (run: RunQuery) => RunQuery): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  const run = wrap((parameters, callback) => void query(...parameters, callback))
  const queryWrapped = (...parameters: unknown[]) => {
    const callback = parameters.at(-1)
    if (typeof callback === 'function') return run(parameters.slice(0, -1), callback as QueryCallback)
    return new Promise((resolve, reject) => run(parameters, (error, result) => (error ? reject(error) : resolve(result))))
  }
  client.query = queryWrapped as typeof client.query
}

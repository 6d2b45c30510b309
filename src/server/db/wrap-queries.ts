/**
 * Changes how a connection of `pg` runs its queries. Every query gets a callback here, even if its caller wants a promise. For a promise, and for a time
 * limit, `pg` runs `query.callback = (…) => …`, and V8 allocates a function that is written like this in the old generation. There it keeps everything it
 * refers to, including the request, until the next full garbage collection, which takes 20 to 60 milliseconds.
 *
 * Not for cursors and other query objects with `submit`.
 */
import type { PoolClient } from 'pg'

export type QueryCallback = (error: Error | null | undefined, result?: unknown) => void

/** Runs one query. `parameters`: the parameters of `client.query`, without the callback. */
export type RunQuery = (parameters: readonly unknown[], callback: QueryCallback) => void

/** `wrap` gets the function that runs a query, and returns the one that is used from now on. */
export function wrapQueries(client: PoolClient, wrap: (run: RunQuery) => RunQuery): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  const run = wrap((parameters, callback) => void query(...parameters, callback))
  const queryWrapped = (...given: unknown[]) => {
    const callback = given.find((parameter) => typeof parameter === 'function')
    // `pg` would ignore a callback after a parameter that is `undefined`.
    const parameters = given.filter((parameter) => parameter !== callback && parameter !== undefined)
    if (callback) return run(parameters, callback as QueryCallback)
    return new Promise((resolve, reject) => run(parameters, (error, result) => (error ? reject(error) : resolve(result))))
  }
  client.query = queryWrapped as typeof client.query
}

import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { wrapQueries, type RunQuery } from '#server/db/wrap-queries.ts'

/** A client whose queries return their parameters, or fail if the text is `fail`. `calls`: what `pg` was called with. */
function openClient(wrap: (run: RunQuery) => RunQuery = (run) => run) {
  const calls: unknown[][] = []
  const query = (...parameters: unknown[]) => {
    calls.push(parameters)
    const callback = parameters.at(-1) as (error: Error | null, result?: unknown) => void
    if (parameters[0] === 'fail') callback(new Error('It failed'))
    else callback(null, parameters.slice(0, -1))
  }
  const client = { query } as unknown as PoolClient
  wrapQueries(client, wrap)
  return { query: client.query.bind(client) as (...parameters: unknown[]) => unknown, calls }
}

test('a query gets a callback, also when its caller wants a promise', async () => {
  const { query, calls } = openClient()
  expect(await query('select $1', [1])).toEqual(['select $1', [1]])
  await expect(query('fail')).rejects.toThrow('It failed')
  expect(calls.map((parameters) => typeof parameters.at(-1))).toEqual(['function', 'function'])
})

test('a callback of the caller gets the result or the error', () => {
  const { query } = openClient()
  const received: unknown[] = []
  const callback = (...values: unknown[]) => void received.push(values)
  expect(query('select $1', [1], callback)).toBeUndefined()
  query('fail', callback)
  expect(received).toEqual([[null, ['select $1', [1]]], [new Error('It failed')]])
})

test('parameters that are missing do not matter', async () => {
  const { query, calls } = openClient()
  expect(await query('select 1', undefined, undefined)).toEqual(['select 1'])
  query('select 2', undefined, () => undefined)
  expect(calls.map((parameters) => parameters.length)).toEqual([2, 2])
})

test('the parameters can be changed, more than once', async () => {
  const client = { query: openClient().query } as unknown as PoolClient
  for (const letter of ['a', 'b'])
    wrapQueries(
      client,
      (run) =>
        ([text], callback) =>
          run([`${String(text)}${letter}`], callback),
    )
  expect(await client.query('select ')).toEqual(['select ba'])
})

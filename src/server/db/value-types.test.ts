import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test.each([
  ['1::int4', 1],
  ['50::int8 + 1', 51],
  ['(select count(*) from users)', 0],
  ['sum(x) from (values (2::int4), (3)) as numbers (x)', 5],
  ['9007199254740993::int8', '9007199254740993'],
  ['0.5::numeric', 0.5],
  ["'2026-11-23'::date", '2026-11-23'],
])('%s is %j, whatever width the engine gives to integers', async (expression, expected) => {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression.replace(/( from .*)?$/, ' as value$1'))}`.execute(database.db)
  expect(rows).toEqual([{ value: expected }])
})

test('the columns of an attempt are numbers', async () => {
  const next = sql<{ value: unknown }>`select next + 1 as value from (values (50::int8)) as attempts (next)`
  expect((await next.execute(database.db)).rows[0]?.value).toBe(51)
})

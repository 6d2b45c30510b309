import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reserveUsage } from '#server/tutor/usage.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.empty())

const november = new Date('2026-11-30T23:59:59Z')
const december = new Date('2026-12-01T00:00:00Z')
const tokens = (max: number) => ({ max, inputPrice: 1, outputPrice: 1 })
const most = { input: 600, output: 400 }

const readRows = () => database.db.selectFrom('tutor_usage').selectAll().orderBy('month').execute()

describe('the usage of the tutor', () => {
  test('counts what was used in place of the most that could be', async () => {
    const reservation = await reserveUsage(database.db, undefined, most, november)
    expect(await readRows()).toEqual([{ month: '2026-11', requests: 1, input_tokens: 600, output_tokens: 400 }])
    await reservation?.recordActual({ input: 321, output: 45 })
    expect(await readRows()).toEqual([{ month: '2026-11', requests: 1, input_tokens: 321, output_tokens: 45 }])
  })

  test('is counted per month, also if a request ends in the next one', async () => {
    const reservation = await reserveUsage(database.db, undefined, most, november)
    await reserveUsage(database.db, undefined, most, december)
    await reservation?.recordActual({ input: 1, output: 1 })
    expect((await readRows()).map(({ month, input_tokens }) => [month, input_tokens])).toEqual([
      ['2026-11', 1],
      ['2026-12', 600],
    ])
  })

  test('never exceeds the budget, with requests at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => reserveUsage(database.db, tokens(5_500), most, november)))
    expect(all.filter((reservation) => reservation !== undefined)).toHaveLength(5)
    expect(await readRows()).toMatchObject([{ requests: 5, input_tokens: 3_000, output_tokens: 2_000 }])
  })

  test('frees what a request did not use', async () => {
    const first = await reserveUsage(database.db, tokens(1_500), most, november)
    expect(await reserveUsage(database.db, tokens(1_500), most, november)).toBeUndefined()
    await first?.recordActual({ input: 100, output: 100 })
    expect(await reserveUsage(database.db, tokens(1_500), most, november)).toBeDefined()
  })

  test('refuses a first request that is larger than the budget', async () => {
    expect(await reserveUsage(database.db, tokens(999), most, november)).toBeUndefined()
    expect(await readRows()).toEqual([])
  })

  test('compares money with prices per million tokens', async () => {
    // 600 × 0.5 + 400 × 2 = 1,100 millionths for each request.
    const budget = { max: 0.0023 * 1_000_000, inputPrice: 0.5, outputPrice: 2 }
    const all = [1, 2, 3].map(() => () => reserveUsage(database.db, budget, most, november))
    const results: boolean[] = []
    for (const reserve of all) results.push((await reserve()) !== undefined)
    expect(results).toEqual([true, true, false])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#server/db/transact.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })

// Regression: during an import, a concurrent edit on PostgreSQL failed with a deadlock.
test('an aborted transaction is retried, and nothing of the first try is stored', async () => {
  let tries = 0
  const result = await transact(database.db, async (transaction) => {
    tries += 1
    await transaction
      .insertInto('removals')
      .values({ kind: 'question', id: `try ${tries}`, removed_at: new Date() })
      .execute()
    if (tries < 3) throw deadlock()
    return tries
  })
  const rows = await database.db.selectFrom('removals').select('id').execute()
  expect([result, rows]).toEqual([3, [{ id: 'try 3' }]])
})

test('a transaction is retried when a concurrent one added the same id or deleted a row that it refers to', async () => {
  for (const code of ['23505', '23503']) {
    let tries = 0
    const result = await transact(database.db, async () => {
      tries += 1
      if (tries === 1) throw Object.assign(new Error('constraint violated'), { code })
      return 'checked again'
    })
    expect(result).toBe('checked again')
  }
})

test('a repeated or different error is thrown', async () => {
  await expect(transact(database.db, () => Promise.reject(deadlock()))).rejects.toThrow('deadlock detected')
  let tries = 0
  const failing = transact(database.db, () => {
    tries += 1
    return Promise.reject(new Error('something else'))
  })
  await expect(failing).rejects.toThrow('something else')
  expect(tries).toBe(1)
})

test.skipIf(!process.env['DATABASE_URL'])('the error of the work is thrown, even if the transaction has lost its connection', async () => {
  const failing = transact(database.db, (transaction) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction))
  await expect(failing).rejects.toThrow('terminating connection due to administrator command')
})

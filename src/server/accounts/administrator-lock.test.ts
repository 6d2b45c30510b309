import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockAdministrator, setAdministrator } from '#server/accounts/administrators.ts'
import { changePerson } from '#server/accounts/change-person.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, waitForBlockedTransaction, type TestDatabase } from '#tests/services.ts'

const now = new Date('2026-11-20T12:00:00Z')

let database: TestDatabase
let ada: string
let noor: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ada = await addAdministrator('ada@example.com')
  noor = await addAdministrator('noor@example.com')
})
afterEach(() => database.empty())

async function addAdministrator(email: string): Promise<string> {
  const id = randomUUIDv7()
  const values = { id, name: '', email, email_verified: true, created_at: now, updated_at: now }
  await database.db.insertInto('users').values(values).execute()
  await setAdministrator(database.db, id, true)
  return id
}

describe('the lock of an administrator who saves', () => {
  test('is on their own row only', async () => {
    const locked = await database.db.transaction().execute(async (transaction) => {
      await lockAdministrator(transaction, ada)
      // PostgreSQL writes the transaction that locks a row into `xmax`.
      return transaction
        .selectFrom('user_profiles')
        .select('id')
        .where(sql`xmax::text`, '<>', '0')
        .execute()
    })
    expect(locked).toEqual([{ id: ada }])
  })

  // The embedded database has one connection, so its transactions never run at the same time.
  describe.skipIf(!process.env['DATABASE_URL'])('on a database with several connections', () => {
    test('lets another administrator save', async () => {
      const { db } = database
      await saveCertification(db, aCertification(), 0)
      await saveQuestions(db, [aQuestion()])
      const saved = await db.transaction().execute(async (transaction) => {
        await lockAdministrator(transaction, ada)
        return changeQuestion(db, noor, aQuestion().id, { state: 'draft' }, undefined, now)
      })
      expect(saved).toMatchObject({ ok: true, record: { state: 'draft' } })
    })

    test.each(['member', 'disabled', 'deleted'] as const)('makes a change to %s wait until the save is done', async (change) => {
      const { db } = database
      const order: string[] = []
      let changing: Promise<unknown> = Promise.resolve()
      await db.transaction().execute(async (transaction) => {
        await lockAdministrator(transaction, ada)
        changing = changePerson(db, noor, ada, change, now).then(() => order.push('changed'))
        await waitForBlockedTransaction(db)
        order.push('saved')
      })
      await changing
      expect(order).toEqual(['saved', 'changed'])
    })
  })
})

/** A database for the tests of a file, with the rows that most of them need. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { aCertification } from '#tests/factories.ts'
import { addMembers, openTestDatabase, type TestDatabase } from '#tests/services.ts'

/** `now`: the time at which the members registered. */
type Rows = { questions?: readonly BankQuestion[]; members?: readonly string[]; now?: Date }

/**
 * Opens a database for the tests of a file and closes it after them. Each test starts with `aCertification()`, these questions and these
 * members, and no other rows. The fields of the returned object are set before the first test.
 */
export function prepareDatabase({ questions = [], members = [], now = new Date(0) }: Rows = {}): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => void Object.assign(database, await openTestDatabase()))
  afterAll(() => database.close())
  beforeEach(async () => {
    await saveCertification(database.db, aCertification(), 0)
    await saveQuestions(database.db, questions)
    if (members.length > 0) await addMembers(database.db, members, now)
  })
  afterEach(() => database.empty())
  return database
}

/** What the tests of editing questions share: two administrators, a member, and a function that reads the audit log. */
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { setAdministrator } from '#server/accounts/administrators.ts'
import { listAuditLog } from '#server/audit/audit.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { listVersions } from '#server/bank/question-history.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

export let database: TestDatabase
export let ada: string
export let noor: string
export let camille: string

export const now = new Date('2026-11-20T12:00:00Z')
export const later = new Date('2026-11-20T13:00:00Z')
export const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`
export const { id } = aQuestion()

async function addPerson(email: string, isAdministrator: boolean): Promise<string> {
  const personId = randomUUIDv7()
  const values = { id: personId, name: '', email, email_verified: true, created_at: now, updated_at: now }
  await database.db.insertInto('users').values(values).execute()
  await setAdministrator(database.db, personId, isAdministrator)
  return personId
}

export const change = (changes: unknown, version?: number, actor: string | null = ada) =>
  changeQuestion(database.db, actor, id, changes, version, later)
export const changeMany = (ids: unknown, what: unknown, actor: string | null = ada) => changeQuestions(database.db, actor, ids, what, later)
export const versions = async (questionId = id) => (await listVersions(database.db, questionId)).map(({ version }) => version)
export const log = async () =>
  (await listAuditLog(database.db, {})).lines.map(({ action, subjectId, detail }) => [action, subjectId, detail])

/** Ids that are not UUIDs, which would be a database error. */
export const noIds = ['', 'unknown', 'zero \0 byte', `${id}0`, "'; drop table questions; --"]

/** Opens a database for the tests in a file. Before each test, it has two certifications and three people. */
export function prepareEditing(): void {
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    const { db } = database
    await saveCertification(db, aCertification(), 0)
    await saveCertification(
      db,
      aCertification({ id: 'mb-230', skillAreas: [{ name: 'Cases', weightMin: 1, weightMax: 2, skills: ['x'] }] }),
      1,
    )
    ada = await addPerson('ada@example.com', true)
    noor = await addPerson('noor@example.com', true)
    camille = await addPerson('camille@example.com', false)
  })
  afterEach(() => database.empty())
}

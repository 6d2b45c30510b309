import { randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recordAudit, recordAudits, listAuditLog, type AuditAction, type AuditFilter } from '#server/audit/audit.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
afterEach(() => database.empty())

const now = new Date()
const deletedQuestionId = '01a1f7f8-3000-7dd5-a155-880000000009'

async function addPerson(email: string): Promise<string> {
  const id = randomUUIDv7()
  await database.db.insertInto('users').values({ id, name: '', email, email_verified: true, created_at: now, updated_at: now }).execute()
  return id
}

/** Adds lines in this order. Lines recorded in the same millisecond have no defined order. */
async function addLines(...lines: { actorId: string | null; action: AuditAction; subjectId: string }[]): Promise<void> {
  const rows = lines.map(({ actorId, action, subjectId }, i) => ({
    id: `01a1f7f8-3000-7dd5-a155-88000000000${i}`,
    at: now,
    actor_id: actorId,
    action,
    subject_id: subjectId,
    detail: null,
  }))
  await database.db.insertInto('audit_log').values(rows).execute()
}

const list = async (filter: AuditFilter = {}) => (await listAuditLog(database.db, filter)).lines

describe('the audit log', () => {
  test('records the actor, the time and the details of an action', async () => {
    const ada = await addPerson('ada@example.com')
    await recordAudit(database.db, ada, 'bank-imported', 'mb-800', { new: 12, changed: 3 })
    expect(await list()).toMatchObject([
      { at: expect.any(Date), action: 'bank-imported', actor: 'ada@example.com', subjectId: 'mb-800', detail: { new: 12, changed: 3 } },
    ])
  })

  test('lists actions with their actors, latest first', async () => {
    const ada = await addPerson('ada@example.com')
    await addLines(
      { actorId: ada, action: 'image-added', subjectId: 'one.png' },
      { actorId: null, action: 'administrator', subjectId: ada },
      { actorId: 'deleted-user', action: 'image-deleted', subjectId: 'one.png' },
    )
    expect((await list()).map(({ action, actor, subjectId }) => [action, actor, subjectId])).toEqual([
      ['image-deleted', undefined, 'one.png'],
      ['administrator', null, ada],
      ['image-added', 'ada@example.com', 'one.png'],
    ])
  })

  test('names the subjects, including deleted questions', async () => {
    const { db } = database
    await saveCertification(db, aCertification({ name: 'Business Central' }), 0)
    await saveCaseStudy(db, { id: 'fabrikam', title: 'Fabrikam', content: '<p>Boats.</p>' })
    await saveQuestions(db, [aQuestion({ text: `<p>Where &amp; <b>when</b>?</p><p>${'Long. '.repeat(40)}</p>` })])
    const versions = [1, 2].map((version) => ({
      question_id: deletedQuestionId,
      version,
      item: JSON.stringify({ text: `<p>Version ${version}?</p>` }),
    }))
    await db
      .insertInto('question_versions')
      .values(versions.map((version) => ({ ...version, saved_at: null, saved_by: null })))
      .execute()
    const ada = await addPerson('ada@example.com')
    const subjects = [ada, 'mb-800', 'fabrikam', aQuestion().id, deletedQuestionId, 'one.png', 'unknown-user']
    await recordAudits(
      db,
      null,
      'question-changed',
      subjects.map((subjectId) => ({ subjectId })),
    )
    const names = new Map((await list()).map(({ subjectId, subject }) => [subjectId, subject]))
    expect(subjects.map((id) => names.get(id))).toEqual([
      'ada@example.com',
      'Business Central',
      'Fabrikam',
      expect.stringMatching(/^Where & when\? Long\. .{60,66}$/),
      'Version 2?',
      undefined,
      undefined,
    ])
  })

  test('has pages of fifty lines', async () => {
    await recordAudits(
      database.db,
      null,
      'image-added',
      Array.from({ length: 120 }, (_, i) => ({ subjectId: `${i}.png` })),
    )
    const sizes: number[] = []
    const seen = new Set<string>()
    let before: string | undefined
    do {
      const page = await listAuditLog(database.db, { before })
      sizes.push(page.lines.length)
      for (const { id } of page.lines) seen.add(id)
      before = page.next
    } while (before)
    expect([sizes, seen.size]).toEqual([[50, 50, 20], 120])
  })

  test('is filtered by kind of subject and by part of the actor’s email address', async () => {
    const [ada, noor] = [await addPerson('ada@example.com'), await addPerson('noor_100%@example.com')]
    await recordAudit(database.db, ada, 'image-added', 'one.png')
    await recordAudit(database.db, noor, 'questions-moved', 'mb-800')
    await recordAudit(database.db, null, 'sessions-ended', ada)
    const actions = async (filter: AuditFilter) => (await list(filter)).map(({ action }) => action)
    expect(await actions({ action: 'images' })).toEqual(['image-added'])
    expect(await actions({ action: 'people' })).toEqual(['sessions-ended'])
    expect(await actions({ search: ' ADA@ ' })).toEqual(['image-added'])
    expect(await actions({ search: '_100%' })).toEqual(['questions-moved'])
    expect(await actions({ search: '_' })).toEqual(['questions-moved'])
    expect(await actions({ action: 'images', search: 'noor' })).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { matchQuestions } from '#server/record/match-questions.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('a question of a record', () => {
  test('matches the published version with the same words, and no draft', async () => {
    const { db } = database
    const draft = aQuestion({ state: 'draft' })
    const reworded = { ...draft, text: '<p>Which page has the payment terms?</p>' }
    const records = new Map([
      ['before', draft],
      ['after', reworded],
    ])
    await saveCertification(db, aCertification(), 0)
    await saveQuestions(db, [draft])
    expect(await matchQuestions(db, records)).toEqual(new Map())
    const now = new Date('2026-11-24T12:00:00Z')
    await changeQuestion(db, null, draft.id, { state: 'published', text: reworded.text }, undefined, now)
    expect(await matchQuestions(db, records)).toEqual(new Map([['after', 2]]))
    await changeQuestion(db, null, draft.id, { state: 'draft', text: draft.text }, undefined, now)
    expect(await matchQuestions(db, records)).toEqual(new Map([['after', 2]]))
  })
})

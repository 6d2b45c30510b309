import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Pool } from 'pg'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { addMembers, openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const now = new Date('2026-11-22T12:00:00Z')
const question = aQuestion()
const id = '01a20000-0000-7000-8000-000000000001'

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
afterEach(() => database.empty())

/** The first word of each statement of the next transaction. */
function watchTransaction(pool: Pool): string[] {
  const statements: string[] = []
  const connect = pool.connect.bind(pool)
  const connectWatched = async () => {
    const client = await connect()
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const queryWatched = (...args: unknown[]) => {
      statements.push(String(args[0]).split(' ')[0] ?? '')
      return query(...args)
    }
    client.query = queryWatched as typeof client.query
    const release = client.release.bind(client)
    client.release = (error) => {
      client.query = query as typeof client.query
      client.release = release
      pool.connect = connect
      release(error)
    }
    return client
  }
  pool.connect = connectWatched as typeof pool.connect
  return statements
}

describe('a reveal', () => {
  test('takes four statements in its transaction: lock, question, what its review depends on, and all changes', async () => {
    await saveCertification(database.db, aCertification(), 0)
    await saveQuestions(database.db, [question])
    await addMembers(database.db, ['camille'], now)
    const send = (base: number, moves: Move[]) => {
      const entries = moves.map((move, i): JournalEntry => ({ key: `key-${base}-${i}-made-up`, move }))
      return appendMoves(database.db, { id, owner: { userId: 'camille' }, base, sentAt: now.getTime(), entries }, now)
    }
    const at = now.getTime()
    await send(0, [{ type: 'start', at, certificationId: 'mb-800', set: 'all', questionIds: [question.id] }])
    await send(1, [{ type: 'answer', at, questionId: question.id, answer: ['C'] }])
    const statements = watchTransaction(database.pool)
    expect(await send(2, [{ type: 'reveal', at, questionId: question.id }])).toMatchObject({ ok: true, next: 3 })
    expect(statements).toEqual(['begin', 'select', 'select', 'select', 'with', 'commit'])
    const [answer] = await database.db.selectFrom('final_answers').select(['question_id', 'is_correct']).execute()
    const [card] = await database.db.selectFrom('review_cards').select(['question_id', 'is_correct']).execute()
    const expected = { question_id: question.id, is_correct: true }
    expect([answer, card]).toEqual([expected, expected])
  })
})

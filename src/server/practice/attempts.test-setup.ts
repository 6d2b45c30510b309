/** What the tests of attempts share: two questions, and the moves of an attempt that a browser sends. */
import type { JournalEntry, Move } from '#exam/moves.ts'
import { findAttempt } from '#server/practice/store.ts'
import { appendMoves, type MoveBatch } from '#server/practice/append-moves.ts'
import { aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { type TestDatabase } from '#tests/services.ts'

export let database: TestDatabase
export const now = new Date('2026-11-22T12:00:00Z')
export const id = '01a20000-0000-7000-8000-000000000001'
export const single = aQuestion({ id: '01a20000-0000-7000-8000-0000000000a1' })
export const reorder = aReorderQuestion({ id: '01a20000-0000-7000-8000-0000000000a2', createdAt: '2026-11-20T09:00:00.000Z' })
export const strange = '01a20000-0000-7000-8000-0000000000ff'
export const camille = { userId: 'camille' }

let keys = 0
export const entry = (move: Partial<Move> & { type: Move['type'] }): JournalEntry => ({
  key: `key-${++keys}-made-up`,
  move: { at: now.getTime(), ...move } as Move,
})
export const begin = (questionIds = [single.id, reorder.id]) => entry({ type: 'start', certificationId: 'mb-800', set: 'all', questionIds })
export const answer = (questionId: string, ...given: string[]) => entry({ type: 'answer', questionId, answer: given })
export const reveal = (questionId: string) => entry({ type: 'reveal', questionId })
export const finish = () => entry({ type: 'finish' })
export const send = (entries: JournalEntry[], values: Partial<MoveBatch> = {}, at = now) =>
  appendMoves(database.db, { id, owner: camille, base: 0, sentAt: now.getTime(), entries, ...values }, at)
export const stored = async () => (await findAttempt(database.db, id, camille))?.attempt
export const finalAnswers = () =>
  database.db.selectFrom('final_answers').select(['question_id as question', 'is_correct as isCorrect']).orderBy('question_id').execute()

/** Opens a database for the tests in a file. Before each test, it has the questions and two members. */
export function prepareAttempts(): void {
  database = prepareDatabase({ questions: [single, reorder], members: ['camille', 'noor'], now })
}

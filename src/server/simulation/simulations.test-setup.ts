/** What the tests of simulations share: a bank with every question type, and moves of candidates. */
import { beforeEach } from 'vitest'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { type AttemptOwner } from '#server/practice/store.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { openQuestionChunks } from '#server/bank/question-chunks.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { startSimulation, findSheet, type SimulationCandidate } from '#server/simulation/simulations.ts'
import type { SimulationRequest, SimulationSheetResponse } from '#exam/contract.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers, type TestDatabase } from '#tests/services.ts'

export let database: TestDatabase
export const now = new Date('2026-11-22T12:00:00Z')
export const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const idOf = (number: number) => `01a20000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`
export const study = { id: idOf(90), title: 'A shop', content: '<p>It sells lamps.</p>' }
export const single = aQuestion({ id: idOf(1) })
export const reorder = aReorderQuestion({ id: idOf(2) })
export const matching = aMatchingQuestion({ id: idOf(3), caseStudyId: study.id })
export const multiple = aQuestion({ id: idOf(4), type: 'multiple_choice', answerKey: ['A', 'C'], caseStudyId: study.id })
const draft = aQuestion({ id: idOf(5), state: 'draft' })
export const bank = [single, reorder, matching, multiple]
export const camille: AttemptOwner = { userId: 'camille' }
export const guest = { address: '203.0.113.9' }

export async function startNew(
  values: Partial<SimulationRequest & { candidate: SimulationCandidate }> = {},
  at = now,
): Promise<{ sheet: SimulationSheetResponse; owner: AttemptOwner; secret: string | undefined }> {
  const request = { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { userId: 'camille' }, ...values } as const
  const started = await startSimulation(database.db, request, at, [], openQuestionChunks(database.db).readIndex)
  if (!started.ok) throw new Error(started.refusal)
  const { sheet, secret } = started
  return { sheet, secret, owner: secret === undefined ? camille : { secret } }
}

let keys = 0
export const entry = (move: Partial<Move> & { type: Move['type'] }): JournalEntry => ({
  key: `key-${++keys}-of-test`,
  move: { at: now.getTime(), ...move } as Move,
})
export const answer = (questionId: string, input: readonly string[]) => entry({ type: 'answer', questionId, answer: input })
export const send = (id: string, owner: AttemptOwner, entries: JournalEntry[], at = now, base = 1) =>
  appendMoves(database.db, { id, owner, base, sentAt: at.getTime(), entries }, at)
export const findFinishedSheet = async (id: string, owner: AttemptOwner, at: Date) => {
  const sheet = await findSheet(database.db, id, owner, at)
  if (!sheet?.finished) throw new Error('The simulation is not finished')
  return sheet
}

/** Opens a database for the tests in a file. Before each test, it has the bank and two members. */
export function prepareSimulations(): void {
  database = prepareDatabase()
  beforeEach(async () => {
    await saveCaseStudy(database.db, study)
    await saveQuestions(database.db, [...bank, draft])
    await addMembers(database.db, ['camille', 'ada'], now)
  })
}

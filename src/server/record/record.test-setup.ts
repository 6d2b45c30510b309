/** What the tests of learner records share: two installations, attempts on one, and files from one to the other. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Move } from '#exam/moves.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { syncNotes } from '#server/notes/notes.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { findAttempt } from '#server/practice/store.ts'
import { importRecord } from '#server/record/import-record.ts'
import { readMyData } from '#server/record/my-data.ts'
import { printRecord } from '#server/record/print-record.ts'
import { readRecord } from '#server/record/read-record.ts'
import { saveRenewalDate } from '#server/exam-dates/index.ts'
import { startSimulation } from '#server/simulation/simulations.ts'
import { aCertification, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { addMembers, openTestServices, type TestServices } from '#tests/services.ts'

export const now = new Date('2026-11-24T12:00:00Z')
export const at = now.getTime() - 3_600_000
export const uuid = (end: string) => `01a20000-0000-7000-8000-0000000000${end}`
export const single = aQuestion({ id: uuid('a1') })
export const reorder = aReorderQuestion({ id: uuid('a2') })
export const gone = aQuestion({ id: uuid('a3'), text: '<p>Only there.</p>', caseStudyId: 'fabrikam' })
const ids = [single.id, reorder.id, gone.id]
export const practiceId = uuid('c1')
export const openId = uuid('c2')

export let there: TestServices
export let here: TestServices

export async function send({ db }: TestServices, id: string, moves: readonly Move[], base = 0, userId = 'camille') {
  const entries = moves.map((move, i) => ({ key: `key-${base + i}-of-${id.slice(-2)}`, move }))
  expect(await appendMoves(db, { id, owner: { userId }, base, sentAt: now.getTime(), entries }, now)).toMatchObject({ ok: true })
}

export const start = (questionIds = ids): Move => ({ type: 'start', at, certificationId: 'mb-800', set: 'mixed', questionIds, seed: 'x' })

/** One finished attempt with two of three correct, one in progress, one simulation, a note, an exam date, and a renewal date. */
async function practice(): Promise<void> {
  await send(there, practiceId, [
    start(),
    { type: 'answer', at: at + 1000, questionId: single.id, answer: ['C'] },
    { type: 'answer', at: at + 2000, questionId: reorder.id, answer: ['0', '1', '2'] },
    { type: 'answer', at: at + 3000, questionId: gone.id, answer: ['C'] },
    { type: 'flag', at: at + 4000, questionId: single.id },
    { type: 'go', at: at + 5000, position: 1, isGuess: true },
    { type: 'finish', at: at + 6000 },
  ])
  await send(there, openId, [
    { ...start([single.id, reorder.id]), set: 'all' } as Move,
    { type: 'answer', at: at + 1000, questionId: single.id, answer: ['A'] },
    { type: 'reveal', at: at + 2000, questionId: single.id },
  ])
  const started = await startSimulation(
    there.db,
    { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { userId: 'camille' } },
    new Date(at),
  )
  if (!started.ok) throw new Error(started.refusal)
  await send(there, started.sheet.id, [{ type: 'finish', at: at + 60_000 }], 1)
  const note = { questionId: single.id, certificationId: 'mb-800', text: 'Look twice.', changedAt: at }
  await syncNotes(there.db, 'camille', { since: 0, sentAt: now.getTime(), notes: [note] }, now)
  await there.db
    .insertInto('exam_dates')
    .values({ user_id: 'camille', certification_id: 'mb-800', exam_on: '2026-12-01', outcome: null })
    .execute()
  await saveRenewalDate(there.db, 'camille', { certification: 'mb-800', day: '2027-03-01', reminds: true }, now)
}

export type JsonRecord = {
  version: number
  attempts: Record<string, unknown>[]
  questions: Record<string, unknown>[]
  questionNotes: Record<string, unknown>[]
}
export const exportFrom = async ({ db }: TestServices, userId = 'camille') =>
  JSON.parse(printRecord(await readMyData(db, userId, now))) as JsonRecord

async function parse(record: unknown) {
  const read = await readRecord(typeof record === 'string' ? record : JSON.stringify(record), now)
  if (!read.ok)
    throw new Error(`${read.code} ${'problems' in read ? read.problems.map(({ place, reason }) => `${place} ${reason}`).join() : ''}`)
  return read.record
}

export async function importTo({ db }: TestServices, record: unknown, userId = 'camille', isDryRun = false) {
  const result = await importRecord(db, { userId, record: await parse(record), isDryRun }, now)
  if (!result.ok) throw new Error(result.refusal)
  return result.summary
}

export const stored = async ({ db }: TestServices, id: string, userId = 'camille') => {
  const attempt = await findAttempt(db, id, { userId })
  if (!attempt) throw new Error(`There is no attempt ${id}`)
  return attempt
}

/** Opens two installations for the tests in a file. Before each test, both have a bank and a member. */
export function prepareInstallations(): void {
  beforeAll(async () => {
    there = await openTestServices()
    here = await openTestServices()
  })
  afterAll(() => Promise.all([there.close(), here.close()]))
  beforeEach(async () => {
    await saveCaseStudy(there.db, { id: 'fabrikam', title: 'Fabrikam & Co', content: '<p>Shoes.</p>' })
    for (const { db } of [there, here]) {
      await saveCertification(db, aCertification(), 0)
      await saveQuestions(db, [single, reorder])
      await addMembers(db, ['camille', 'ada'], now)
    }
    await saveQuestions(there.db, [gone])
    await practice()
  })
  afterEach(() => Promise.all([there.empty(), here.empty()]))
}

/** What the tests of challenges share: a question, reports of problems with it, and changes by an administrator. */
import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, expect } from 'vitest'
import type { ReportReason } from '#exam/reports/question-report.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeChallenge, type ChallengeChange } from '#server/challenges/change.ts'
import { listChallenges } from '#server/challenges/list.ts'
import { receiveReport, type Reporter } from '#server/reports/reports.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { type TestDatabase } from '#tests/services.ts'

export const now = new Date('2026-11-23T12:00:00Z')
export const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
export const question = aQuestion()
export const guest: Reporter = { ipAddress: '203.0.113.7', email: 'noor@example.com' }
export const publicReason = 'The page says ten days, so C is right.'

export let database: TestDatabase

export async function report(
  reason: ReportReason = 'wrong_answer',
  reporter = guest,
  at = now,
  values: { version?: number; questionId?: string } = {},
) {
  const received = { key: randomUUIDv7(), questionId: question.id, version: 1, reason, text: 'Why?', ...values }
  expect(await receiveReport(database.db, received, reporter, at)).toMatchObject({ ok: true })
  return received.key
}
export const correctQuestion = (text = '<p>Corrected?</p>') => saveQuestions(database.db, [aQuestion({ text })])
export const listed = async (state: Parameters<typeof listChallenges>[1]['state']) =>
  (await listChallenges(database.db, { state })).challenges
export const onlyChallenge = async () => {
  const found = (await Promise.all((['open', 'under_review', 'confirmed', 'rejected'] as const).map(listed))).flat()
  if (found.length !== 1 || !found[0]) throw new Error(`There are ${found.length} challenges`)
  return found[0]
}
/** The challenges for which results are scored again. */
export const rescored: string[] = []
export const services = () => ({
  db: database.db,
  jobs: { addRescore: async ({ challengeId }: { challengeId: string }) => void rescored.push(challengeId) },
})
export const change = async (made: ChallengeChange, actor = 'ada', version?: number, at = now) => {
  const challenge = await onlyChallenge()
  return changeChallenge(services(), { actorId: actor, id: challenge.id, version: version ?? challenge.version }, made, at)
}
export const confirmed = { kind: 'confirmed', publicReason, correction: 'answer_key', correctedVersion: 2 } as const
export const rejected = { kind: 'rejected', publicReason } as const

/** Opens a database for the tests in a file. Before each test, it has a question, a member, and an administrator. */
export function prepareChallenges(): void {
  database = prepareDatabase({ questions: [question], members: ['ada', 'grace', 'camille'], now })
  beforeEach(async () => {
    for (const id of ['ada', 'grace']) await grantAdministrator(database.db, `${id}@example.com`)
  })
  afterEach(async () => {
    rescored.length = 0
  })
}

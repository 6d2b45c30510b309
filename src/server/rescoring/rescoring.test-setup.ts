/** What the tests of re-scoring share: a bank of five questions, three members, and attempts with final answers. */
import { afterEach, expect } from 'vitest'
import type { QuestionSet } from '#exam/attempt.ts'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { minuteMs } from '#exam/duration.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { openUnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { listCorrectionNotices } from '#server/rescoring/notices.ts'
import { runRescore } from '#server/rescoring/queue.ts'
import { startRescore } from '#server/rescoring/rescore.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { testSecret, type TestDatabase } from '#tests/services.ts'

export let database: TestDatabase
export const now = new Date('2026-11-24T12:00:00Z')
export const later = new Date('2026-11-24T13:00:00Z')
export const uuid = (number: number) => `01a20000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
export const challengeId = uuid(0xc1)
export const bank = Array.from({ length: 5 }, (_, i) => aQuestion({ id: uuid(i + 1) }))
export const [question = aQuestion()] = bank
export const members = ['camille', 'noor', 'ada']
export const origin = 'https://praxam.example'
export const sent: MailMessage[] = []
export const queued: { challengeId: string }[] = []
const jobs = { addRescore: async (job: { challengeId: string }) => void queued.push(job) }
export const mail = {
  origin,
  tokens: openUnsubscribeTokens([testSecret]),
  jobs: { sendMail: async (message: MailMessage) => void sent.push(message) },
}

let attempts = 0
type Practice = { userId?: string; answers: readonly string[]; set?: QuestionSet; ends?: boolean; at?: Date; ids?: readonly string[] }

/** A finished attempt with an answer to each question in the bank, or one in progress with revealed answers. */
export async function practice({ userId = 'camille', answers, set = 'all', ends = true, at = now, ids }: Practice): Promise<string> {
  const id = uuid(0x10000 + ++attempts)
  const questionIds = ids ?? bank.map((one) => one.id)
  const startedAt = at.getTime() - 30 * minuteMs
  const moves: Move[] = [
    { type: 'start', at: startedAt, certificationId: 'mb-800', set, questionIds },
    ...answers.flatMap((answer, i): Move[] => {
      const questionId = questionIds[i] ?? ''
      const given: Move = { type: 'answer', at: startedAt + i + 1, questionId, answer: [answer] }
      return ends ? [given] : [given, { type: 'reveal', at: startedAt + i + 1, questionId }]
    }),
    ...(ends ? [{ type: 'finish' as const, at: startedAt + 100 }] : []),
  ]
  await append(userId, id, moves, 0, at)
  return id
}

export async function append(userId: string, id: string, moves: readonly Move[], base: number, at: Date) {
  const entries = moves.map((move, i): JournalEntry => ({ key: `${id}-${base + i}`, move }))
  const result = await appendMoves(database.db, { id, owner: { userId }, base, sentAt: at.getTime(), entries }, at)
  expect(result).toMatchObject({ ok: true, next: base + moves.length })
}

/** The administrator changes fields of the question. @returns the new version */
export async function correct(changes: object, id = question.id): Promise<number> {
  const result = await changeQuestion(database.db, null, id, changes, undefined, later)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.record.version
}

const request = (toVersion: number, values: object = {}) => ({
  challengeId,
  questionId: question.id,
  toVersion,
  actorId: 'ada',
  publicReason: 'The page of the product says so.',
  ...values,
})
export const begin = (toVersion: number, values: object = {}) => startRescore(database.db, jobs, request(toVersion, values), later)
export const run = (id = challengeId) => runRescore(database.db, mail, id, () => later)
export const resultOf = (id: string) =>
  database.db.selectFrom('attempts').select(['correct', 'total', 'questions']).where('id', '=', id).executeTakeFirstOrThrow()
export const answerOf = (attemptId: string, questionId = question.id) =>
  database.db
    .selectFrom('final_answers')
    .select(['is_correct', 'version', 'answer'])
    .where('attempt_id', '=', attemptId)
    .where('question_id', '=', questionId)
    .executeTakeFirstOrThrow()
export const notices = (userId = 'camille') => listCorrectionNotices(database.db, userId)
/** Makes the answers look like those of releases before migration 0021. */
export const forgetAnswers = () => database.db.updateTable('final_answers').set({ answer: null, version: null }).execute()

/** Opens a database for the tests in a file. Before each test, it has the bank and the members. */
export function prepareRescoring(): void {
  database = prepareDatabase({ questions: bank, members, now })
  afterEach(async () => {
    sent.length = 0
    queued.length = 0
  })
}

/** What the tests of reminders share: members with settings, their practice, and the mail that is sent. */
import { afterEach, expect } from 'vitest'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { defaultSettings, type Settings } from '#exam/planning/settings.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { openUnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { testSecret, type TestDatabase } from '#tests/services.ts'

export let database: TestDatabase
export const tokens = openUnsubscribeTokens([testSecret])
export const origin = 'https://praxam.example'
export const sent: MailMessage[] = []
export const parts = { origin, tokens, jobs: { sendMail: async (message: MailMessage) => void sent.push(message) } }

const questions = ['a1', 'a2', 'a3'].map((end, index) =>
  aQuestion({ id: `01a20000-0000-7000-8000-0000000000${end}`, createdAt: `2026-11-20T0${index}:00:00.000Z` }),
)
export const [first, second, third] = questions.map(({ id }) => id) as [string, string, string]

/** A time long before those of the tests. */
export const early = new Date('2026-01-01T00:00:00Z')
export const at = (text: string) => new Date(text)

export async function aMember(
  settings: Partial<Settings> = {},
  values: { id?: string; email_verified?: boolean; disabled_at?: Date } = {},
) {
  const id = values.id ?? 'camille'
  await database.db
    .insertInto('users')
    .values({ name: '', email: `${id}@example.com`, email_verified: true, created_at: early, updated_at: early, ...values, id })
    .execute()
  const set = { ...defaultSettings, studyReminders: true, emailNotifications: true, timeZone: 'Europe/Paris', ...settings }
  await saveSettings(database.db, id, set, early)
  return id
}
export const days = () => sent.length

let runs = 0
/** Stores an attempt with one move per instant, which answers and reveals the questions. */
export async function practice(userId: string, instants: readonly string[], answers: Record<string, string> = {}): Promise<void> {
  const times = instants.map((text) => Date.parse(text))
  const moves: Move[] = [
    { type: 'start', at: times[0] ?? 0, certificationId: 'mb-800', set: 'all', questionIds: [first, second, third] },
    ...times.slice(1).map((time, index): Move => ({ type: 'go', at: time, position: 1 + (index % 2) })),
    ...Object.entries(answers).flatMap(([questionId, letter]): Move[] => [
      { type: 'answer', at: times.at(-1) ?? 0, questionId, answer: [letter] },
      { type: 'reveal', at: times.at(-1) ?? 0, questionId },
    ]),
  ]
  const id = `01a20000-0000-7000-8000-${String(++runs).padStart(12, '0')}`
  const entries = moves.map((move, index): JournalEntry => ({ key: `key-${runs}-${index}-made-up`, move }))
  const last = new Date(times.at(-1) ?? 0)
  const kept = await appendMoves(database.db, { id, owner: { userId }, base: 0, sentAt: last.getTime(), entries }, last)
  expect(kept).toMatchObject({ ok: true, recorded: entries.map(({ key }) => key) })
}

/** Opens a database for the tests in a file, and forgets sent mail after each test. */
export function prepareReminders(): void {
  database = prepareDatabase({ questions })
  afterEach(async () => {
    sent.length = 0
  })
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Certification } from '#exam/certification.ts'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { defaultSettings, type Settings } from '#exam/planning/settings.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { announceRetirements } from '#server/reminders/retirement-notices.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { openUnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { testSecret } from '#tests/services.ts'

const now = new Date('2026-11-22T12:00:00Z')
const origin = 'https://praxam.example'
const tokens = openUnsubscribeTokens([testSecret])
const sent: MailMessage[] = []
const parts = { origin, tokens, jobs: { sendMail: async (message: MailMessage) => void sent.push(message) } }
const question = aQuestion()
const retired: Partial<Certification> = { status: 'retired', retiredOn: '2026-11-21', successor: 'MB-820' }

const database = prepareDatabase()
beforeEach(async () => {
  await saveCertification(database.db, aCertification({ id: 'mb-200', ...retired }), 1)
  await saveQuestions(database.db, [question])
})
afterEach(async () => {
  sent.length = 0
})

const announce = (at = now) => announceRetirements(database.db, parts, at)
const retire = (values: Partial<Certification> = retired) => saveCertification(database.db, aCertification(values), 0)

async function aMember(
  id: string,
  settings: Partial<Settings> = {},
  practice: 'answered' | 'opened' | 'none' = 'answered',
  values: { email_verified?: boolean; disabled_at?: Date } = {},
): Promise<void> {
  await database.db
    .insertInto('users')
    .values({ id, name: '', email: `${id}@example.com`, email_verified: true, created_at: now, updated_at: now, ...values })
    .execute()
  await saveSettings(database.db, id, { ...defaultSettings, emailNotifications: true, ...settings }, now)
  if (practice === 'none') return
  const time = now.getTime()
  const moves: Move[] = [
    { type: 'start', at: time, certificationId: 'mb-800', set: 'all', questionIds: [question.id] },
    { type: 'answer', at: time, questionId: question.id, answer: ['A'] },
  ]
  const entries = moves.slice(0, practice === 'opened' ? 1 : 2).map((move, i): JournalEntry => ({ key: `key-${i}-of-${id}`, move }))
  expect(
    await appendMoves(database.db, { id: crypto.randomUUID(), owner: { userId: id }, base: 0, sentAt: time, entries }, now),
  ).toMatchObject({
    ok: true,
  })
}

const recipients = () => sent.map(({ to }) => to.address)

describe('retirement notices', () => {
  test('go once to members who practice the exam, with the successor', async () => {
    await aMember('camille')
    await announce()
    expect(sent).toEqual([])
    await retire()
    await announce()
    expect(sent).toMatchObject([{ kind: 'retirement-news', subject: 'Your exam MB-800 is retired' }])
    expect(sent[0]?.text).toContain('was retired on November 21, 2026 and can no longer be taken.\n\nIts replacement: MB-820.')
    expect(sent[0]?.action).toBe(`${origin}/certifications/mb-800`)
    expect(tokens.read(new URL(sent[0]?.unsubscribe ?? '').searchParams.get('token') ?? '')).toEqual({
      userId: 'camille',
      kind: 'emailNotifications',
    })
    await announce()
    expect(sent).toHaveLength(1)
  })

  test('are not sent for an exam that was retired at first sight', async () => {
    await retire()
    await aMember('camille')
    await announce()
    expect(sent).toEqual([])
  })

  test('are not repeated when the status changes back and forth', async () => {
    await aMember('camille')
    await announce()
    for (const values of [retired, {}, retired]) {
      await retire(values)
      await announce()
    }
    expect(sent).toHaveLength(1)
  })

  test('are sent once when several processes check at the same time', async () => {
    for (const id of ['camille', 'noor', 'ada']) await aMember(id)
    await announce()
    await retire()
    await Promise.all(Array.from({ length: 5 }, () => announce()))
    expect(recipients().toSorted()).toEqual(['ada@example.com', 'camille@example.com', 'noor@example.com'])
  })

  test('reach every member after a process failed', async () => {
    for (const id of ['camille', 'noor']) await aMember(id)
    await announce()
    await retire()
    const dying = { ...parts, jobs: { sendMail: () => Promise.reject(new Error('The process dies')) } }
    await expect(announceRetirements(database.db, dying, now)).rejects.toThrow('dies')
    expect(recipients()).toEqual([])
    await announce()
    expect(recipients().toSorted()).toEqual(['camille@example.com', 'noor@example.com'])
  })

  test('omit an unverified date and an unknown successor', async () => {
    await aMember('camille')
    await announce()
    const sources = { retiredOn: { source: 'the page', checkedOn: '2026-11-20', isApproximate: true } }
    await retire({ ...retired, successor: null, sources })
    await announce()
    expect(sent[0]?.text).toContain('is retired and can no longer be taken.\n\nWe don’t know of a replacement.')
  })

  test('go to no other users', async () => {
    await aMember('off', { emailNotifications: false })
    await aMember('opened', {}, 'opened')
    await aMember('never', {}, 'none')
    await aMember('unconfirmed', {}, 'answered', { email_verified: false })
    await aMember('disabled', {}, 'answered', { disabled_at: now })
    await announce()
    await retire()
    await announce()
    expect(sent).toEqual([])
  })

  test('do not go to members who have not practiced for 180 days', async () => {
    await aMember('camille')
    await announce()
    await retire()
    await announce(new Date('2027-05-22T12:00:00Z'))
    expect(sent).toEqual([])
  })
})

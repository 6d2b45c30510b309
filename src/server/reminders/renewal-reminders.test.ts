import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#exam/planning/local-day.ts'
import { defaultSettings } from '#exam/planning/settings.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveRenewalDate, stopRenewalReminders } from '#server/exam-dates/renewal-dates.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { sendRenewalReminders } from '#server/reminders/renewal-reminders.ts'
import { openUnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { aCertification } from '#tests/factories.ts'
import { openTestDatabase, testSecret, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const origin = 'https://praxam.example'
const tokens = openUnsubscribeTokens([testSecret])
const sent: MailMessage[] = []
const parts = { origin, tokens, jobs: { sendMail: async (message: MailMessage) => void sent.push(message) } }
const endsOn = '2027-06-30'
/** Noon, that many days before the end. */
const before = (days: number, hour = '12') => new Date(`${addDays(endsOn, -days)}T${hour}:00:00Z`)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => saveCertification(database.db, aCertification(), 0))
afterEach(async () => {
  sent.length = 0
  await database.empty()
})

const send = (at: Date) => sendRenewalReminders(database.db, parts, at)

async function aMember(id: string, { savedOn = before(300), timeZone = 'UTC', isVerified = true, reminds = true } = {}): Promise<void> {
  await database.db
    .insertInto('users')
    .values({ id, name: '', email: `${id}@example.com`, email_verified: isVerified, created_at: savedOn, updated_at: savedOn })
    .execute()
  await saveSettings(database.db, id, { ...defaultSettings, timeZone, isTimeZoneChosen: true }, savedOn)
  expect(await saveRenewalDate(database.db, id, { certification: 'mb-800', day: endsOn, reminds }, savedOn)).toBeUndefined()
}

describe('renewal reminders', () => {
  test('are sent once each, 180, 90, and 30 days before the end', async () => {
    await aMember('camille')
    const days: number[] = []
    for (let left = 185; left >= -2; left--) {
      const count = sent.length
      await send(before(left))
      await send(before(left, '13'))
      if (sent.length > count) days.push(left)
    }
    expect(days).toEqual([180, 90, 30])
    expect(sent).toHaveLength(3)
    expect(sent[1]).toMatchObject({ kind: 'renewal-reminder', subject: 'Renew MB-800: it expires in 90 days' })
    expect(sent[1]?.text).toContain('expires on June 30, 2027, in 90 days.')
    expect(sent[1]?.action).toBe(`${origin}/certifications/mb-800?mode=renewal`)
  })

  test('are sent late after downtime, but only the latest', async () => {
    await aMember('camille')
    await send(before(28))
    await send(before(27))
    expect(sent.map(({ subject }) => subject)).toEqual(['Renew MB-800: it expires in 28 days'])
  })

  test('are not sent for days that had passed when the date was saved', async () => {
    await aMember('camille', { savedOn: before(100) })
    await send(before(100))
    expect(sent).toEqual([])
    await send(before(90))
    expect(sent).toHaveLength(1)
  })

  test('wait for the morning of the member', async () => {
    await aMember('noor', { timeZone: 'America/Los_Angeles' })
    // It is 4 in the morning there.
    await send(before(180, '12'))
    expect(sent).toEqual([])
    await send(before(180, '16'))
    expect(sent).toHaveLength(1)
  })

  test('say that a retired credential cannot be renewed, and which exam is next', async () => {
    await aMember('camille')
    await saveCertification(database.db, aCertification({ status: 'retired', successor: 'MB-820' }), 0)
    await send(before(90))
    expect(sent[0]?.subject).toBe('MB-800 expires in 90 days and can’t be renewed')
    expect(sent[0]?.text).toContain('can’t be renewed.\n\nIts replacement: MB-820.')
  })

  test('are not sent without a confirmed address, without the wish, or after unsubscribing', async () => {
    await aMember('camille', { isVerified: false })
    await aMember('noor', { reminds: false })
    await aMember('sam')
    const token = new URL(`${origin}/unsubscribe?token=${tokens.make({ userId: 'sam', kind: 'renewalReminders' })}`).searchParams
    expect(tokens.read(token.get('token') ?? '')).toEqual({ userId: 'sam', kind: 'renewalReminders' })
    await stopRenewalReminders(database.db, 'sam')
    await send(before(90))
    expect(sent).toEqual([])
  })
})

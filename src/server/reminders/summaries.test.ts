import { describe, expect, test } from 'vitest'
import { sendSummaries } from '#server/reminders/reminders.ts'
import {
  aMember,
  at,
  database,
  days,
  early,
  first,
  origin,
  parts,
  practice,
  prepareReminders,
  second,
  sent,
  third,
  tokens,
} from '#server/reminders/reminders.test-setup.ts'

prepareReminders()

const sendSummary = (text: string) => sendSummaries(database.db, parts, at(text))

describe('a summary', () => {
  const monday = '2026-11-23T07:00:00Z'

  test('is sent once on Monday at 8:00 local time, with the figures of the week', async () => {
    await aMember()
    await practice('camille', ['2026-11-16T10:00:00Z', '2026-11-16T10:04:00Z', '2026-11-16T10:20:00Z'], { [first]: 'C', [second]: 'A' })
    await practice('camille', ['2026-11-22T22:58:00Z', '2026-11-22T22:59:30Z'], { [third]: 'C' })
    await sendSummary('2026-11-23T06:55:00Z')
    expect(sent).toEqual([])
    await sendSummary(monday)
    expect(sent).toMatchObject([
      {
        kind: 'weekly-summary',
        subject: 'Your week on Praxam: 6 minutes, 3 answers',
        goodUntil: '2026-11-23T23:00:00.000Z',
        action: `${origin}/profile`,
      },
    ])
    expect(sent[0]?.text).toContain('From November 16, 2026 to November 22, 2026, you practiced for 6 minutes.')
    expect(sent[0]?.text).toContain('3 answers were graded, 2 correct (67%).')
    for (const later of [monday, '2026-11-23T12:00:00Z', '2026-11-24T07:00:00Z']) await sendSummary(later)
    expect(sent).toHaveLength(1)
  })

  test('waits for the next run when the process closes', async () => {
    await practice(await aMember(), ['2026-11-17T10:00:00Z', '2026-11-17T10:01:00Z'])
    await sendSummaries(database.db, parts, at('2026-11-23T07:00:00Z'), AbortSignal.abort())
    expect(days()).toBe(0)
    await sendSummary('2026-11-23T07:05:00Z')
    expect(days()).toBe(1)
  })

  test('counts that week only', async () => {
    await aMember()
    const inside = ['2026-11-15T23:00:00Z', '2026-11-15T23:03:00Z', '2026-11-15T23:08:00Z', '2026-11-15T23:13:01Z', '2026-11-15T23:20:00Z']
    await practice('camille', ['2026-11-15T22:00:00Z', '2026-11-15T22:05:00Z'], { [first]: 'C' })
    await practice('camille', inside, { [first]: 'A' })
    await practice('camille', ['2026-11-22T23:00:00Z', '2026-11-22T23:05:00Z'], { [first]: 'C' })
    await sendSummary(monday)
    expect(sent[0]?.subject).toBe('Your week on Praxam: 8 minutes, 1 answer')
    expect(sent[0]?.text).toContain('1 answer was graded, 0 correct (0%).')
  })

  test('is not sent after a week without practice', async () => {
    await aMember()
    await practice('camille', ['2026-11-13T10:00:00Z'])
    await practice('camille', ['2026-11-23T06:00:00Z'])
    await sendSummary(monday)
    expect(sent).toEqual([])
    await sendSummary('2026-11-30T07:00:00Z')
    expect(sent).toHaveLength(1)
  })

  test('is sent once when several processes check at the same time', async () => {
    await aMember()
    await practice('camille', ['2026-11-16T10:00:00Z'])
    await Promise.all(Array.from({ length: 5 }, () => sendSummary(monday)))
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['whose address is not confirmed', {}, { email_verified: false }],
    ['whose account is disabled', {}, { disabled_at: early }],
    ['who switched it off', { emailNotifications: false }, {}],
  ])('is not sent to a member %s', async (_, settings, values) => {
    await aMember(settings, values)
    await practice('camille', ['2026-11-16T10:00:00Z'])
    await sendSummary(monday)
    expect(sent).toEqual([])
  })

  test('has an unsubscribe link', async () => {
    await aMember()
    await practice('camille', ['2026-11-16T10:00:00Z'])
    await sendSummary(monday)
    const token = new URL(sent[0]?.unsubscribe ?? '').searchParams.get('token') ?? ''
    expect(tokens.read(token)).toEqual({ userId: 'camille', kind: 'emailNotifications' })
  })
})

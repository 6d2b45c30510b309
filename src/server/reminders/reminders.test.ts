import { describe, expect, test } from 'vitest'
import type { JournalEntry } from '#exam/moves.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { sendReminders } from '#server/reminders/reminders.ts'
import { defaultSettings, type Settings } from '#exam/planning/settings.ts'
import { recordBrowserTimeZone, readSettings, saveSettings, saveMailSettings, disableMail } from '#server/settings/settings.ts'
import { aQuestion } from '#tests/factories.ts'
import { addMembers } from '#tests/services.ts'
import {
  aMember,
  at,
  database,
  days,
  early,
  origin,
  parts,
  practice,
  prepareReminders,
  sent,
  tokens,
} from '#server/reminders/reminders.test-setup.ts'

prepareReminders()

const remind = (text: string) => sendReminders(database.db, parts, at(text))

describe('a reminder', () => {
  test('is sent once on the chosen days at the chosen local hour', async () => {
    await aMember({ reminderDays: [1, 3], reminderHour: 18 })
    await remind('2026-11-23T16:55:00Z')
    expect(days()).toBe(0)
    await remind('2026-11-23T17:00:00Z')
    expect(sent).toMatchObject([{ kind: 'study-reminder', to: { address: 'camille@example.com' }, subject: 'Time to practice' }])
    for (const later of ['2026-11-23T17:05:00Z', '2026-11-23T19:00:00Z', '2026-11-24T17:00:00Z']) await remind(later)
    expect(days()).toBe(1)
    await remind('2026-11-25T17:00:00Z')
    expect(days()).toBe(2)
  })

  test('is in the language of the member', async () => {
    await aMember({ language: 'fr' })
    await remind('2026-11-23T17:00:00Z')
    expect(sent.map(({ subject }) => subject)).toEqual(['À vous de jouer'])
  })

  test('waits for the next run when the process closes', async () => {
    await aMember()
    await sendReminders(database.db, parts, at('2026-11-23T17:00:00Z'), AbortSignal.abort())
    expect(days()).toBe(0)
    await remind('2026-11-23T17:05:00Z')
    expect(days()).toBe(1)
  })

  test('follows daylight saving time', async () => {
    await aMember({ reminderDays: [1, 2, 3, 4, 5, 6, 7], reminderHour: 8 })
    await remind('2026-10-24T05:59:00Z')
    expect(days()).toBe(0)
    await remind('2026-10-24T06:00:00Z')
    expect(days()).toBe(1)
    await remind('2026-10-25T06:30:00Z')
    expect(days()).toBe(1)
    await remind('2026-10-25T07:00:00Z')
    expect(days()).toBe(2)
  })

  test.each([
    ['an hour that comes twice', 'Europe/Paris', 2, ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z']],
    ['an hour that is left out', 'America/New_York', 2, ['2026-03-08T07:00:00Z', '2026-03-08T07:30:00Z', '2026-03-08T08:00:00Z']],
    ['a midnight that is left out', 'Africa/Cairo', 0, ['2026-04-23T22:00:00Z', '2026-04-23T22:30:00Z', '2026-04-23T23:00:00Z']],
  ])('is sent once on a day with %s', async (_, timeZone, reminderHour, instants) => {
    await aMember({ reminderDays: [1, 2, 3, 4, 5, 6, 7], reminderHour, timeZone })
    for (const instant of instants) await remind(instant)
    expect(days()).toBe(1)
  })

  test.each([
    ['Pacific/Kiritimati', '2026-11-23T04:00:00Z'],
    ['Asia/Kolkata', '2026-11-23T12:30:00Z'],
    ['America/Los_Angeles', '2026-11-24T02:00:00Z'],
  ])('is sent on Monday at 18:00 in %s', async (timeZone, instant) => {
    await aMember({ reminderDays: [1], timeZone })
    await remind(new Date(Date.parse(instant) - 60_000).toISOString())
    expect(days()).toBe(0)
    await remind(instant)
    expect(days()).toBe(1)
  })

  test('that was missed is sent up to three hours late', async () => {
    await aMember({ reminderDays: [1, 2], reminderHour: 12 })
    await remind('2026-11-23T14:00:00Z')
    expect(days()).toBe(0)
    await remind('2026-11-24T13:55:00Z')
    expect(days()).toBe(1)
  })

  test('is sent once when several processes check at the same time', async () => {
    for (const id of ['camille', 'noor', 'ada']) await aMember({}, { id })
    await Promise.all(Array.from({ length: 5 }, () => remind('2026-11-23T17:00:00Z')))
    expect(sent.map(({ to }) => to.address).toSorted()).toEqual(['ada@example.com', 'camille@example.com', 'noor@example.com'])
  })

  test('reaches every member of every time zone once', async () => {
    const zones = ['Europe/Paris', 'Europe/Berlin', 'Africa/Tunis']
    for (let i = 0; i < 60; i++) await aMember({ timeZone: zones[i % zones.length] ?? '' }, { id: `member-${i}` })
    await remind('2026-11-23T17:00:00Z')
    expect(new Set(sent.map(({ to }) => to.address)).size).toBe(60)
    expect(sent).toHaveLength(60)
  })

  test('that fails is sent by the next check, and does not stop those of other members', async () => {
    for (const id of ['ada', 'camille', 'noor']) await aMember({}, { id })
    const sendMail = async (message: MailMessage) => {
      if (message.to.address === 'camille@example.com') throw new Error('The queue is gone')
      sent.push(message)
    }
    await expect(sendReminders(database.db, { ...parts, jobs: { sendMail } }, at('2026-11-23T17:00:00Z'))).rejects.toThrow('queue')
    expect(sent.map(({ to }) => to.address)).toEqual(['ada@example.com', 'noor@example.com'])
    await remind('2026-11-23T17:05:00Z')
    expect(sent.map(({ to }) => to.address)).toEqual(['ada@example.com', 'noor@example.com', 'camille@example.com'])
  })

  test('is not sent on a local day with practice', async () => {
    await aMember({ reminderDays: [1, 2] })
    await practice('camille', ['2026-11-22T23:30:00Z'])
    await remind('2026-11-23T17:00:00Z')
    expect(days()).toBe(0)
    await remind('2026-11-24T17:00:00Z')
    expect(days()).toBe(1)
  })

  test('does not depend on the practice of other members', async () => {
    await aMember()
    await aMember({ studyReminders: false }, { id: 'noor' })
    await practice('noor', ['2026-11-23T10:00:00Z'])
    await remind('2026-11-23T17:00:00Z')
    expect(sent).toMatchObject([{ to: { address: 'camille@example.com' } }])
  })

  test.each([
    ['whose address is not confirmed', {}, { email_verified: false }],
    ['whose account is disabled', {}, { disabled_at: early }],
    ['who switched them off', { studyReminders: false }, {}],
    ['who chose other days', { reminderDays: [2] }, {}],
    ['who chose another hour', { reminderHour: 19 }, {}],
  ])('is not sent to a member %s', async (_, settings, values) => {
    await aMember(settings, values)
    await remind('2026-11-23T17:00:00Z')
    expect(sent).toEqual([])
  })

  test('expires at the end of the day', async () => {
    await aMember()
    await remind('2026-11-23T17:00:00Z')
    expect(sent).toMatchObject([{ goodUntil: '2026-11-23T23:00:00.000Z' }])
  })

  test('lists upcoming exams and links to the latest practice', async () => {
    await aMember()
    await practice('camille', ['2026-11-20T10:00:00Z'])
    for (const [certification_id, exam_on] of [
      ['pl-900', '2026-11-24'],
      ['mb-800', '2026-12-16'],
      ['mb-230', '2026-11-22'],
      ['mb-500', '2026-11-23'],
    ] as const)
      await database.db.insertInto('exam_dates').values({ user_id: 'camille', certification_id, exam_on }).execute()
    await remind('2026-11-23T17:00:00Z')
    const [{ text, action } = { text: '', action: '' }] = sent
    expect(text).toContain('Your MB-500 exam is today.\n\nYour PL-900 exam is tomorrow.\n\nYour MB-800 exam is in 23 days.')
    expect(text).not.toContain('MB-230')
    expect(action).toBe(`${origin}/exam/mb-800`)
  })

  test('shows how many questions are due, within the daily limit', async () => {
    await aMember({ dailyQuestions: 5 })
    const many = Array.from({ length: 8 }, (_, i) => aQuestion({ id: `01a20000-0000-7000-8000-0000000001${i}0` }))
    await saveQuestions(database.db, many)
    const now = at('2026-11-20T12:00:00Z')
    const entries = many.flatMap(({ id }): JournalEntry[] => [
      { key: `answer-to-${id}`, move: { type: 'answer', at: now.getTime(), questionId: id, answer: ['A'] } },
      { key: `reveal-of-${id}`, move: { type: 'reveal', at: now.getTime(), questionId: id } },
    ])
    const questionIds = many.map(({ id }) => id)
    const start: JournalEntry = {
      key: 'start-of-many',
      move: { type: 'start', at: now.getTime(), certificationId: 'mb-800', set: 'all', questionIds },
    }
    const id = '01a20000-0000-7000-8000-0000000002a0'
    await appendMoves(database.db, { id, owner: { userId: 'camille' }, base: 0, sentAt: now.getTime(), entries: [start, ...entries] }, now)
    await remind('2026-11-23T17:00:00Z')
    expect(sent).toMatchObject([{ subject: 'Time to practice: 5 questions due today', action: `${origin}/exam/mb-800/review` }])
  })

  test('has an unsubscribe link', async () => {
    await aMember()
    await remind('2026-11-23T17:00:00Z')
    const [{ text, unsubscribe } = { text: '', unsubscribe: '' }] = sent
    expect(text).toContain(unsubscribe)
    expect(tokens.read(new URL(unsubscribe ?? '').searchParams.get('token') ?? '')).toEqual({ userId: 'camille', kind: 'studyReminders' })
  })
})

describe('settings', () => {
  const now = at('2026-11-23T16:30:00Z')

  test('have default values at first', async () => {
    await addMembers(database.db, ['noor'], early)
    expect(await readSettings(database.db, 'noor')).toEqual(defaultSettings)
    await database.db.insertInto('user_profiles').values({ id: 'noor' }).execute()
    expect(await readSettings(database.db, 'noor')).toEqual(defaultSettings)
  })

  test('are stored as entered', async () => {
    const settings: Settings = {
      emailNotifications: true,
      studyReminders: true,
      reminderDays: [2, 7],
      reminderHour: 0,
      timeZone: 'Asia/Tokyo',
      isTimeZoneChosen: true,
      dailyQuestions: 200,
      extraTime: 1.25,
      dailyGoal: 50,
      language: 'fr',
    }
    await aMember(settings)
    expect(await readSettings(database.db, 'camille')).toEqual(settings)
  })

  test('use the browser’s time zone until the member chooses one', async () => {
    await aMember({ timeZone: 'UTC' })
    await recordBrowserTimeZone(database.db, 'camille', 'Europe/Paris', now)
    expect((await readSettings(database.db, 'camille')).timeZone).toBe('Europe/Paris')
    await saveSettings(database.db, 'camille', { ...defaultSettings, timeZone: 'UTC', isTimeZoneChosen: true }, now)
    await recordBrowserTimeZone(database.db, 'camille', 'Europe/Paris', now)
    expect((await readSettings(database.db, 'camille')).timeZone).toBe('UTC')
  })

  test('with an hour that is over today cause a reminder tomorrow; within the hour, today', async () => {
    await aMember({ studyReminders: false })
    await saveSettings(
      database.db,
      'camille',
      { ...(await readSettings(database.db, 'camille')), studyReminders: true, reminderHour: 16 },
      now,
    )
    await remind('2026-11-23T16:35:00Z')
    expect(sent).toEqual([])
    // The member sets the reminder again within the hour, for the same hour.
    const changed = { ...(await readSettings(database.db, 'camille')), reminderHour: 17 }
    await saveSettings(database.db, 'camille', changed, now)
    await remind('2026-11-23T16:35:00Z')
    expect(sent).toHaveLength(1)
    await remind('2026-11-24T16:00:00Z')
    expect(sent).toHaveLength(2)
    sent.length = 0
    await aMember({ studyReminders: false, reminderHour: 17 }, { id: 'noor' })
    await saveMailSettings(database.db, 'noor', { studyReminders: true, emailNotifications: false }, now)
    await remind('2026-11-23T16:35:00Z')
    expect(sent.map(({ to }) => to.address)).toEqual(['noor@example.com'])
  })

  test('that are changed concurrently keep both changes', async () => {
    await aMember({ studyReminders: false, emailNotifications: false, timeZone: 'UTC' })
    await Promise.all([
      recordBrowserTimeZone(database.db, 'camille', 'Europe/Paris', now),
      saveMailSettings(database.db, 'camille', { studyReminders: true, emailNotifications: true }, now),
    ])
    expect(await readSettings(database.db, 'camille')).toMatchObject({
      studyReminders: true,
      emailNotifications: true,
      timeZone: 'Europe/Paris',
    })
  })

  test('change one switch through the unsubscribe link', async () => {
    await aMember({ dailyQuestions: 50 })
    await disableMail(database.db, 'camille', 'studyReminders')
    expect(await readSettings(database.db, 'camille')).toMatchObject({
      studyReminders: false,
      emailNotifications: true,
      dailyQuestions: 50,
    })
    await disableMail(database.db, 'camille', 'emailNotifications')
    expect(await readSettings(database.db, 'camille')).toMatchObject({ emailNotifications: false })
    await disableMail(database.db, 'unknown-user', 'studyReminders')
  })
})

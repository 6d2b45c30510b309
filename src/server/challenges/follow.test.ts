import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { followedReportsMax } from '#exam/reports/challenge.ts'
import type { ReportReason } from '#exam/reports/question-report.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeChallenge, type ChallengeChange } from '#server/challenges/change.ts'
import { followReports, listOwnReports, type ReportFollower } from '#server/challenges/follow.ts'
import { tellReporters } from '#server/challenges/tell-reporters.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { openUnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { changeReport, receiveReport, type Reporter } from '#server/reports/reports.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers, testSecret } from '#tests/services.ts'

const now = new Date('2026-11-23T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const question = aQuestion()
const somewhere: ReportFollower = { ipAddress: '203.0.113.7' }
const guest: Reporter = { ipAddress: '203.0.113.7', email: null }
const camille: Reporter = { userId: 'camille' }
const withAddress = (email: string): Reporter => ({ ...guest, email })
const rejected = { kind: 'rejected', publicReason: 'The page says <b>ten</b> days & no more.' } as const
const confirmed = { kind: 'confirmed', publicReason: 'It is C since June.', correction: 'answer_key', correctedVersion: 2 } as const

const sent: MailMessage[] = []
const tokens = openUnsubscribeTokens([testSecret])
const mail = { origin: 'https://praxam.example', tokens, jobs: { sendMail: async (message: MailMessage) => void sent.push(message) } }

const database = prepareDatabase({ questions: [question], members: ['ada', 'camille', 'marie'], now })
beforeEach(async () => {
  for (const id of ['camille', 'marie'])
    await database.db
      .insertInto('user_profiles')
      .values({ id, email_notifications: true })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ email_notifications: true }))
      .execute()
  await grantAdministrator(database.db, 'ada@example.com')
})
afterEach(async () => {
  sent.length = 0
})

async function report(reporter: Reporter = guest, reason: ReportReason = 'wrong_answer', at = now): Promise<string> {
  const key = randomUUIDv7()
  const received = { key, questionId: question.id, version: 1, reason, text: 'I think <i>C</i>.' }
  expect(await receiveReport(database.db, received, reporter, at)).toMatchObject({ ok: true })
  return key
}
async function change(made: ChallengeChange, at = now): Promise<void> {
  const { id, version } = await database.db.selectFrom('challenges').select(['id', 'version']).executeTakeFirstOrThrow()
  expect(
    await changeChallenge({ db: database.db, jobs: { addRescore: () => Promise.resolve() } }, { actorId: 'ada', id, version }, made, at),
  ).toEqual({ ok: true })
}
const follow = (keys: string[], follower: ReportFollower = somewhere, at = now) => followReports(database.db, keys, follower, at)

describe('a device', () => {
  test('follows its reports by their keys, with the public reason once there is one', async () => {
    const key = await report()
    expect(await follow([key])).toEqual([{ key, state: 'open', publicReason: null, since: now.toISOString() }])
    await change({ kind: 'claimed' }, later(1))
    expect(await follow([key])).toEqual([{ key, state: 'under_review', publicReason: null, since: later(1).toISOString() }])
    await change(rejected, later(2))
    const decided = { key, state: 'rejected', publicReason: rejected.publicReason, since: later(2).toISOString() }
    expect(await follow([key, randomUUIDv7(), 'x'])).toEqual([decided])
    const again = await report(guest, 'unclear', later(3))
    for (const one of [key, again]) expect(await follow([one])).toMatchObject([{ state: 'open', publicReason: null }])
  })

  test('follows a report that is not part of a challenge', async () => {
    const key = await report(guest, 'typo')
    expect(await follow([key])).toMatchObject([{ state: 'received', since: now.toISOString() }])
    const { id } = await database.db.selectFrom('question_reports').select('id').executeTakeFirstOrThrow()
    await changeReport(database.db, 'ada', id, 'closed', later(1))
    expect(await follow([key])).toMatchObject([{ state: 'handled', since: later(1).toISOString() }])
  })

  test('learns nothing about the report of a member, who does', async () => {
    const key = await report(camille)
    expect(await follow([key])).toEqual([])
    expect(await follow([key], { userId: 'marie' })).toEqual([])
    expect(await follow([key], { userId: 'camille' })).toMatchObject([{ key, state: 'open' }])
  })

  test('may ask about a hundred reports, three hundred times an hour', async () => {
    const key = await report()
    const others = Array.from({ length: followedReportsMax }, () => randomUUIDv7())
    expect(await follow([...others, key])).toEqual([])
    expect(await follow([...others.slice(1), key])).toHaveLength(1)
    for (let count = 2; count < 300; count++) await follow([])
    expect(await follow([key])).toBeUndefined()
    expect(await follow([key], { ipAddress: '198.51.100.1' })).toHaveLength(1)
    expect(await follow([key], somewhere, later(61))).toHaveLength(1)
  })
})

describe('a member', () => {
  test('sees own reports with their texts and states, twenty per page', async () => {
    for (let count = 0; count < 21; count++) await report(camille, count === 0 ? 'typo' : 'unclear', later(count))
    await report({ userId: 'marie' })
    await change(rejected, later(30))
    const first = await listOwnReports(database.db, 'camille', undefined)
    const second = await listOwnReports(database.db, 'camille', first.next)
    expect(first.reports).toHaveLength(20)
    expect(first.reports[0]).toMatchObject({
      reason: 'unclear',
      text: 'I think <i>C</i>.',
      state: 'rejected',
      publicReason: rejected.publicReason,
      certificationId: 'mb-800',
      question: 'A vendor grants 2 % for payment within ten days. What do you set up?',
      sentAt: later(20).toISOString(),
    })
    expect(second).toMatchObject({ reports: [{ reason: 'typo', state: 'received', publicReason: null }], next: undefined })
    await saveQuestions(database.db, [aQuestion({ state: 'draft' })])
    expect((await listOwnReports(database.db, 'camille', undefined)).reports[0]?.question).toBeUndefined()
  })
})

describe('mail about a decision', () => {
  test('goes once to each reporter who wants it', async () => {
    await addMembers(database.db, ['quiet'], now)
    for (const reporter of [camille, camille, withAddress('noor@example.com'), withAddress('Noor@example.com'), guest, { userId: 'quiet' }])
      await report(reporter)
    await tellReporters(database.db, mail)
    expect(sent).toEqual([])
    await change(rejected)
    await Promise.all([tellReporters(database.db, mail), tellReporters(database.db, mail)])
    await tellReporters(database.db, mail)
    expect(sent.map(({ to }) => to.address.toLowerCase()).toSorted()).toEqual(['camille@example.com', 'noor@example.com'])
  })

  test('has the reason as text, and says how to unsubscribe if the reader is a member', async () => {
    await report(camille)
    await report(withAddress('noor@example.com'))
    await change(rejected)
    await tellReporters(database.db, mail)
    const [member, other] = ['camille@example.com', 'noor@example.com'].map((address) => sent.find(({ to }) => to.address === address))
    for (const message of [member, other]) {
      expect(message).toMatchObject({ kind: 'report-decided', subject: 'Your report about MB-800' })
      expect(message?.text).toContain('We didn’t change the question. Here’s why:\n\n> The page says <b>ten</b> days & no more.')
      expect(message?.html).toContain('The page says &lt;b&gt;ten&lt;/b&gt; days &amp; no more.')
      expect(message?.text).not.toContain('I think')
    }
    expect(member?.action).toBe('https://praxam.example/profile/reports')
    expect(tokens.read(new URL(member?.unsubscribe ?? '').searchParams.get('token') ?? '')).toEqual({
      userId: 'camille',
      kind: 'emailNotifications',
    })
    expect(other?.unsubscribe).toBeUndefined()
    expect(other?.action).toBe('https://praxam.example/certifications/mb-800/changes')
  })

  test('goes again when the challenge was reopened and then confirmed', async () => {
    await report(camille)
    await change(rejected)
    await tellReporters(database.db, mail)
    await report({ userId: 'marie' })
    await saveQuestions(database.db, [aQuestion({ text: '<p>Corrected?</p>' })])
    await change(confirmed)
    await tellReporters(database.db, mail)
    expect(sent.map(({ to }) => to.address).toSorted()).toEqual(['camille@example.com', 'camille@example.com', 'marie@example.com'])
    expect(sent.at(-1)?.text).toContain('The report was right. We corrected the question and are updating the results it affects.')
  })

  test('waits for the next decision when the challenge was reopened before it was sent', async () => {
    await report(camille)
    await change(rejected)
    await change({ kind: 'reopened' })
    await tellReporters(database.db, mail)
    expect(sent).toEqual([])
    await change({ ...rejected, publicReason: 'Still right, says the page.' })
    await tellReporters(database.db, mail)
    expect(sent.map(({ text }) => text.includes('Still right, says the page.'))).toEqual([true])
  })

  test('is one mail even when the same person reported again between two decisions', async () => {
    for (const reporter of [camille, withAddress('noor@example.com')]) await report(reporter)
    await change(rejected)
    for (const reporter of [camille, withAddress('noor@example.com')]) await report(reporter, 'unclear')
    await change(rejected)
    await tellReporters(database.db, mail)
    expect(sent.map(({ to }) => to.address).toSorted()).toEqual(['camille@example.com', 'noor@example.com'])
  })

  test('is not lost when the process fails', async () => {
    await report(camille)
    await change(rejected)
    const failing = { ...mail, jobs: { sendMail: () => Promise.reject(new Error('The process dies')) } }
    await expect(tellReporters(database.db, failing)).rejects.toThrow('dies')
    await tellReporters(database.db, mail)
    expect(sent).toHaveLength(1)
  })
})

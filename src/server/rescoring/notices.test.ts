import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#exam/planning/settings.ts'
import { removeAttempt } from '#server/practice/history.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { dismissCorrectionNotice } from '#server/rescoring/notices.ts'
import { continueRescores, runRescore } from '#server/rescoring/queue.ts'
import { saveSettings } from '#server/settings/settings.ts'
import {
  bank,
  begin,
  challengeId,
  correct,
  database,
  later,
  mail,
  members,
  notices,
  now,
  origin,
  practice,
  prepareRescoring,
  question,
  run,
  sent,
  uuid,
} from '#server/rescoring/rescoring.test-setup.ts'

prepareRescoring()

describe('members', () => {
  const wantMail = async (...ids: string[]) => {
    for (const id of ids) await saveSettings(database.db, id, { ...defaultSettings, emailNotifications: true }, now)
  }

  test('with a changed answer get one notice and at most one mail, however many attempts changed', async () => {
    await wantMail('camille', 'ada')
    await practice({ answers: ['B'] })
    const latest = await practice({ answers: ['C'], at: later })
    await practice({ userId: 'noor', answers: ['B'] })
    await practice({ userId: 'ada', answers: ['A'] })
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    await run()
    await continueRescores(database.db, mail, () => later)
    expect(await notices()).toEqual([
      {
        challengeId,
        certificationId: 'mb-800',
        correctedOn: '2026-11-24',
        publicReason: 'The page of the product says so.',
        attempts: 2,
        attemptId: latest,
      },
    ])
    expect(await notices('noor')).toHaveLength(1)
    expect(await notices('ada')).toEqual([])
    expect(sent).toMatchObject([
      { kind: 'result-corrected', to: { address: 'camille@example.com' }, subject: 'Corrected: a question in MB-800' },
    ])
    expect(sent[0]?.text).toContain('in 2 attempts')
    expect(sent[0]?.text).toContain('> The page of the product says so.')
    expect(sent[0]?.action).toBe(`${origin}/profile/history`)
  })

  test('are notified once, even if the process dies while it sends', async () => {
    await wantMail(...members)
    for (const userId of members) await practice({ userId, answers: ['B'] })
    await begin(await correct({ correct_answer: ['B'] }))
    const dying = { ...mail, jobs: { sendMail: () => Promise.reject(new Error('The process dies')) } }
    await expect(runRescore(database.db, dying, challengeId, () => later)).rejects.toThrow('dies')
    expect(sent).toEqual([])
    await Promise.all([run(), run()])
    await run()
    expect(sent.map(({ to }) => to.address).toSorted()).toEqual(members.map((id) => `${id}@example.com`).toSorted())
  })

  test('are notified although the mail about another correction fails', async () => {
    await wantMail('camille')
    await practice({ answers: ['B', 'B'] })
    const [, second = question] = bank
    await begin(await correct({ correct_answer: ['B'] }))
    const again = uuid(0xc2)
    await begin(await correct({ correct_answer: ['B'] }, second.id), {
      challengeId: again,
      questionId: second.id,
      publicReason: 'Another page.',
    })
    const sendSome = async (message: MailMessage) => {
      if (message.text.includes('The page of the product')) throw new Error('The mail fails')
      sent.push(message)
    }
    const services = { ...mail, jobs: { sendMail: sendSome } }
    await expect(continueRescores(database.db, services, () => later)).rejects.toThrow('The mail fails')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('> Another page.')
  })

  test('can dismiss the notice, each their own', async () => {
    for (const userId of ['camille', 'noor']) await practice({ userId, answers: ['B'] })
    await begin(await correct({ correct_answer: ['B'] }))
    await run()
    await dismissCorrectionNotice(database.db, 'camille', challengeId, later)
    expect(await notices()).toEqual([])
    expect(await notices('noor')).toHaveLength(1)
    await continueRescores(database.db, mail, () => later)
    expect(await notices()).toEqual([])
  })

  test('see no notice about attempts that they deleted', async () => {
    const id = await practice({ answers: ['B'] })
    await begin(await correct({ correct_answer: ['B'] }))
    await run()
    await removeAttempt(database.db, 'camille', id, later)
    expect(await notices()).toEqual([])
  })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JournalEntry } from '#exam/moves.ts'
import { readMyData } from '#server/record/my-data.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { changePerson, deleteAccount } from '#server/accounts/change-person.ts'
import { addImportedQuestions } from '#server/practice/imported-questions.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { syncNotes } from '#server/notes/notes.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { receiveMessage } from '#server/contact/contact.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { receiveReport } from '#server/reports/reports.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { goodPassword, openVisitor, signUp } from '#tests/visitor.ts'

const now = new Date('2026-11-21T12:00:00Z')
let services: TestServices
let camilleId = ''
let adaId = ''

beforeAll(async () => {
  services = await openTestServices()
  const camille = openVisitor(services)
  const ada = openVisitor(services)
  await signUp(camille, 'camille@example.com')
  await signUp(ada, 'ada@example.com')
  camilleId = (await camille.viewer())?.id ?? ''
  adaId = (await ada.viewer())?.id ?? ''
  await grantAdministrator(services.db, 'ada@example.com')
  await changePerson(services.db, adaId, camilleId, 'administrator', now)
  await camille.callAuth('/two-factor/enable', { password: goodPassword })
  const message = { address: 'camille@example.com', text: 'A key is wrong.', questionId: null }
  await receiveMessage(services, message, camilleId, now)
  await receiveMessage(services, { ...message, address: 'ada@example.com' }, adaId, now)
  await receiveMessage(services, message, undefined, now)
  await services.db
    .insertInto('identities')
    .values({
      id: 'identity',
      account_id: 'camille-at-contoso',
      provider_id: 'contoso',
      user_id: camilleId,
      scope: null,
      password: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
})
afterAll(() => services.close())

describe('the data of a member', () => {
  test('includes the attempts of the account, and is deleted with the account', async () => {
    const id = '01a20000-0000-7000-8000-000000000001'
    const question = aQuestion()
    await saveCertification(services.db, aCertification(), 0)
    await saveQuestions(services.db, [question])
    const at = now.getTime()
    const entries: JournalEntry[] = [
      { key: 'start-of-camille', move: { type: 'start', at, certificationId: 'mb-800', set: 'all', questionIds: [question.id] } },
      { key: 'answer-of-camille', move: { type: 'answer', at, questionId: question.id, answer: ['C'] } },
      { key: 'guess-of-camille', move: { type: 'go', at, position: 0, isGuess: true } },
      { key: 'finish-of-camille', move: { type: 'finish', at } },
    ]
    await appendMoves(services.db, { id, owner: { userId: adaId }, base: 0, sentAt: at, entries }, now)
    const note = {
      since: 0,
      sentAt: at,
      notes: [{ questionId: question.id, certificationId: 'mb-800', text: 'Look twice.', changedAt: at }],
    }
    await syncNotes(services.db, adaId, note, now)
    await services.db.insertInto('exam_dates').values({ user_id: adaId, certification_id: 'mb-800', exam_on: '2026-12-01' }).execute()
    const ends = { certification_id: 'mb-800', ends_on: '2027-03-01', reminds: true, reminded_days: 180 }
    await services.db
      .insertInto('renewal_dates')
      .values({ user_id: adaId, ...ends })
      .execute()
    const shared = { token: 'token', attempt_id: id, user_id: adaId, name: 'Ada', areas: '[]', created_at: now }
    await services.db.insertInto('shared_results').values(shared).execute()
    await services.db.insertInto('announced_retirements').values({ user_id: adaId, certification_id: 'mb-200' }).execute()
    const job = { challenge_id: id, question_id: question.id, certification_id: 'mb-800', to_version: 2, from_versions: '[1]', total: 1 }
    await services.db
      .insertInto('rescores')
      .values({ ...job, public_reason: 'A page has changed.', started_by: camilleId, started_at: now })
      .execute()
    const about = { challenge_id: id, attempt_id: id, user_id: adaId, from_version: 1, is_simulation: false, rescored_at: now }
    const results = { was_correct: true, is_correct: false, correct_before: 1, correct_after: 0, total: 1 }
    await services.db
      .insertInto('rescored_attempts')
      .values({ ...about, ...results })
      .execute()
    await services.db
      .insertInto('correction_notices')
      .values({ user_id: adaId, challenge_id: id, created_at: now, mailed_at: now })
      .execute()
    const report = { key: id, questionId: question.id, version: 1, reason: 'typo' as const, text: 'Tow years' }
    await receiveReport(services.db, report, { userId: adaId }, now)
    await services.db.updateTable('user_profiles').set({ reminded_on: '2026-11-20' }).where('id', '=', adaId).execute()
    expect(await readMyData(services.db, adaId, now)).toMatchObject({
      mail: { lastReminderOn: '2026-11-20', lastSummaryOn: null, retirements: ['mb-200'] },
      questionReports: [{ at: now, question: question.id, version: 1, reason: 'typo', text: 'Tow years', closedAt: null, challenge: null }],
      attempts: [
        {
          id,
          certification: 'mb-800',
          set: 'all',
          finishedAt: now,
          correct: 1,
          total: 1,
          answers: { [question.id]: ['C'] },
          guessed: [question.id],
        },
      ],
      correctedResults: [
        {
          attempt: id,
          question: question.id,
          at: now,
          wasCorrect: true,
          isCorrect: false,
          correctBefore: 1,
          correctAfter: 0,
          noticeSentAt: now,
          noticeDismissedAt: null,
        },
      ],
      questionNotes: [{ question: question.id, certification: 'mb-800', text: 'Look twice.', changedAt: now }],
      reviewCards: [{ question: question.id, certification: 'mb-800', dueAt: expect.any(Date) }],
      examDates: [{ certification: 'mb-800', examOn: '2026-12-01' }],
      renewalDates: [{ certification: 'mb-800', endsOn: '2027-03-01', reminds: true, remindedDays: 180 }],
      sharedResults: [{ attempt: id, name: 'Ada', since: now }],
    })
    expect(await readMyData(services.db, camilleId, now)).toMatchObject({
      attempts: [],
      correctedResults: [],
      questionNotes: [],
      reviewCards: [],
      examDates: [],
      renewalDates: [],
      sharedResults: [],
    })
    await addImportedQuestions(services.db, adaId, [{ id, question }])
    const noor = openVisitor(services)
    await signUp(noor, 'noor@example.com')
    const noorId = (await noor.viewer())?.id ?? ''
    for (const table of [
      'attempts',
      'shared_results',
      'review_cards',
      'exam_dates',
      'renewal_dates',
      'final_answers',
      'rescored_attempts',
      'correction_notices',
      'announced_retirements',
      'question_notes',
      'imported_questions',
    ] as const)
      await services.db.updateTable(table).set({ user_id: noorId }).execute()
    await deleteAccount(services.db, noorId)
    for (const table of [
      'attempts',
      'attempt_moves',
      'shared_results',
      'review_cards',
      'exam_dates',
      'renewal_dates',
      'final_answers',
      'rescored_attempts',
      'correction_notices',
      'announced_retirements',
      'question_notes',
      'imported_questions',
    ] as const)
      expect([table, await services.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  })

  test('includes the account and how it signs in', async () => {
    expect(await readMyData(services.db, camilleId, now)).toMatchObject({
      format: 'praxam-my-data',
      version: 2,
      madeAt: now,
      account: { id: camilleId, email: 'camille@example.com', isConfirmed: false, isAdministrator: true, disabledAt: null },
      settings: { emailNotifications: false, studyReminders: false, reminderDays: [1, 2, 3, 4, 5], timeZone: 'UTC' },
      mail: { lastReminderOn: null, lastSummaryOn: null, retirements: [] },
      signIn: {
        hasPassword: true,
        hasSecondFactor: false,
        identities: [{ provider: 'contoso', accountThere: 'camille-at-contoso', since: now }],
        passkeys: [],
      },
      sessions: [{ device: 'Firefox on Linux', network: '203.0.113.0/24' }],
      knownDevices: [{ lastSignInAt: expect.any(Date) }],
      messages: [{ at: now, address: 'camille@example.com', text: 'A key is wrong.', question: null }],
      auditLog: [{ action: 'administrator', by: 'administrator', on: 'you' }],
    })
  })

  test('includes changes to other people without naming them', async () => {
    await recordAudit(services.db, adaId, 'bank-imported', '')
    const { auditLog } = await readMyData(services.db, adaId, now)
    expect(auditLog.map(({ action, by, on }) => [action, by, on])).toEqual([
      ['administrator', 'operator', 'you'],
      ['administrator', 'you', 'someone else'],
      ['bank-imported', 'you', 'content'],
    ])
    expect(JSON.stringify(auditLog)).not.toContain(camilleId)
  })

  test('contains no secret', async () => {
    const text = JSON.stringify(await readMyData(services.db, camilleId, now))
    const { token } = await services.db.selectFrom('sessions').select('token').where('user_id', '=', camilleId).executeTakeFirstOrThrow()
    const factor = await services.db.selectFrom('second_factors').selectAll().executeTakeFirstOrThrow()
    const device = await services.db.selectFrom('known_devices').selectAll().where('user_id', '=', camilleId).executeTakeFirstOrThrow()
    for (const secret of [token, factor.secret, factor.backup_codes, device.token_hash, '$argon2']) expect(text).not.toContain(secret)
  })

  test('has a description of every field', async () => {
    const description = await readFile(join(import.meta.dirname, '../../../docs/my-data.md'), 'utf8')
    const fields = new Set<string>()
    JSON.stringify(await readMyData(services.db, camilleId, now), (key, value: unknown) => {
      if (key && !/^\d+$/.test(key)) fields.add(key)
      return value
    })
    expect([...fields].filter((field) => !description.includes(`\`${field}\``))).toEqual([])
  })

  test('cannot be read for an unknown person', async () => {
    await expect(readMyData(services.db, 'unknown', now)).rejects.toThrow()
  })
})

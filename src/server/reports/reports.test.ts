import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { deleteAccount } from '#server/accounts/change-person.ts'
import { listAuditLog } from '#server/audit/audit.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { consumeRateLimit } from '#server/platform/rate-limit.ts'
import {
  changeReport,
  listReports,
  receiveReport,
  removeOldReports,
  reportDaysMax,
  type ReceivedReport,
  type Reporter,
} from '#server/reports/reports.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { countRows } from '#tests/services.ts'

const now = new Date('2026-11-23T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const hourMs = 60 * 60_000
const question = aQuestion()
const guest: Reporter = { ipAddress: '203.0.113.7', email: null }
const aReport = (values: Partial<ReceivedReport> = {}): ReceivedReport => ({
  key: randomUUIDv7(),
  questionId: question.id,
  version: 1,
  reason: 'typo',
  text: 'Which year?',
  ...values,
})

const database = prepareDatabase({ questions: [question] })

async function addPerson(email: string): Promise<string> {
  const id = randomUUIDv7()
  await database.db.insertInto('users').values({ id, name: '', email, email_verified: true, created_at: now, updated_at: now }).execute()
  return id
}
const receive = (report: ReceivedReport, reporter: Reporter = guest, at = now) => receiveReport(database.db, report, reporter, at)
const open = async () => (await listReports(database.db, {})).reports

describe('a report', () => {
  test('is listed with its question and the guest who wants a reply', async () => {
    expect(await receive(aReport(), { ...guest, email: 'noor@example.com' })).toEqual({ ok: true, isRepeated: false })
    expect(await open()).toEqual([
      {
        id: expect.any(String),
        at: now,
        closedAt: null,
        reason: 'typo',
        text: 'Which year?',
        questionId: question.id,
        certificationId: 'mb-800',
        question: 'A vendor grants 2 % for payment within ten days. What do you set up?',
        version: 1,
        currentVersion: 1,
        email: 'noor@example.com',
        member: null,
        challengeId: null,
      },
    ])
  })

  test('that is sent again is stored once, also when both arrive together', async () => {
    const report = aReport()
    await Promise.all([receive(report), receive(report)])
    expect(await receive(report)).toEqual({ ok: true, isRepeated: false })
    expect(await countRows(database, 'question_reports')).toBe(1)
  })

  test('of a removed question or a draft is refused', async () => {
    await saveQuestions(database.db, [aQuestion({ state: 'draft' })])
    for (const report of [aReport(), aReport({ questionId: randomUUIDv7() })])
      expect(await receive(report)).toEqual({ ok: false, refusal: 'REPORT_QUESTION_REMOVED' })
    expect(await countRows(database, 'question_reports')).toBe(0)
  })

  test('has the version on screen, at most the current one', async () => {
    await saveQuestions(database.db, [aQuestion({ text: '<p>New?</p>' })])
    for (const version of [1, 9, undefined]) await receive(aReport({ version, text: String(version) }))
    const versions = Object.fromEntries((await open()).map(({ text, version }) => [text, version]))
    expect(versions).toEqual({ 1: 1, 9: 2, undefined: 2 })
    expect((await open()).map(({ currentVersion }) => currentVersion)).toEqual([2, 2, 2])
  })

  test('is deleted with the account of its member', async () => {
    const camille = await addPerson('camille@example.com')
    await receive(aReport(), { userId: camille })
    await receive(aReport())
    expect((await open()).map(({ member }) => member?.email)).toEqual(expect.arrayContaining([undefined, 'camille@example.com']))
    await deleteAccount(database.db, camille)
    expect(await countRows(database, 'question_reports')).toBe(1)
  })

  test('stays when its question is deleted, and is deleted after a year', async () => {
    await receive(aReport())
    await database.db.deleteFrom('questions').execute()
    expect(await open()).toMatchObject([{ question: undefined, currentVersion: undefined }])
    await removeOldReports(database.db, later(reportDaysMax * 24 * hourMs))
    expect(await countRows(database, 'question_reports')).toBe(1)
    await removeOldReports(database.db, later((reportDaysMax + 1) * 24 * hourMs))
    expect(await countRows(database, 'question_reports')).toBe(0)
  })
})

describe('the same reason again', () => {
  test('is recognized for a member and for the address of a guest', async () => {
    const camille = await addPerson('camille@example.com')
    const noor = await addPerson('noor@example.com')
    const repeats = async (reporter: Reporter, values: Partial<ReceivedReport> = {}) => receive(aReport(values), reporter)
    await repeats({ userId: camille })
    expect(await repeats({ userId: camille })).toEqual({ ok: true, isRepeated: true })
    expect(await repeats({ userId: camille }, { reason: 'other' })).toEqual({ ok: true, isRepeated: false })
    expect(await repeats({ userId: noor })).toEqual({ ok: true, isRepeated: false })
    expect(await repeats({ ...guest, email: 'Anna@example.com' })).toEqual({ ok: true, isRepeated: false })
    expect(await repeats({ ...guest, email: 'anna@Example.com' })).toEqual({ ok: true, isRepeated: true })
    expect(await repeats(guest)).toEqual({ ok: true, isRepeated: false })
    expect(await countRows(database, 'question_reports')).toBe(7)
  })
})

describe('a hundred reports', () => {
  test('from all networks together are limited, so that an attack cannot fill the list', async () => {
    const siteLimit = { name: 'reports-site', max: 600, windowMs: hourMs }
    for (let count = 0; count < 599; count++) await consumeRateLimit(database.db, siteLimit, 'all', now)
    expect(await receive(aReport())).toMatchObject({ ok: true })
    const elsewhere = { ...guest, ipAddress: '198.51.100.9' }
    expect(await receive(aReport(), elsewhere)).toEqual({ ok: false, refusal: 'TOO_MANY_REPORTS' })
  })

  test('of a network are limited to thirty an hour, not counting those that were sent again', async () => {
    const first = aReport()
    const results = [await receive(first)]
    for (let count = 1; count < 100; count++) results.push(await receive(aReport(), { ...guest, ipAddress: `203.0.113.${count}` }))
    expect(results.filter(({ ok }) => ok)).toHaveLength(30)
    expect(results.at(-1)).toEqual({ ok: false, refusal: 'TOO_MANY_REPORTS' })
    expect(await receive(first)).toEqual({ ok: true, isRepeated: false })
    expect(await receive(aReport(), { ...guest, ipAddress: '198.51.100.1' })).toMatchObject({ ok: true })
    expect(await receive(aReport(), guest, later(hourMs + 1))).toMatchObject({ ok: true })
  })

  test('are shown twenty per page, latest first', async () => {
    for (let count = 0; count < 25; count++) await receive(aReport())
    const first = await listReports(database.db, {})
    const second = await listReports(database.db, { before: first.next })
    const ids = [...first.reports, ...second.reports].map(({ id }) => id)
    expect([first.reports.length, second.reports.length, second.next]).toEqual([20, 5, undefined])
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
    expect((await listReports(database.db, { before: 'x' })).reports).toHaveLength(20)
  })
})

describe('an administrator', () => {
  test('closes and reopens a report; the audit log omits its text', async () => {
    const ada = await addPerson('ada@example.com')
    await grantAdministrator(database.db, 'ada@example.com')
    await receive(aReport())
    const [{ id } = { id: '' }] = await open()
    expect(await changeReport(database.db, ada, id, 'closed', now)).toBeUndefined()
    expect(await open()).toEqual([])
    expect((await listReports(database.db, { isClosed: true })).reports).toMatchObject([{ id, closedAt: now }])
    expect(await changeReport(database.db, ada, id, 'reopened', now)).toBeUndefined()
    expect(await open()).toMatchObject([{ id, closedAt: null }])
    const { lines } = await listAuditLog(database.db, { action: 'reports' })
    expect(lines.map(({ action }) => action).toSorted()).toEqual(['report-closed', 'report-reopened'])
    for (const line of lines) expect(line).toMatchObject({ actor: 'ada@example.com', subjectId: id, detail: null })
    for (const unknown of [randomUUIDv7(), 'x', ''])
      expect(await changeReport(database.db, ada, unknown, 'closed', now)).toBe('UNKNOWN_REPORT')
  })

  test('is required for changes', async () => {
    const camille = await addPerson('camille@example.com')
    await receive(aReport())
    const [{ id } = { id: '' }] = await open()
    expect(await changeReport(database.db, camille, id, 'closed', now)).toBe('NOT_AN_ADMINISTRATOR')
    expect(await open()).toHaveLength(1)
    expect((await listAuditLog(database.db, { action: 'reports' })).lines).toEqual([])
  })
})

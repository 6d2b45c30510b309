import { randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoggedKind } from '#exam/reports/challenge.ts'
import type { ReportReason } from '#exam/reports/question-report.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { deleteAccount } from '#server/accounts/change-person.ts'
import { listAuditLog } from '#server/audit/audit.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { saveQuestions } from '#server/bank/questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { changeChallenge, type ChallengeChange } from '#server/challenges/change.ts'
import { countChanges, listChanges, listLatestChanges } from '#server/challenges/change-log.ts'
import { findChallenge, findUndecidedChallenge, listChallenges, listJoinedReports } from '#server/challenges/list.ts'
import { readRescore } from '#server/rescoring/index.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { changeReport, listReports, receiveReport, removeOldReports, reportDaysMax, type Reporter } from '#server/reports/reports.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { addMembers, countRows, openTestDatabase, type TestDatabase } from '#tests/services.ts'

const now = new Date('2026-11-23T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const question = aQuestion()
const guest: Reporter = { ipAddress: '203.0.113.7', email: 'noor@example.com' }
const publicReason = 'The page says ten days, so C is right.'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await saveCertification(database.db, aCertification(), 0)
  await saveQuestions(database.db, [question])
  await addMembers(database.db, ['ada', 'grace', 'camille'], now)
  for (const id of ['ada', 'grace']) await grantAdministrator(database.db, `${id}@example.com`)
})
afterEach(async () => {
  rescored.length = 0
  await database.empty()
})

async function report(
  reason: ReportReason = 'wrong_answer',
  reporter = guest,
  at = now,
  values: { version?: number; questionId?: string } = {},
) {
  const received = { key: randomUUIDv7(), questionId: question.id, version: 1, reason, text: 'Why?', ...values }
  expect(await receiveReport(database.db, received, reporter, at)).toMatchObject({ ok: true })
  return received.key
}
const correctQuestion = (text = '<p>Corrected?</p>') => saveQuestions(database.db, [aQuestion({ text })])
const listed = async (state: Parameters<typeof listChallenges>[1]['state']) => (await listChallenges(database.db, { state })).challenges
const onlyChallenge = async () => {
  const found = (await Promise.all((['open', 'under_review', 'confirmed', 'rejected'] as const).map(listed))).flat()
  if (found.length !== 1 || !found[0]) throw new Error(`There are ${found.length} challenges`)
  return found[0]
}
/** The challenges whose results are scored again. */
const rescored: string[] = []
const services = () => ({
  db: database.db,
  jobs: { addRescore: async ({ challengeId }: { challengeId: string }) => void rescored.push(challengeId) },
})
const change = async (made: ChallengeChange, actor = 'ada', version?: number, at = now) => {
  const challenge = await onlyChallenge()
  return changeChallenge(services(), { actorId: actor, id: challenge.id, version: version ?? challenge.version }, made, at)
}
const confirmed = { kind: 'confirmed', publicReason, correction: 'answer_key', correctedVersion: 2 } as const
const rejected = { kind: 'rejected', publicReason } as const

describe('reports against the content', () => {
  test('join one challenge, also when they arrive together', async () => {
    await Promise.all((['wrong_answer', 'outdated', 'unclear', 'wrong_answer'] as const).map((reason) => report(reason)))
    expect(await onlyChallenge()).toMatchObject({
      state: 'open',
      version: 1,
      reportCount: 4,
      reasons: ['wrong_answer', 'outdated', 'unclear'],
      question: 'A vendor grants 2 % for payment within ten days. What do you set up?',
      reportedVersion: 1,
      currentVersion: 1,
      changedBy: null,
    })
    const { id } = await onlyChallenge()
    expect(await listJoinedReports(database.db, id)).toHaveLength(4)
    expect(await findUndecidedChallenge(database.db, question.id)).toEqual({ id, state: 'open', reportCount: 4 })
  })

  test('count once when they are sent again', async () => {
    const received = { key: randomUUIDv7(), questionId: question.id, version: 1, reason: 'outdated' as const, text: '' }
    await Promise.all([1, 2, 3].map(() => receiveReport(database.db, received, guest, now)))
    expect(await onlyChallenge()).toMatchObject({ reportCount: 1 })
  })

  test('of another question open another challenge; typos open none, until an administrator makes one of them', async () => {
    const other = aQuestion({ id: '01a20000-0000-7000-8000-0000000000ff' })
    await saveQuestions(database.db, [other])
    await report('wrong_answer')
    await report('wrong_answer', guest, now, { questionId: other.id })
    expect(await listed('open')).toHaveLength(2)
    await report('typo')
    const [plain] = (await listReports(database.db, {})).reports
    expect(plain).toMatchObject({ reason: 'typo', challengeId: null })
    expect(await changeReport(database.db, 'ada', plain?.id ?? '', 'challenged', now)).toBeUndefined()
    expect((await listReports(database.db, {})).reports).toEqual([])
    const challenge = await findUndecidedChallenge(database.db, question.id)
    expect(challenge?.reportCount).toBe(2)
    expect((await listReports(database.db, { isClosed: true })).reports.find(({ id }) => id === plain?.id)?.challengeId).toBe(challenge?.id)
    for (const again of ['challenged', 'reopened', 'closed'] as const)
      expect(await changeReport(database.db, 'ada', plain?.id ?? '', again, now)).toBe('IN_CHALLENGE')
    expect((await findUndecidedChallenge(database.db, question.id))?.reportCount).toBe(2)
  })

  test('reopen a rejected challenge, and open a new one after a confirmed one', async () => {
    await report()
    await change(rejected, 'ada', 1, later(1))
    await report('outdated', guest, later(2))
    expect(await onlyChallenge()).toMatchObject({ state: 'open', version: 3, changedBy: null, changedAt: later(2), publicReason })
    await correctQuestion()
    expect(await change(confirmed)).toEqual({ ok: true })
    await report('unclear', guest, later(3), { version: 2 })
    expect(await listed('open')).toMatchObject([{ version: 1, reportCount: 1, reportedVersion: 2, publicReason: null }])
    expect(await listed('confirmed')).toMatchObject([{ reportCount: 2, correctedVersion: 2 }])
  })

  test('leave the challenge after a year and with their account', async () => {
    await report('wrong_answer', { userId: 'camille' })
    await report()
    await change(rejected)
    await deleteAccount(database.db, 'camille')
    expect(await countRows(database, 'challenge_reports')).toBe(1)
    await removeOldReports(database.db, later((reportDaysMax + 1) * 24 * 60))
    expect(await countRows(database, 'challenge_reports')).toBe(0)
    expect(await onlyChallenge()).toMatchObject({ state: 'rejected', publicReason, reportCount: 2, reasons: [] })
    await deleteAccount(database.db, 'ada')
    expect(await onlyChallenge()).toMatchObject({ state: 'rejected', publicReason, changedBy: null })
  })
})

describe('an administrator', () => {
  test('reviews, releases and decides a challenge; the audit log has no text', async () => {
    await report()
    for (const made of [{ kind: 'claimed' }, { kind: 'released' }, { kind: 'claimed' }, rejected, { kind: 'reopened' }] as const)
      expect(await change(made)).toEqual({ ok: true })
    expect(await onlyChallenge()).toMatchObject({ state: 'open', version: 6, changedBy: 'ada@example.com' })
    const { lines } = await listAuditLog(database.db, { action: 'challenges' })
    expect(lines.map(({ action }) => action).toSorted()).toEqual([
      'challenge-claimed',
      'challenge-claimed',
      'challenge-rejected',
      'challenge-released',
      'challenge-reopened',
    ])
    for (const line of lines) expect(line).toMatchObject({ actor: 'ada@example.com', detail: null })
  })

  test('sees what a faster administrator did, and loses nothing', async () => {
    await report()
    // Read once: while one change is made, the lists of the states may not have the challenge.
    const { id } = await onlyChallenge()
    const changeFirst = (made: ChallengeChange, actorId: string) => changeChallenge(services(), { actorId, id, version: 1 }, made, later(1))
    const both = await Promise.all([changeFirst({ kind: 'claimed' }, 'ada'), changeFirst(rejected, 'grace')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const { state, changedBy } = await onlyChallenge()
    const told = { ok: false, refusal: 'CHALLENGE_CHANGED', latest: { state, by: changedBy, at: later(1) } }
    expect(both.find(({ ok }) => !ok)).toEqual(told)
    expect((await onlyChallenge()).version).toBe(2)
  })

  test('cannot decide what is decided, nor release what no one reviews', async () => {
    await report()
    expect(await change({ kind: 'released' })).toMatchObject({ refusal: 'CHALLENGE_CHANGED', latest: { state: 'open', by: null } })
    await change(rejected)
    for (const made of [rejected, { kind: 'claimed' }, confirmed] as const)
      expect(await change(made)).toMatchObject({ refusal: 'CHALLENGE_CHANGED', latest: { state: 'rejected', by: 'ada@example.com' } })
  })

  test('needs the role, and a challenge that exists', async () => {
    await report()
    expect(await change(rejected, 'camille')).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    for (const id of [randomUUIDv7(), 'x'])
      expect(await changeChallenge(services(), { actorId: 'ada', id, version: 1 }, rejected, now)).toEqual({
        ok: false,
        refusal: 'UNKNOWN_CHALLENGE',
      })
    expect(await onlyChallenge()).toMatchObject({ state: 'open', version: 1 })
  })

  test.each([
    [' too short ', 'REASON_SHORT'],
    ['x'.repeat(1_001), 'REASON_LONG'],
    ['Right: I saw this on my exam last week.', 'REASON_REAL_EXAM'],
  ])('cannot decide with the public reason %.30s', async (text, refusal) => {
    await report()
    await correctQuestion()
    for (const made of [rejected, confirmed]) expect(await change({ ...made, publicReason: text })).toEqual({ ok: false, refusal })
    expect(await onlyChallenge()).toMatchObject({ state: 'open' })
  })

  test('confirms only with a version that was corrected after the report, or a question that is removed', async () => {
    await report()
    expect(await change({ ...confirmed, correctedVersion: 1 })).toEqual({ ok: false, refusal: 'NOT_CORRECTED' })
    await correctQuestion()
    for (const correctedVersion of [null, 1, 3])
      expect(await change({ ...confirmed, correctedVersion })).toEqual({ ok: false, refusal: 'NOT_CORRECTED' })
    const removed = { ...confirmed, correction: 'removed' } as const
    expect(await change(removed)).toEqual({ ok: false, refusal: 'STILL_PUBLISHED' })
    await saveQuestions(database.db, [aQuestion({ state: 'draft' })])
    expect(await change(removed)).toEqual({ ok: true })
    expect(await onlyChallenge()).toMatchObject({ state: 'confirmed', correction: 'removed', correctedVersion: null })
    expect(rescored).toEqual([])
  })

  test('starts scoring results again for an answer key, and not for the wording', async () => {
    await report()
    await correctQuestion()
    expect(await change({ ...confirmed, correctedVersion: 9 })).toMatchObject({ ok: false })
    expect(rescored).toEqual([])
    expect(await change(confirmed)).toEqual({ ok: true })
    const { id } = await onlyChallenge()
    expect(rescored).toEqual([id])
    expect(await readRescore(database.db, id)).toMatchObject({ state: 'running', total: 0, startedAt: now })
    await report('unclear', guest, later(1), { version: 2 })
    await correctQuestion('<p>Clearer?</p>')
    const [second] = await listed('open')
    const wording = { ...confirmed, correction: 'wording', correctedVersion: 3 } as const
    expect(await changeChallenge(services(), { actorId: 'ada', id: second?.id ?? '', version: 1 }, wording, now)).toEqual({ ok: true })
    expect(rescored).toEqual([id])
    expect(await readRescore(database.db, second?.id ?? '')).toBeUndefined()
  })
})

describe('the list of challenges', () => {
  test('has twenty per page, of one state and one certification', async () => {
    const questions = Array.from({ length: 25 }, (_, i) => aQuestion({ id: `01a20000-0000-7000-8000-0000000001${10 + i}` }))
    await saveQuestions(database.db, questions)
    const reporters = questions.map((_, i): Reporter => ({ ipAddress: `198.51.${i}.1`, email: null }))
    for (const [i, { id }] of questions.entries()) await report('unclear', reporters[i] ?? guest, now, { questionId: id })
    const first = await listChallenges(database.db, { state: 'open', certificationId: 'mb-800' })
    const second = await listChallenges(database.db, { state: 'open', certificationId: 'mb-800', before: first.next })
    expect([first.challenges.length, second.challenges.length, second.next]).toEqual([20, 5, undefined])
    const ids = [...first.challenges, ...second.challenges].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
    expect((await listChallenges(database.db, { state: 'open', certificationId: 'mb-200' })).challenges).toEqual([])
    expect((await listChallenges(database.db, { state: 'rejected' })).challenges).toEqual([])
    expect(await findChallenge(database.db, 'x')).toBeUndefined()
  })
})

describe('the change log', () => {
  test('has corrections, the latest first, in pages, without rejections or names', async () => {
    for (let version = 2; version < 5; version++) {
      await report('wrong_answer', guest, later(version), { version: version - 1 })
      await correctQuestion(`<p>Version ${version}?</p>`)
      const [challenge] = await listed('open')
      const decision = { ...confirmed, publicReason: `Corrected in version ${version}.`, correctedVersion: version } as const
      expect(
        await changeChallenge(services(), { actorId: 'ada', id: challenge?.id ?? '', version: 1 }, decision, later(10 - version)),
      ).toEqual({ ok: true })
    }
    const first = await listChanges(database.db, 'mb-800', { size: 2 })
    expect(first.changes).toEqual(
      [2, 3].map((version) => ({
        id: expect.any(String),
        at: later(10 - version).toISOString(),
        kind: 'answer_key',
        publicReason: `Corrected in version ${version}.`,
        question: 'Version 4?',
        skillArea: question.skillArea,
        // The helper saves without storing the version before.
        fields: [],
      })),
    )
    const second = await listChanges(database.db, 'mb-800', { size: 2, before: first.next })
    expect(second).toMatchObject({ changes: [{ publicReason: 'Corrected in version 4.' }], next: undefined })
    expect((await listChanges(database.db, 'mb-200', { size: 2 })).changes).toEqual([])
    expect(await listLatestChanges(database.db)).toEqual(new Map([['mb-800', '2026-11-23']]))
  })

  test('can be filtered by what was corrected, and counts each kind', async () => {
    expect(await countChanges(database.db, 'mb-800')).toEqual([])
    for (const [version, correction] of [
      [2, 'wording'],
      [3, 'answer_key'],
      [4, 'wording'],
    ] as const) {
      await report('wrong_answer', guest, later(version), { version: version - 1 })
      await correctQuestion(`<p>Version ${version}?</p>`)
      const [challenge] = await listed('open')
      const decision = { ...confirmed, publicReason: `Corrected in version ${version}.`, correctedVersion: version, correction } as const
      await changeChallenge(services(), { actorId: 'ada', id: challenge?.id ?? '', version: 1 }, decision, later(version))
    }
    await report('unclear', guest, later(20), { version: 4 })
    const [last] = await listed('open')
    await changeChallenge(services(), { actorId: 'ada', id: last?.id ?? '', version: 1 }, rejected, later(21))
    const reasonsOf = async (kind: LoggedKind, before?: string) => {
      const { changes, next } = await listChanges(database.db, 'mb-800', { size: 1, kind, before })
      return [changes.map((change) => change.publicReason), next] as const
    }
    const [latest, next] = await reasonsOf('wording')
    expect([latest, await reasonsOf('wording', next)]).toEqual([['Corrected in version 4.'], [['Corrected in version 2.'], undefined]])
    expect(await reasonsOf('answer_key')).toEqual([['Corrected in version 3.'], undefined])
    expect(await reasonsOf('unchanged')).toEqual([[rejected.publicReason], undefined])
    expect(await reasonsOf('removed')).toEqual([[], undefined])
    expect(await countChanges(database.db, 'mb-800')).toEqual([
      { kind: 'answer_key', count: 1 },
      { kind: 'wording', count: 2 },
      { kind: 'unchanged', count: 1 },
    ])
    expect(await countChanges(database.db, 'mb-200')).toEqual([])
  })

  test.each(['by an administrator', 'by another report'])('lists a rejected challenge until it is reopened %s', async (how) => {
    await report('unclear')
    const [challenge] = await listed('open')
    const id = challenge?.id ?? ''
    const versions = [await readContentVersion(database.db)]
    await changeChallenge(services(), { actorId: 'ada', id, version: 1 }, rejected, later(5))
    const { changes } = await listChanges(database.db, 'mb-800', { size: 2 })
    expect(changes).toMatchObject([{ id, kind: 'unchanged', publicReason: rejected.publicReason, fields: [] }])
    expect(await listLatestChanges(database.db)).toEqual(new Map([['mb-800', later(5).toISOString().slice(0, 10)]]))
    versions.push(await readContentVersion(database.db))
    if (how === 'by another report') await report('outdated', guest, later(6))
    else await changeChallenge(services(), { actorId: 'ada', id, version: 2 }, { kind: 'reopened' }, later(6))
    expect((await listChanges(database.db, 'mb-800', { size: 2 })).changes).toEqual([])
    versions.push(await readContentVersion(database.db))
    // Cached pages are replaced each time.
    expect(new Set(versions).size).toBe(3)
  })

  test('shows how the corrected version differs from the reported one, also after later edits', async () => {
    await report()
    const options = ['A payment method', 'A reminder with a fee', 'Payment terms with a discount', 'A payment tolerance']
    await changeQuestion(database.db, null, question.id, { correct_answer: ['B'], options }, undefined, now)
    await change(confirmed)
    await changeQuestion(database.db, null, question.id, { text: '<p>Edited later?</p>' }, undefined, now)
    const [entry] = (await listChanges(database.db, 'mb-800', { size: 9 })).changes
    expect(entry?.fields).toEqual([
      {
        field: 'answerKey',
        changes: [
          { type: 'removed', text: 'C. Payment terms with a discount' },
          { type: 'added', text: 'B. A reminder with a fee' },
        ],
      },
      {
        field: 'options',
        changes: [
          { type: 'same', text: 'A. A payment method\nB. A reminder ' },
          { type: 'removed', text: 'term' },
          { type: 'added', text: 'with a fee' },
          { type: 'same', text: '\nC. Payment terms with a discount\nD. A payment tolerance' },
        ],
      },
    ])
  })

  test('is rendered again after a correction, and only then', async () => {
    await report()
    const before = await readContentVersion(database.db)
    await change({ kind: 'claimed' })
    expect(await readContentVersion(database.db)).toBe(before)
    await correctQuestion()
    const corrected = await readContentVersion(database.db)
    await change(confirmed)
    expect(await readContentVersion(database.db)).toBe(corrected + 1)
  })

  test('does not show the words of a question that candidates can no longer get', async () => {
    await report()
    await saveQuestions(database.db, [aQuestion({ state: 'draft' })])
    await change({ ...confirmed, correction: 'removed' })
    expect((await listChanges(database.db, 'mb-800', { size: 9 })).changes).toMatchObject([
      { kind: 'removed', question: undefined, fields: [] },
    ])
  })
})

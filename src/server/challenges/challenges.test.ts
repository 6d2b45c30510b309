import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#server/accounts/change-person.ts'
import { listAuditLog } from '#server/audit/audit.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { changeChallenge, type ChallengeChange } from '#server/challenges/change.ts'
import { findChallenge, findUndecidedChallenge, listChallenges, listJoinedReports } from '#server/challenges/list.ts'
import { readRescore } from '#server/rescoring/index.ts'
import { changeReport, listReports, receiveReport, removeOldReports, reportDaysMax, type Reporter } from '#server/reports/reports.ts'
import { aQuestion } from '#tests/factories.ts'
import { countRows } from '#tests/services.ts'
import {
  change,
  confirmed,
  correctQuestion,
  database,
  guest,
  later,
  listed,
  now,
  onlyChallenge,
  prepareChallenges,
  publicReason,
  question,
  rejected,
  report,
  rescored,
  services,
} from '#server/challenges/challenges.test-setup.ts'

prepareChallenges()

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
    // The id is read only once: while a change is in progress, the challenge may be in none of the lists.
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

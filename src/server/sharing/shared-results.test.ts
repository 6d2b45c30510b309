import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AnswerInput } from '#exam/question.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { deleteAccount } from '#server/accounts/change-person.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import {
  findSharedAttempt,
  findSharedResult,
  listSharedResults,
  findShareableResult,
  parseSharedName,
  shareResult,
  stopSharing,
} from '#server/sharing/shared-results.ts'
import { recordBrowserTimeZone } from '#server/settings/settings.ts'
import { aCertification, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { countRows, waitForBlockedTransaction } from '#tests/services.ts'

const now = new Date('2026-11-22T12:00:00Z')
const attemptId = '01a20000-0000-7000-8000-000000000001'
const otherId = '01a20000-0000-7000-8000-000000000002'
const missingId = '01a20000-0000-7000-8000-000000000009'
const [first, second] = aCertification().skillAreas.map(({ name }) => name)
const single = aQuestion({ id: '01a20000-0000-7000-8000-0000000000a1', skillArea: first ?? '' })
const reorder = aReorderQuestion({
  id: '01a20000-0000-7000-8000-0000000000a2',
  skillArea: second ?? '',
  createdAt: '2026-11-20T09:00:00.000Z',
})
const camille = { userId: 'camille', attemptId }

const database = prepareDatabase({ questions: [single, reorder], members: ['camille', 'noor'], now })

/** Stores an attempt with both questions. Without `isFinished`, it stays in progress. */
async function practice(
  id: string,
  {
    answers = { [single.id]: ['A'] },
    isFinished = true,
    set = 'all',
  }: { answers?: Record<string, AnswerInput>; isFinished?: boolean; set?: QuestionSet } = {},
): Promise<void> {
  const at = now.getTime()
  const moves: Move[] = [
    { type: 'start', at, certificationId: 'mb-800', set, questionIds: [single.id, reorder.id] },
    ...Object.entries(answers).map(([questionId, answer]) => ({ type: 'answer', at, questionId, answer }) as const),
    ...(isFinished ? [{ type: 'finish', at } as const] : []),
  ]
  const entries = moves.map((move, i) => ({ key: `key-${id}-${i}`, move }))
  const kept = await appendMoves(database.db, { id, owner: { userId: 'camille' }, base: 0, sentAt: at, entries }, now)
  expect(kept.ok).toBe(true)
}

async function share(name = 'Camille', at = now): Promise<string> {
  const made = await shareResult(database.db, { ...camille, name }, at)
  if (!made.ok) throw new Error(made.refusal)
  return made.token
}

describe('sharing a result', () => {
  test('shows the score, the areas and the name, but no questions and no member', async () => {
    await practice(attemptId, { answers: { [single.id]: ['C'], [reorder.id]: ['0', '1', '2'] } })
    const token = await share()
    expect(await findSharedResult(database.db, token)).toEqual({
      token,
      attemptId,
      name: 'Camille',
      sharedOn: '2026-11-22',
      correctedOn: null,
      certificationId: 'mb-800',
      set: 'all',
      finishedOn: '2026-11-22',
      correct: 1,
      total: 2,
      percent: null,
      areas: [
        { skillArea: first, correct: 1, total: 1 },
        { skillArea: second, correct: 0, total: 1 },
      ],
    })
  })

  test('shows the day in the member’s time zone', async () => {
    await practice(attemptId)
    await recordBrowserTimeZone(database.db, 'camille', 'Pacific/Auckland', now)
    const token = await share()
    expect(await findSharedResult(database.db, token)).toMatchObject({ finishedOn: '2026-11-23', sharedOn: '2026-11-23' })
    expect(await findShareableResult(database.db, 'camille', attemptId)).toMatchObject({ result: { finishedOn: '2026-11-23' } })
  })

  test('creates a link that cannot be guessed', async () => {
    await practice(attemptId)
    await practice(otherId)
    const [one, other] = [await share(), await shareResult(database.db, { ...camille, attemptId: otherId, name: '' }, now)]
    // 24 random bytes.
    expect(one).toMatch(/^[\w-]{32}$/)
    expect(other).toMatchObject({ ok: true, token: expect.stringMatching(/^[\w-]{32}$/) as string })
    expect(other.ok && other.token).not.toBe(one)
  })

  test('shows the same when the questions were removed', async () => {
    await practice(attemptId, { answers: { [single.id]: ['C'] } })
    const token = await share()
    await database.db.deleteFrom('questions').execute()
    await database.db.deleteFrom('question_versions').execute()
    expect(await findSharedResult(database.db, token)).toMatchObject({ correct: 1, total: 1 })
  })

  test('again changes the name and not the link', async () => {
    await practice(attemptId)
    const token = await share('Camille')
    expect(await share('')).toBe(token)
    expect(await findSharedResult(database.db, token)).toMatchObject({ name: '' })
    expect(await countRows(database, 'shared_results')).toBe(1)
  })

  test('creates one link for concurrent requests', async () => {
    await practice(attemptId)
    const [one, other] = await Promise.all([share(), share()])
    expect(one).toBe(other)
  })

  test('is refused the same way for a missing attempt and another member’s attempt', async () => {
    await practice(attemptId)
    for (const asked of [
      { userId: 'noor', attemptId },
      { ...camille, attemptId: missingId },
      { ...camille, attemptId: 'no-id' },
    ]) {
      expect(await shareResult(database.db, { ...asked, name: '' }, now)).toEqual({ ok: false, refusal: 'ATTEMPT_MISSING' })
      expect(await findShareableResult(database.db, asked.userId, asked.attemptId)).toEqual({ ok: false, refusal: 'ATTEMPT_MISSING' })
      expect(await findSharedAttempt(database.db, asked.userId, asked.attemptId)).toBeUndefined()
    }
    expect(await countRows(database, 'shared_results')).toBe(0)
  })

  test('is refused until the attempt is finished', async () => {
    await practice(attemptId, { isFinished: false })
    expect(await shareResult(database.db, { ...camille, name: '' }, now)).toEqual({ ok: false, refusal: 'ATTEMPT_UNFINISHED' })
  })

  test('is refused without an answer', async () => {
    await practice(attemptId, { answers: {} })
    expect(await shareResult(database.db, { ...camille, name: '' }, now)).toEqual({ ok: false, refusal: 'ATTEMPT_EMPTY' })
  })

  test('is refused for an attempt from a file', async () => {
    await practice(attemptId)
    await database.db.updateTable('attempts').set({ imported_at: now }).where('id', '=', attemptId).execute()
    expect(await shareResult(database.db, { ...camille, name: '' }, now)).toEqual({ ok: false, refusal: 'ATTEMPT_IMPORTED' })
  })

  test('is limited to thirty times a day', async () => {
    await practice(attemptId)
    for (let i = 0; i < 30; i++) await share(`Camille ${i}`)
    expect(await shareResult(database.db, { ...camille, name: 'Camille' }, now)).toEqual({ ok: false, refusal: 'TOO_MANY_A_DAY' })
    await share('Camille', new Date(now.getTime() + 25 * 60 * 60_000))
  })

  test('is limited to two hundred results at a time', async () => {
    await practice(attemptId)
    const [row] = await database.db.selectFrom('attempts').selectAll().execute()
    if (!row) throw new Error('The attempt is not stored')
    const ids = Array.from({ length: 200 }, (_, i) => `01a30000-0000-7000-8000-${String(i).padStart(12, '0')}`)
    const copies = ids.map((id) => ({
      ...row,
      id,
      questions: JSON.stringify(row.questions),
      state: JSON.stringify(row.state),
      simulation: null,
    }))
    await database.db.insertInto('attempts').values(copies).execute()
    const shared = ids.map((id) => ({ token: id, attempt_id: id, user_id: 'camille', name: '', areas: '[]', created_at: now }))
    await database.db.insertInto('shared_results').values(shared).execute()
    expect(await shareResult(database.db, { ...camille, name: '' }, now)).toEqual({ ok: false, refusal: 'TOO_MANY_SHARED' })
    await stopSharing(database.db, 'camille', ids[0] ?? '')
    await share()
  })
})

describe('a shared result', () => {
  test('is deleted when the member stops sharing, and gets another link when shared again', async () => {
    await practice(attemptId)
    const token = await share()
    await stopSharing(database.db, 'camille', token)
    expect(await findSharedResult(database.db, token)).toBeUndefined()
    expect(await listSharedResults(database.db, 'camille')).toEqual([])
    expect(await share()).not.toBe(token)
    expect(await findSharedResult(database.db, token)).toBeUndefined()
  })

  test('can be stopped by its owner only', async () => {
    await practice(attemptId)
    const token = await share()
    await stopSharing(database.db, 'noor', token)
    expect(await findSharedResult(database.db, token)).toMatchObject({ token })
    expect(await listSharedResults(database.db, 'noor')).toEqual([])
    expect(await findSharedAttempt(database.db, 'noor', attemptId)).toBeUndefined()
  })

  test('is deleted with the attempt', async () => {
    await practice(attemptId)
    const token = await share()
    await database.db.deleteFrom('attempts').where('id', '=', attemptId).execute()
    expect(await findSharedResult(database.db, token)).toBeUndefined()
  })

  test('is deleted with the account', async () => {
    await practice(attemptId)
    const token = await share()
    await deleteAccount(database.db, 'camille')
    expect(await findSharedResult(database.db, token)).toBeUndefined()
    expect(await countRows(database, 'shared_results')).toBe(0)
  })

  test('is not shown while the account is disabled', async () => {
    await practice(attemptId)
    const token = await share()
    await database.db.updateTable('users').set({ disabled_at: now }).where('id', '=', 'camille').execute()
    expect(await findSharedResult(database.db, token)).toBeUndefined()
    await database.db.updateTable('users').set({ disabled_at: null }).where('id', '=', 'camille').execute()
    expect(await findSharedResult(database.db, token)).toMatchObject({ token })
  })

  test.each(['', 'short', "' or 1=1 --", 'a'.repeat(32), `${'a'.repeat(31)}%`, '\0'])('is not found under %j', async (token) => {
    await practice(attemptId)
    await share()
    expect(await findSharedResult(database.db, token)).toBeUndefined()
  })

  test('is listed for its owner, latest first', async () => {
    await practice(attemptId)
    await practice(otherId, { set: 'mistakes' })
    await share()
    await shareResult(database.db, { ...camille, attemptId: otherId, name: 'C.' }, new Date(now.getTime() + 1000))
    expect(await listSharedResults(database.db, 'camille')).toMatchObject([
      { attemptId: otherId, name: 'C.', set: 'mistakes' },
      { attemptId, name: 'Camille', set: 'all' },
    ])
  })
})

describe('the shown name', () => {
  test.each([
    ['', ''],
    ['   ', ''],
    ['  Camille \t  Martin\n', 'Camille Martin'],
    ['Cami\u0301lle', 'Camílle'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩\u200d💻', '👩\u200d💻'],
    ['<b>Camille</b>', '<b>Camille</b>'],
    ['é'.repeat(60), 'é'.repeat(60)],
    ['👍'.repeat(60), '👍'.repeat(60)],
  ])('parses %j as %j', (text, name) => {
    expect(parseSharedName(text)).toEqual({ ok: true, name })
  })

  test.each([
    ['a'.repeat(61), 'NAME_LONG'],
    ['Camille\u0007', 'NAME_UNREADABLE'],
    ['Camille\u202etxt.exe', 'NAME_UNREADABLE'],
    ['Cam\u200bille', 'NAME_UNREADABLE'],
    ['\ud800', 'NAME_UNREADABLE'],
    ['\u2066Camille', 'NAME_UNREADABLE'],
  ])('refuses %j', (text, problem) => {
    expect(parseSharedName(text)).toEqual({ ok: false, problem })
  })
})

// The embedded database has one connection, so its transactions never run at the same time.
describe.skipIf(!process.env['DATABASE_URL'])('on a database with several connections', () => {
  test('a result that changes at the same time is shared as it is afterwards', async () => {
    await practice(attemptId)
    let sharing: ReturnType<typeof shareResult> | undefined
    await database.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('attempts').select('id').where('id', '=', attemptId).forUpdate().execute()
      sharing = shareResult(database.db, { ...camille, name: '' }, now)
      await waitForBlockedTransaction(database.db)
      await transaction
        .updateTable('attempts')
        .set({ state: sql`jsonb_set(state, ${`{answers,${single.id}}`}::text[], ${JSON.stringify(single.answerKey)}::jsonb)` })
        .where('id', '=', attemptId)
        .execute()
    })
    expect(await sharing).toMatchObject({ ok: true })
    expect((await findSharedAttempt(database.db, 'camille', attemptId))?.correct).toBe(1)
  })
})

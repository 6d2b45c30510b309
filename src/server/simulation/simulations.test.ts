import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isCorrect } from '#exam/grading.ts'
import type { JournalEntry, Move } from '#exam/attempt.ts'
import { adoptAttempt, findAttempt, finishExpired, appendMoves, readEntries } from '#server/practice/attempts.ts'
import type { AttemptOwner } from '#server/practice/attempts.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/questions.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { findStoredQuestion } from '#server/bank/question-history.ts'
import { startSimulation, findLatestSimulation, readExtraTime, readSheet, removeOldSimulations } from '#server/simulation/simulations.ts'
import type { AskedSimulation, SimulationSheet } from '#server/simulation/simulations.ts'
import { aCertification, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { addMembers, countRows, openTestDatabase } from '#tests/services.ts'
import type { TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const now = new Date('2026-11-22T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const days = (count: number) => later(count * 24 * 60)
const idOf = (number: number) => `01a20000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`
const study = { id: idOf(90), title: 'A shop', content: '<p>It sells lamps.</p>' }
const single = aQuestion({ id: idOf(1) })
const reorder = aReorderQuestion({ id: idOf(2) })
const matching = aMatchingQuestion({ id: idOf(3), caseStudyId: study.id })
const multiple = aQuestion({ id: idOf(4), type: 'multiple_choice', answerKey: ['A', 'C'], caseStudyId: study.id })
const draft = aQuestion({ id: idOf(5), state: 'draft' })
const bank = [single, reorder, matching, multiple]
const camille: AttemptOwner = { userId: 'camille' }
const guest = { address: '203.0.113.9' }

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await saveCertification(database.db, aCertification(), 0)
  await saveCaseStudy(database.db, study)
  await saveQuestions(database.db, [...bank, draft])
  await addMembers(database.db, ['camille', 'ada'], now)
})
afterEach(() => database.empty())

async function begin(
  values: Partial<AskedSimulation> = {},
  at = now,
): Promise<{ sheet: SimulationSheet; owner: AttemptOwner; secret: string | null }> {
  const asked: AskedSimulation = { certificationId: 'mb-800', length: 'full', extraTime: 1, beginner: { userId: 'camille' }, ...values }
  const begun = await startSimulation(database.db, asked, at)
  if (!begun.ok) throw new Error(begun.refusal)
  return { sheet: begun.sheet, secret: begun.secret, owner: begun.secret === null ? camille : { secret: begun.secret } }
}

let keys = 0
const entry = (move: Partial<Move> & { type: Move['type'] }): JournalEntry => ({
  key: `key-${++keys}-made-up`,
  move: { at: now.getTime(), ...move } as Move,
})
const answer = (questionId: string, given: readonly string[]) => entry({ type: 'answer', questionId, answer: given })
const send = (id: string, owner: AttemptOwner, entries: JournalEntry[], at = now, base = 1) =>
  appendMoves(database.db, { id, owner, base, sentAt: at.getTime(), entries }, at)
const readWhole = async (id: string, owner: AttemptOwner, at: Date) => {
  const sheet = await readSheet(database.db, id, owner, at)
  if (!sheet?.isOver) throw new Error('The simulation is not over')
  return sheet
}

describe('beginning a simulation', () => {
  test('draws from the published questions and starts the time', async () => {
    const { sheet, owner } = await begin({ extraTime: 1.5 })
    expect(sheet.questions.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))).toEqual(bank.map(({ id }) => id))
    expect(sheet).toMatchObject({ isOver: false, next: 1, terms: { minutes: 8, extraTime: 1.5 }, caseStudies: [study] })
    expect(sheet.deadlineAt).toEqual(later(12))
    expect(sheet.run).toMatchObject({ set: 'simulation', startedAt: now.getTime(), finishedAt: null, answers: {} })
    expect(sheet.run.questionIds).toEqual(sheet.questions.map(({ id }) => id))
    const [first, ...others] = await readEntries(database.db, sheet.id, 0)
    expect(first?.move).toMatchObject({ type: 'start', set: 'simulation', questionIds: sheet.run.questionIds })
    expect(others).toEqual([])
    expect(await findAttempt(database.db, sheet.id, owner)).toMatchObject({ userId: 'camille' })
  })

  test('seals every question', async () => {
    const { sheet } = await begin()
    const text = JSON.stringify(sheet)
    for (const question of bank) {
      expect(text).not.toContain(question.explanation)
      expect(text).not.toContain(question.reference)
      for (const words of question.optionExplanations) if (words) expect(text).not.toContain(words)
    }
    const allowed = ['asks', 'caseStudyId', 'id', 'options', 'pairs', 'text', 'type']
    for (const question of sheet.questions) expect(Object.keys(question).toSorted((a, b) => a.localeCompare(b))).toEqual(allowed)
    expect(text).not.toMatch(/seed|secret|correct/i)
  })

  test('shows the options in an order of its own each time', async () => {
    const orders = new Set<string>()
    for (let i = 0; i < 12; i += 1) {
      const { sheet } = await begin({ beginner: guest }, later(i * 4))
      orders.add(sheet.questions.find(({ id }) => id === single.id)?.options.join() ?? '')
    }
    expect(orders.size).toBeGreaterThan(2)
  })

  test('is refused where there is nothing to draw', async () => {
    const asked = { certificationId: 'mb-800', length: 'full', extraTime: 1, beginner: { userId: 'camille' } } as const
    const refused = { ok: false, refusal: 'SIMULATION_UNKNOWN' }
    expect(await startSimulation(database.db, { ...asked, certificationId: 'zz-100' }, now)).toEqual(refused)
    expect(await startSimulation(database.db, { ...asked, length: 'half' }, now)).toEqual(refused)
    expect(await countRows(database, 'attempts')).toBe(0)
  })

  test('is refused to a member who has one under way there, which stays as it is, and not afterwards', async () => {
    const { sheet, owner } = await begin()
    await send(sheet.id, owner, [answer(single.id, ['B'])])
    await expect(begin({}, later(1))).rejects.toThrow('SIMULATION_UNDER_WAY')
    expect(await readSheet(database.db, sheet.id, owner, later(1))).toMatchObject({
      isOver: false,
      run: { answers: { [single.id]: ['B'] } },
    })
    await begin({ beginner: { userId: 'ada' } }, later(1))
    await begin({ beginner: guest }, later(1))
    await begin({}, later(9))
    await expect(begin({}, later(10))).rejects.toThrow('SIMULATION_UNDER_WAY')
  })

  // Found with two tabs that both showed the start: the second one left the first without a word, and it counted as 0 %.
  test('twice at once gives a member one', async () => {
    const begun = await Promise.allSettled([begin(), begin(), begin()])
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await countRows(database, 'attempts')).toBe(1)
  })

  test('is refused when one network begins too many, and members there still can', async () => {
    for (let i = 0; i < 20; i += 1) await begin({ beginner: { address: `203.0.113.${i}` } })
    await expect(begin({ beginner: guest })).rejects.toThrow('TOO_MANY_SIMULATIONS')
    await begin({ beginner: { address: '198.51.100.1' } })
    await begin()
    await begin({ beginner: guest }, later(61))
  })
})

describe('the sheet of a simulation', () => {
  test('is that of its owner alone', async () => {
    const { sheet, owner, secret } = await begin({ beginner: guest })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await readSheet(database.db, sheet.id, owner, now)).toMatchObject({ id: sheet.id })
    for (const other of [camille, { secret: 'a secret that was guessed' }, { secret: '' }])
      expect(await readSheet(database.db, sheet.id, other, now)).toBeUndefined()
    const own = await begin()
    for (const other of [{ userId: 'ada' }, owner, { secret: '' }])
      expect(await readSheet(database.db, own.sheet.id, other, now)).toBeUndefined()
    expect(await readSheet(database.db, 'no-uuid', camille, now)).toBeUndefined()
  })

  test('shows the same questions in the same order again, with what was answered', async () => {
    const { sheet, owner } = await begin()
    await send(sheet.id, owner, [answer(single.id, ['B']), entry({ type: 'flag', questionId: multiple.id })])
    const again = await readSheet(database.db, sheet.id, owner, later(1))
    expect(again).toEqual({ ...sheet, next: 3, run: { ...sheet.run, answers: { [single.id]: ['B'] }, flagged: [multiple.id] } })
  })

  test('does not change when questions are edited meanwhile', async () => {
    const { sheet, owner } = await begin()
    const current = await findStoredQuestion(database.db, single.id)
    await changeQuestion(database.db, null, single.id, { ...current, text: '<p>Something else?</p>' }, undefined, later(1))
    expect((await readSheet(database.db, sheet.id, owner, later(1)))?.questions).toEqual(sheet.questions)
  })

  test('is whole once it is submitted, and graded in the order that was shown', async () => {
    const { sheet, owner } = await begin()
    const shown = sheet.questions.find(({ id }) => id === single.id)
    const right = ['A', 'B', 'C', 'D'][shown?.options.indexOf('Payment terms with a discount') ?? -1] ?? ''
    await send(sheet.id, owner, [answer(single.id, [right]), entry({ type: 'finish' })])
    const whole = await readWhole(sheet.id, owner, later(1))
    const question = whole.questions.find(({ id }) => id === single.id)
    expect(question).toMatchObject({ options: shown?.options, key: [right], explanation: single.explanation, reference: single.reference })
    expect(isCorrect([right], question ?? single)).toBe(true)
    expect(await findAttempt(database.db, sheet.id, owner)).toMatchObject({ correct: 1, total: 4 })
    expect(await database.db.selectFrom('settled_answers').select('is_correct').execute()).toEqual([{ is_correct: true }])
  })

  test('takes each form of answer, in the letters and places that were shown', async () => {
    const { sheet, owner } = await begin()
    const spare = await begin({ beginner: guest })
    await send(spare.sheet.id, spare.owner, [entry({ type: 'finish' })])
    await send(sheet.id, owner, [entry({ type: 'finish' })])
    // What was right is only known afterwards; a third one with the same seed takes it.
    const { questions } = await readWhole(sheet.id, owner, now)
    await database.db
      .updateTable('attempts')
      .set({ finished_at: null, state: JSON.stringify({ ...sheet.run }), correct: null, total: null })
      .where('id', '=', sheet.id)
      .execute()
    await send(
      sheet.id,
      owner,
      questions.map(({ id, answerKey: key }) => answer(id, key)),
      now,
      2,
    )
    await send(sheet.id, owner, [entry({ type: 'finish' })], now, 6)
    expect(await findAttempt(database.db, sheet.id, owner)).toMatchObject({ correct: 4, total: 4 })
  })
})

describe('the deadline', () => {
  test('ends a simulation that is looked at later, with what was answered', async () => {
    const { sheet, owner } = await begin()
    await send(sheet.id, owner, [answer(single.id, ['A']), answer(reorder.id, ['0'])])
    expect(await readSheet(database.db, sheet.id, owner, later(8))).toMatchObject({ isOver: false })
    const whole = await readWhole(sheet.id, owner, later(9))
    expect(whole.run).toMatchObject({ finishedAt: later(8).getTime(), answers: { [single.id]: ['A'], [reorder.id]: ['0'] } })
    expect(await findAttempt(database.db, sheet.id, owner)).toMatchObject({ total: 4 })
  })

  test('ends one that nobody comes back to', async () => {
    const { sheet } = await begin()
    await finishExpired(database.db, later(9))
    const row = await database.db.selectFrom('attempts').select(['id', 'finished_at', 'total']).executeTakeFirstOrThrow()
    expect(row).toEqual({ id: sheet.id, finished_at: later(8), total: 4 })
  })

  test('is kept by the server: neither a late move nor one with a forged time counts', async () => {
    const { sheet, owner } = await begin()
    const forged = { ...answer(single.id, ['A']), move: { ...answer(single.id, ['A']).move, at: now.getTime() } }
    const kept = await appendMoves(database.db, { id: sheet.id, owner, base: 1, sentAt: now.getTime(), entries: [forged] }, later(9))
    expect(kept).toMatchObject({ ok: true, recorded: [], isFinished: true })
    expect((await readWhole(sheet.id, owner, later(9))).run.answers).toEqual({})
  })

  test('does not come sooner for a clock that is an hour off', async () => {
    const { sheet, owner } = await begin()
    for (const off of [-60, 60]) {
      const at = later(off).getTime()
      const entries = [{ ...answer(single.id, [off < 0 ? 'A' : 'B']), move: { ...answer(single.id, [off < 0 ? 'A' : 'B']).move, at } }]
      expect(await appendMoves(database.db, { id: sheet.id, owner, base: off < 0 ? 1 : 2, sentAt: at, entries }, later(1))).toMatchObject({
        isFinished: false,
        recorded: [entries[0]?.key],
      })
    }
    expect(await readSheet(database.db, sheet.id, owner, later(2))).toMatchObject({ isOver: false, deadlineAt: later(8) })
  })
})

test('nothing can be revealed before the end', async () => {
  const { sheet, owner } = await begin()
  expect(await send(sheet.id, owner, [entry({ type: 'reveal', questionId: single.id })])).toMatchObject({ recorded: [] })
  expect(await readSheet(database.db, sheet.id, owner, now)).toMatchObject({ isOver: false, run: { revealed: [] } })
})

describe('a simulation that was begun without an account', () => {
  const adopt = (id: string, secret: string | null, userId = 'camille', at = now) =>
    adoptAttempt(database.db, { id, secret: secret ?? '', userId }, at)
  const missing = { ok: false, refusal: 'ATTEMPT_MISSING' }

  test('becomes that of the member who shows its secret, once, and goes on', async () => {
    const { sheet, owner, secret } = await begin({ beginner: guest })
    await send(sheet.id, owner, [answer(single.id, ['B'])])
    expect(await adopt(sheet.id, 'a secret that was guessed')).toEqual(missing)
    expect(await adopt('no-uuid', secret)).toEqual(missing)
    expect(await adopt(sheet.id, secret)).toEqual({ ok: true })
    expect(await adopt(sheet.id, secret)).toEqual({ ok: true })
    expect(await adopt(sheet.id, secret, 'ada')).toEqual(missing)
    expect(await readSheet(database.db, sheet.id, owner, now)).toBeUndefined()
    expect(await send(sheet.id, camille, [answer(reorder.id, ['0'])], now, 2)).toMatchObject({ ok: true, next: 3 })
    expect(await findLatestSimulation(database.db, 'camille', 'mb-800', now)).toMatchObject({ id: sheet.id })
    expect(await database.db.selectFrom('attempt_moves').select('user_id').where('user_id', 'is', null).execute()).toEqual([])
  })

  test('has its answers settled and planned when it is over, and counted once', async () => {
    const { sheet, owner, secret } = await begin({ beginner: guest })
    await send(sheet.id, owner, [answer(single.id, ['B']), entry({ type: 'finish' })])
    const counted = await database.db.selectFrom('question_statistics').selectAll().execute()
    expect(await countRows(database, 'settled_answers')).toBe(0)
    expect(await adopt(sheet.id, secret, 'camille', later(1))).toEqual({ ok: true })
    const settled = await database.db.selectFrom('settled_answers').select(['user_id', 'question_id', 'settled_at']).execute()
    expect(settled).toEqual([{ user_id: 'camille', question_id: single.id, settled_at: now }])
    expect(await database.db.selectFrom('review_cards').select(['user_id', 'question_id']).execute()).toEqual([
      { user_id: 'camille', question_id: single.id },
    ])
    expect(await database.db.selectFrom('question_statistics').selectAll().execute()).toEqual(counted)
    expect(await findAttempt(database.db, sheet.id, camille)).toMatchObject({ userId: 'camille', total: 4 })
  })

  test('waits while it is under way and she has another one of the exam under way', async () => {
    const { sheet, secret } = await begin({ beginner: guest }, later(2))
    await begin()
    expect(await adopt(sheet.id, secret, 'camille', later(3))).toEqual({ ok: false, refusal: 'SIMULATION_UNDER_WAY' })
    expect(await adopt(sheet.id, secret, 'camille', later(9))).toEqual({ ok: true })
  })
})

test('the latest simulation of a member is found, ended when its time is over', async () => {
  await begin({ length: 'full' }, later(-9))
  const { sheet } = await begin({}, later(1))
  await begin({ beginner: guest }, later(2))
  const find = async (userId: string, at: Date) => findLatestSimulation(database.db, userId, 'mb-800', at)
  expect(await find('camille', later(2))).toMatchObject({ id: sheet.id, run: { finishedAt: null } })
  expect(await find('camille', later(30))).toMatchObject({ id: sheet.id, run: { finishedAt: later(9).getTime() } })
  expect(await find('ada', now)).toBeUndefined()
})

test('the extra time of a member is what she is granted, or none', async () => {
  expect(await readExtraTime(database.db, 'camille')).toBe(1)
  await database.db.insertInto('user_profiles').values({ id: 'camille', extra_time: 1.25 }).execute()
  expect(await readExtraTime(database.db, 'camille')).toBe(1.25)
})

test('simulations of people without an account are removed in time, those of members stay', async () => {
  await begin()
  await begin({ beginner: guest })
  const there = async () => (await database.db.selectFrom('attempts').select('id').execute()).map(({ id }) => id)
  await removeOldSimulations(database.db, days(29))
  expect(await there()).toHaveLength(2)
  await removeOldSimulations(database.db, days(31))
  expect(await there()).toHaveLength(1)
  expect(await countRows(database, 'attempt_moves')).toBe(1)
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isCorrect } from '#exam/grading.ts'
import type { JournalEntry, Move } from '#exam/attempt.ts'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { adoptAttempt } from '#server/practice/adoption.ts'
import { findAttempt, listEntries, type AttemptOwner } from '#server/practice/store.ts'
import { finishAllExpired } from '#server/practice/deadline.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { findAttemptTranslations } from '#server/practice/attempt-translations.ts'
import { transact } from '#server/db/transact.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/questions.ts'
import { saveCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { hashOriginal, hashOriginalCaseStudy } from '#server/bank/original-hash.ts'
import { saveTranslations } from '#server/bank/translations.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { findStoredQuestion } from '#server/bank/question-history.ts'
import {
  startSimulation,
  findLatestSimulation,
  readExtraTime,
  findSheet,
  removeOldSimulations,
  type SimulationCandidate,
} from '#server/simulation/simulations.ts'
import type { SimulationRequest, SimulationSheetResponse } from '#exam/contract.ts'
import { aCertification, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { addMembers, countRows, openTestDatabase, type TestDatabase } from '#tests/services.ts'

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

async function startNew(
  values: Partial<SimulationRequest & { candidate: SimulationCandidate }> = {},
  at = now,
): Promise<{ sheet: SimulationSheetResponse; owner: AttemptOwner; secret: string | undefined }> {
  const request = { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { userId: 'camille' }, ...values } as const
  const started = await startSimulation(database.db, request, at)
  if (!started.ok) throw new Error(started.refusal)
  const { sheet, secret } = started
  return { sheet, secret, owner: secret === undefined ? camille : { secret } }
}

let keys = 0
const entry = (move: Partial<Move> & { type: Move['type'] }): JournalEntry => ({
  key: `key-${++keys}-of-test`,
  move: { at: now.getTime(), ...move } as Move,
})
const answer = (questionId: string, input: readonly string[]) => entry({ type: 'answer', questionId, answer: input })
const send = (id: string, owner: AttemptOwner, entries: JournalEntry[], at = now, base = 1) =>
  appendMoves(database.db, { id, owner, base, sentAt: at.getTime(), entries }, at)
const findFinishedSheet = async (id: string, owner: AttemptOwner, at: Date) => {
  const sheet = await findSheet(database.db, id, owner, at)
  if (!sheet?.finished) throw new Error('The simulation is not finished')
  return sheet
}

describe('starting a simulation', () => {
  test('draws from the published questions and starts the time', async () => {
    const { sheet, owner } = await startNew({ extraTime: 1.5 })
    expect(sheet.questions.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))).toEqual(bank.map(({ id }) => id))
    expect(sheet).toMatchObject({ finished: false, next: 1, minutes: 8, extraTime: 1.5, caseStudies: [study] })
    expect(sheet.deadlineAt).toBe(later(12).getTime())
    expect(sheet.attempt).toMatchObject({ set: 'simulation', startedAt: now.getTime(), finishedAt: null, answers: {} })
    expect(sheet.attempt.questionIds).toEqual(sheet.questions.map(({ id }) => id))
    const [first, ...others] = await listEntries(database.db, sheet.id, 0)
    expect(first?.move).toMatchObject({ type: 'start', set: 'simulation', questionIds: sheet.attempt.questionIds })
    expect(others).toEqual([])
    expect(await findAttempt(database.db, sheet.id, owner)).toMatchObject({ userId: 'camille' })
  })

  test('seals every question', async () => {
    const { sheet } = await startNew()
    const text = JSON.stringify(sheet)
    for (const question of bank) {
      expect(text).not.toContain(question.explanation)
      expect(text).not.toContain(question.reference)
      for (const explanation of question.optionExplanations) if (explanation) expect(text).not.toContain(explanation)
    }
    const allowed = ['asks', 'caseStudyId', 'id', 'options', 'pairs', 'text', 'type']
    for (const { startingOrder, ...question } of sheet.questions) {
      expect(Object.keys(question).toSorted((a, b) => a.localeCompare(b))).toEqual(allowed)
      expect(startingOrder !== undefined).toBe(question.type === 'reorder')
    }
    expect(text).not.toMatch(/seed|secret|correct|answerKey/i)
  })

  test('shuffles the options differently each time', async () => {
    const orders = new Set<string>()
    for (let i = 0; i < 12; i += 1) {
      const { sheet } = await startNew({ candidate: guest }, later(i * 4))
      orders.add(sheet.questions.find(({ id }) => id === single.id)?.options.join() ?? '')
    }
    expect(orders.size).toBeGreaterThan(2)
  })

  test('is refused when the certification or the length is unknown', async () => {
    const request = { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { userId: 'camille' } } as const
    const refused = { ok: false, refusal: 'SIMULATION_UNKNOWN' }
    expect(await startSimulation(database.db, { ...request, certificationId: 'zz-100' }, now)).toEqual(refused)
    expect(await startSimulation(database.db, { ...request, length: 'half' }, now)).toEqual(refused)
    expect(await countRows(database, 'attempts')).toBe(0)
  })

  test('is refused while the member has one of the certification in progress, which does not change', async () => {
    const { sheet, owner } = await startNew()
    await send(sheet.id, owner, [answer(single.id, ['B'])])
    await expect(startNew({}, later(1))).rejects.toThrow('SIMULATION_UNDER_WAY')
    expect(await findSheet(database.db, sheet.id, owner, later(1))).toMatchObject({
      finished: false,
      attempt: { answers: { [single.id]: ['B'] } },
    })
    await startNew({ candidate: { userId: 'ada' } }, later(1))
    await startNew({ candidate: guest }, later(1))
    await startNew({}, later(9))
    await expect(startNew({}, later(10))).rejects.toThrow('SIMULATION_UNDER_WAY')
  })

  // Regression: two tabs started one simulation each. The first was silently abandoned and counted as 0%.
  test('creates one when a member starts it in several tabs at once', async () => {
    const results = await Promise.allSettled([startNew(), startNew(), startNew()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await countRows(database, 'attempts')).toBe(1)
  })

  test('limits guests per network, but not members in that network', async () => {
    for (let i = 0; i < 20; i += 1) await startNew({ candidate: { address: `203.0.113.${i}` } })
    await expect(startNew({ candidate: guest })).rejects.toThrow('TOO_MANY_SIMULATIONS')
    await startNew({ candidate: { address: '198.51.100.1' } })
    await startNew()
    await startNew({ candidate: guest }, later(61))
  })
})

describe('the translations of a simulation', () => {
  const french = (question: BankQuestion) => ({
    ...question,
    text: `<p>Texte de ${question.id}</p>`,
    options: question.options.map((option) => `${option} en français`),
    pairs: question.pairs && { left: question.pairs.left, right: question.pairs.right.map((item) => `${item} en français`) },
    explanation: `<p>Explication de ${question.id}</p>`,
    optionExplanations: question.optionExplanations.map((html) => html && `Raison : ${html}`),
    originalHash: hashOriginal(question),
  })
  const translated = [single, reorder, matching]
  const find = (id: string, owner: AttemptOwner, at = now) => findAttemptTranslations(database.db, id, owner, 'fr', at)
  beforeEach(() => saveTranslations(database.db, 'fr', translated.map(french)))

  test('are sealed like the questions, in the same order', async () => {
    const { sheet, owner } = await startNew()
    const found = await find(sheet.id, owner)
    expect(found?.translations.map(({ id }) => id)).toEqual(
      sheet.attempt.questionIds.filter((id) => translated.some((question) => question.id === id)),
    )
    for (const { id, options, pairs, ...others } of found?.translations ?? []) {
      const question = sheet.questions.find((one) => one.id === id)
      expect(question?.languages).toEqual(['fr'])
      expect(options).toEqual(question?.options.map((option) => `${option} en français`))
      expect(pairs?.right).toEqual(question?.pairs?.right.map((item) => `${item} en français`))
      expect(others).toEqual({ text: `<p>Texte de ${id}</p>` })
    }
    const text = JSON.stringify([found, sheet])
    for (const question of translated.map(french)) {
      expect(text).not.toContain(question.explanation)
      for (const explanation of question.optionExplanations) if (explanation) expect(text).not.toContain(explanation)
    }
    expect(text).not.toMatch(/seed|secret|correct|answerKey|Explication|Raison/i)
  })

  test('include the explanations once it is submitted', async () => {
    const { sheet, owner } = await startNew()
    await send(sheet.id, owner, [entry({ type: 'finish' })])
    const found = await find(sheet.id, owner)
    expect(found?.translations.find(({ id }) => id === single.id)).toMatchObject({ explanation: `<p>Explication de ${single.id}</p>` })
  })

  test('include those of its case studies', async () => {
    const caseStudy = { id: 'x', title: 'Northwind', content: '<p>Text</p>' }
    await saveCaseStudy(database.db, caseStudy)
    await saveQuestions(database.db, [{ ...single, caseStudyId: 'x' }])
    const inFrench = { ...caseStudy, content: '<p>Texte</p>' }
    await saveCaseStudyTranslations(database.db, 'fr', [{ ...inFrench, originalHash: hashOriginalCaseStudy(caseStudy) }])
    const { sheet, owner } = await startNew()
    expect((await find(sheet.id, owner))?.caseStudies).toEqual([inFrench])
  })

  test('are available to its owner only', async () => {
    const { sheet } = await startNew({ candidate: guest })
    expect(await find(sheet.id, camille)).toBeUndefined()
    expect(await find(sheet.id, { secret: 'x'.repeat(43) })).toBeUndefined()
  })

  test('are compared with the version of the question in the simulation', async () => {
    const { sheet, owner } = await startNew()
    await changeQuestion(database.db, null, single.id, { text: '<p>Changed?</p>' }, undefined, now)
    const outdated = async (id: string) => (await find(id, owner))?.translations.filter(({ isOutdated }) => isOutdated).map((one) => one.id)
    expect(await outdated(sheet.id)).toEqual([])
    await send(sheet.id, owner, [entry({ type: 'finish' })])
    const next = await startNew()
    expect(await outdated(next.sheet.id)).toEqual([single.id])
  })
})

describe('the sheet of a simulation', () => {
  test('is available to its owner only', async () => {
    const { sheet, owner, secret } = await startNew({ candidate: guest })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await findSheet(database.db, sheet.id, owner, now)).toMatchObject({ id: sheet.id })
    for (const other of [camille, { secret: 'a-guessed-secret' }, { secret: '' }])
      expect(await findSheet(database.db, sheet.id, other, now)).toBeUndefined()
    const membersOwn = await startNew()
    for (const other of [{ userId: 'ada' }, owner, { secret: '' }])
      expect(await findSheet(database.db, membersOwn.sheet.id, other, now)).toBeUndefined()
    expect(await findSheet(database.db, 'no-uuid', camille, now)).toBeUndefined()
  })

  test('returns the same questions in the same order, with the recorded answers', async () => {
    const { sheet, owner } = await startNew()
    await send(sheet.id, owner, [answer(single.id, ['B']), entry({ type: 'flag', questionId: multiple.id })])
    const again = await findSheet(database.db, sheet.id, owner, later(1))
    expect(again).toEqual({
      ...sheet,
      next: 3,
      now: later(1).getTime(),
      attempt: { ...sheet.attempt, answers: { [single.id]: ['B'] }, flagged: [multiple.id] },
    })
  })

  test('does not change when questions are edited later', async () => {
    const { sheet, owner } = await startNew()
    const current = await findStoredQuestion(database.db, single.id)
    await changeQuestion(database.db, null, single.id, { ...current, text: '<p>Something else?</p>' }, undefined, later(1))
    expect((await findSheet(database.db, sheet.id, owner, later(1)))?.questions).toEqual(sheet.questions)
  })

  test('includes answer keys after submission, and grades in the order shown', async () => {
    const { sheet, owner } = await startNew()
    const shown = sheet.questions.find(({ id }) => id === single.id)
    const right = ['A', 'B', 'C', 'D'][shown?.options.indexOf('Payment terms with a discount') ?? -1] ?? ''
    await send(sheet.id, owner, [answer(single.id, [right]), entry({ type: 'finish' })])
    const finished = await findFinishedSheet(sheet.id, owner, later(1))
    const question = finished.questions.find(({ id }) => id === single.id)
    expect(question).toMatchObject({
      options: shown?.options,
      answerKey: [right],
      explanation: single.explanation,
      reference: single.reference,
    })
    expect(isCorrect([right], question ?? single)).toBe(true)
    expect(await findAttempt(database.db, sheet.id, owner)).toMatchObject({ correct: 1, total: 4 })
    expect(await database.db.selectFrom('final_answers').select('is_correct').execute()).toEqual([{ is_correct: true }])
  })

  test('grades each question type by the letters and positions shown', async () => {
    const { sheet, owner } = await startNew()
    await send(sheet.id, owner, [entry({ type: 'finish' })])
    // The answer keys are known only after the end, so the simulation is reopened with the same seed.
    const { questions } = await findFinishedSheet(sheet.id, owner, now)
    await database.db
      .updateTable('attempts')
      .set({ finished_at: null, state: JSON.stringify({ ...sheet.attempt }), correct: null, total: null })
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
  test('finishes a simulation that is opened later, with the answers recorded by then', async () => {
    const { sheet, owner } = await startNew()
    await send(sheet.id, owner, [answer(single.id, ['A']), answer(reorder.id, ['0'])])
    expect(await findSheet(database.db, sheet.id, owner, later(8))).toMatchObject({ finished: false })
    const finished = await findFinishedSheet(sheet.id, owner, later(9))
    expect(finished.attempt).toMatchObject({ finishedAt: later(8).getTime(), answers: { [single.id]: ['A'], [reorder.id]: ['0'] } })
    expect(await findAttempt(database.db, sheet.id, owner)).toMatchObject({ total: 4 })
  })

  test('finishes a simulation that the candidate abandoned', async () => {
    const { sheet } = await startNew()
    await finishAllExpired(database.db, later(9))
    const row = await database.db.selectFrom('attempts').select(['id', 'finished_at', 'total']).executeTakeFirstOrThrow()
    expect(row).toEqual({ id: sheet.id, finished_at: later(8), total: 4 })
  })

  test('grades every abandoned simulation, also when one cannot be graded', async () => {
    const ids: string[] = []
    for (const minute of [0, 1, 2]) ids.push((await startNew({ candidate: guest }, later(minute))).sheet.id)
    await database.db
      .updateTable('attempts')
      .set({ questions: '{}' })
      .where('id', '=', ids[0] ?? '')
      .execute()
    await expect(finishAllExpired(database.db, later(20))).rejects.toThrow()
    const rows = await database.db.selectFrom('attempts').select('id').where('finished_at', 'is not', null).orderBy('finished_at').execute()
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1))
  })

  describe.skipIf(!process.env['DATABASE_URL'])('on a database with several connections', () => {
    test('leaves a simulation alone that another process is grading', async () => {
      const { sheet: first } = await startNew({ candidate: guest })
      const { sheet: second } = await startNew({ candidate: guest }, later(1))
      await transact(database.db, async (transaction) => {
        await transaction.selectFrom('attempts').select('id').where('id', '=', first.id).forUpdate().execute()
        await finishAllExpired(database.db, later(20))
        const rows = await database.db.selectFrom('attempts').select('id').where('finished_at', 'is not', null).execute()
        expect(rows).toEqual([{ id: second.id }])
      })
    })

    test('grades each once when several processes do it at the same time', async () => {
      for (const minute of [0, 1, 2, 3, 4]) await startNew({ candidate: guest }, later(minute))
      await Promise.all(Array.from({ length: 3 }, () => finishAllExpired(database.db, later(20))))
      expect(await database.db.selectFrom('attempts').select('id').where('finished_at', 'is', null).execute()).toEqual([])
      const moves = await database.db.selectFrom('attempt_moves').select('move').execute()
      expect(moves.filter(({ move }) => move.type === 'finish')).toHaveLength(5)
    })
  })

  test.each([
    [5_000, true],
    [5_001, false],
  ])('has a grace period: a move that arrives %i ms late is recorded: %s', async (lateMs, isRecorded) => {
    const { sheet, owner } = await startNew()
    const sentAt = sheet.deadlineAt + lateMs
    const entries = [entry({ type: 'answer', at: sentAt, questionId: single.id, answer: ['A'] })]
    await appendMoves(database.db, { id: sheet.id, owner, base: 1, sentAt, entries }, new Date(sentAt))
    const [, move] = await listEntries(database.db, sheet.id, 0)
    expect(move?.move).toMatchObject({ type: isRecorded ? 'answer' : 'finish', at: sheet.deadlineAt })
  })

  test('is enforced by the server: late moves do not count, even with a forged time', async () => {
    const { sheet, owner } = await startNew()
    const forged = { ...answer(single.id, ['A']), move: { ...answer(single.id, ['A']).move, at: now.getTime() } }
    const kept = await appendMoves(database.db, { id: sheet.id, owner, base: 1, sentAt: now.getTime(), entries: [forged] }, later(9))
    expect(kept).toMatchObject({ ok: true, recorded: [], finished: true })
    expect((await findFinishedSheet(sheet.id, owner, later(9))).attempt.answers).toEqual({})
  })

  test("does not depend on the sender's clock", async () => {
    const { sheet, owner } = await startNew()
    for (const off of [-60, 60]) {
      const at = later(off).getTime()
      const entries = [{ ...answer(single.id, [off < 0 ? 'A' : 'B']), move: { ...answer(single.id, [off < 0 ? 'A' : 'B']).move, at } }]
      expect(await appendMoves(database.db, { id: sheet.id, owner, base: off < 0 ? 1 : 2, sentAt: at, entries }, later(1))).toMatchObject({
        finished: false,
        recorded: [entries[0]?.key],
      })
    }
    expect(await findSheet(database.db, sheet.id, owner, later(2))).toMatchObject({ finished: false, deadlineAt: later(8).getTime() })
  })
})

test('a simulation in progress ignores reveal moves', async () => {
  const { sheet, owner } = await startNew()
  expect(await send(sheet.id, owner, [entry({ type: 'reveal', questionId: single.id })])).toMatchObject({ recorded: [] })
  expect(await findSheet(database.db, sheet.id, owner, now)).toMatchObject({ finished: false, attempt: { revealed: [] } })
})

describe('a guest simulation', () => {
  const adopt = (id: string, secret: string | undefined, userId = 'camille', at = now) =>
    adoptAttempt(database.db, { id, secret: secret ?? '', userId }, at)
  const missing = { ok: false, refusal: 'ATTEMPT_MISSING' }

  test('moves to the account of the member who presents its secret, once, and continues', async () => {
    const { sheet, owner, secret } = await startNew({ candidate: guest })
    await send(sheet.id, owner, [answer(single.id, ['B'])])
    expect(await adopt(sheet.id, 'a-guessed-secret')).toEqual(missing)
    expect(await adopt('no-uuid', secret)).toEqual(missing)
    expect(await adopt(sheet.id, secret)).toEqual({ ok: true })
    expect(await adopt(sheet.id, secret)).toEqual({ ok: true })
    expect(await adopt(sheet.id, secret, 'ada')).toEqual(missing)
    expect(await findSheet(database.db, sheet.id, owner, now)).toBeUndefined()
    expect(await send(sheet.id, camille, [answer(reorder.id, ['0'])], now, 2)).toMatchObject({ ok: true, next: 3 })
    expect(await findLatestSimulation(database.db, 'camille', 'mb-800', now)).toMatchObject({ id: sheet.id })
    expect(await database.db.selectFrom('attempt_moves').select('user_id').where('user_id', 'is', null).execute()).toEqual([])
  })

  test('stores final answers and plans reviews on adoption, and is counted once in the statistics', async () => {
    const { sheet, owner, secret } = await startNew({ candidate: guest })
    await send(sheet.id, owner, [answer(single.id, ['B']), entry({ type: 'finish' })])
    const counted = await database.db.selectFrom('question_statistics').selectAll().execute()
    expect(await countRows(database, 'final_answers')).toBe(0)
    expect(await adopt(sheet.id, secret, 'camille', later(1))).toEqual({ ok: true })
    const finalAnswers = await database.db.selectFrom('final_answers').select(['user_id', 'question_id', 'finalized_at']).execute()
    expect(finalAnswers).toEqual([{ user_id: 'camille', question_id: single.id, finalized_at: now }])
    expect(await database.db.selectFrom('review_cards').select(['user_id', 'question_id']).execute()).toEqual([
      { user_id: 'camille', question_id: single.id },
    ])
    expect(await database.db.selectFrom('question_statistics').selectAll().execute()).toEqual(counted)
    expect(await findAttempt(database.db, sheet.id, camille)).toMatchObject({ userId: 'camille', total: 4 })
  })

  test('is not adopted while it and a simulation of the member are in progress', async () => {
    const { sheet, secret } = await startNew({ candidate: guest }, later(2))
    await startNew()
    expect(await adopt(sheet.id, secret, 'camille', later(3))).toEqual({ ok: false, refusal: 'SIMULATION_UNDER_WAY' })
    expect(await adopt(sheet.id, secret, 'camille', later(9))).toEqual({ ok: true })
  })
})

test('the latest simulation of a member is found, and finished when its time is over', async () => {
  await startNew({ length: 'full' }, later(-9))
  const { sheet } = await startNew({}, later(1))
  await startNew({ candidate: guest }, later(2))
  const find = async (userId: string, at: Date) => findLatestSimulation(database.db, userId, 'mb-800', at)
  expect(await find('camille', later(2))).toMatchObject({ id: sheet.id, attempt: { finishedAt: null } })
  expect(await find('camille', later(30))).toMatchObject({ id: sheet.id, attempt: { finishedAt: later(9).getTime() } })
  expect(await find('ada', now)).toBeUndefined()
})

test("extra time comes from the member's settings, 1 by default", async () => {
  expect(await readExtraTime(database.db, 'camille')).toBe(1)
  await database.db.insertInto('user_profiles').values({ id: 'camille', extra_time: 1.25 }).execute()
  expect(await readExtraTime(database.db, 'camille')).toBe(1.25)
})

test('old simulations of guests are deleted, those of members are not', async () => {
  await startNew()
  await startNew({ candidate: guest })
  const listIds = async () => (await database.db.selectFrom('attempts').select('id').execute()).map(({ id }) => id)
  await removeOldSimulations(database.db, days(29))
  expect(await listIds()).toHaveLength(2)
  await removeOldSimulations(database.db, days(31))
  expect(await listIds()).toHaveLength(1)
  expect(await countRows(database, 'attempt_moves')).toBe(1)
})

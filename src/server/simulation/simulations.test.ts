import { describe, expect, test } from 'vitest'
import { isCorrect } from '#exam/grading.ts'
import { adoptAttempt } from '#server/practice/adoption.ts'
import { findAttempt, listEntries } from '#server/practice/store.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { findStoredQuestion } from '#server/bank/question-history.ts'
import { startSimulation, findLatestSimulation, readExtraTime, findSheet } from '#server/simulation/simulations.ts'
import { countRows } from '#tests/services.ts'
import {
  answer,
  bank,
  camille,
  database,
  entry,
  findFinishedSheet,
  guest,
  later,
  multiple,
  now,
  prepareSimulations,
  reorder,
  send,
  single,
  startNew,
  study,
} from '#server/simulation/simulations.test-setup.ts'

prepareSimulations()

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

test("extra time comes from the member's settings, 1 by default", async () => {
  expect(await readExtraTime(database.db, 'camille')).toBe(1)
  await database.db.insertInto('user_profiles').values({ id: 'camille', extra_time: 1.25 }).execute()
  expect(await readExtraTime(database.db, 'camille')).toBe(1.25)
})

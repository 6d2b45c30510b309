import { describe, expect, test } from 'vitest'
import type { Move } from '#exam/moves.ts'
import type { SimulationSheetResponse } from '#exam/contract.ts'
import type { SimulationRule } from '#exam/exam-rules.ts'
import { pickUnscored } from '#exam/planning/unscored-questions.ts'
import { letterOf } from '#exam/question.ts'
import { readExamRules } from '#server/bank/content-files.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { openUnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { previewRescore } from '#server/rescoring/preview.ts'
import { runRescore } from '#server/rescoring/queue.ts'
import { readRescore } from '#server/rescoring/read-rescore.ts'
import { startRescore } from '#server/rescoring/rescore.ts'
import { findSharedAttempt, shareResult } from '#server/sharing/shared-results.ts'
import { adoptAttempt } from '#server/practice/adoption.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { finishAllExpired } from '#server/practice/deadline.ts'
import { findAttempt, listEntries, type AttemptOwner } from '#server/practice/store.ts'
import { findSheet, startSimulation, type SimulationCandidate } from '#server/simulation/simulations.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { contentFolder, testSecret } from '#tests/services.ts'

const now = new Date('2026-11-22T12:00:00Z')
const later = new Date('2026-11-24T12:00:00Z')
const examRules = await readExamRules(contentFolder)
const idOf = (number: number) => `01a20000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`
/** Of twenty questions, two do not count. */
const bank = Array.from({ length: 20 }, (_, i) => aQuestion({ id: idOf(i + 1) }))
const camille = { userId: 'camille' }

const database = prepareDatabase({ questions: bank, members: ['camille', 'ada'], now })

async function startNew(rules: readonly SimulationRule[] | undefined, candidate: SimulationCandidate = camille) {
  const request = { certificationId: 'mb-800', length: 'full', extraTime: 1, rules, candidate } as const
  const started = await startSimulation(database.db, request, now, examRules)
  if (!started.ok) throw new Error(started.refusal)
  const { sheet, secret } = started
  const owner: AttemptOwner = secret === undefined ? camille : { secret }
  const stored = await findAttempt(database.db, sheet.id, owner)
  return { sheet, owner, secret, seed: stored?.simulation?.seed ?? '' }
}

/** The letter of the correct option after shuffling. */
const correctLetter = (sheet: SimulationSheetResponse, id: string) =>
  letterOf(sheet.questions.find((question) => question.id === id)?.options.indexOf('Payment terms with a discount') ?? -1)
const wrongLetter = (sheet: SimulationSheetResponse, id: string) => (correctLetter(sheet, id) === 'A' ? 'B' : 'A')

const answer = (questionId: string, letter: string): Move => ({ type: 'answer', at: now.getTime(), questionId, answer: [letter] })
const end = (values: object = {}): Move => ({ type: 'finish', at: now.getTime(), ...values })
const send = (id: string, owner: AttemptOwner, ...moves: Move[]) => {
  const entries = moves.map((move, i) => ({ key: `${id}-${i}-of-test`, move }))
  return appendMoves(database.db, { id, owner, base: 1, sentAt: now.getTime(), entries }, now)
}
const finishedSheet = async (id: string, owner: AttemptOwner) => {
  const sheet = await findSheet(database.db, id, owner, now)
  if (!sheet?.finished) throw new Error('The simulation is not finished')
  return sheet
}

describe('unscored questions', () => {
  test('are not in anything that is sent before the end', async () => {
    const { sheet, owner, seed } = await startNew(['unscored'])
    await send(sheet.id, owner, answer(bank[0]?.id ?? '', 'A'))
    const before = [sheet, await findSheet(database.db, sheet.id, owner, now), await listEntries(database.db, sheet.id, 0)]
    expect(JSON.stringify(before)).not.toMatch(/unscored|seed/i)
    expect(JSON.stringify(before)).not.toContain(seed)
  })

  test('follow from the seed, and do not count in the result', async () => {
    const { sheet, owner, seed } = await startNew(['unscored'])
    const unscored = pickUnscored(sheet.attempt.questionIds, seed)
    expect(unscored).toHaveLength(2)
    // The unscored questions and three others are answered correctly.
    const right = [...unscored, ...sheet.attempt.questionIds.filter((id) => !unscored.includes(id)).slice(0, 3)]
    await send(sheet.id, owner, ...right.map((id) => answer(id, correctLetter(sheet, id))), end())
    expect((await finishedSheet(sheet.id, owner)).attempt.unscored).toEqual(unscored)
    expect(await findAttempt(database.db, sheet.id, owner)).toMatchObject({ correct: 3, total: 18 })
    await shareResult(database.db, { ...camille, attemptId: sheet.id, name: '' }, now)
    expect(await findSharedAttempt(database.db, 'camille', sheet.id)).toMatchObject({ correct: 3, total: 18 })
  })

  test('are chosen by the server, whatever a device sends', async () => {
    const { sheet, owner, seed } = await startNew(['unscored'])
    await send(sheet.id, owner, end({ unscored: sheet.attempt.questionIds.slice(0, 10) }))
    expect((await finishedSheet(sheet.id, owner)).attempt.unscored).toEqual(pickUnscored(sheet.attempt.questionIds, seed))
  })

  test('are the same when the deadline ends the simulation, and after a guest has added it to an account', async () => {
    const { sheet, owner, secret = '', seed } = await startNew(['unscored'], { address: '203.0.113.9' })
    await finishAllExpired(database.db, later)
    expect((await finishedSheet(sheet.id, owner)).attempt.unscored).toEqual(pickUnscored(sheet.attempt.questionIds, seed))
    expect(await adoptAttempt(database.db, { id: sheet.id, secret, userId: 'camille' }, later)).toEqual({ ok: true })
    expect(await findAttempt(database.db, sheet.id, camille)).toMatchObject({ correct: 0, total: 18 })
  })

  test.each([[[]], [undefined], [['sections', 'break']]] as const)(
    'are none with the rules %j, even if a device sends some',
    async (rules) => {
      const { sheet, owner } = await startNew(rules)
      await send(sheet.id, owner, end({ unscored: sheet.attempt.questionIds.slice(0, 10) }))
      expect((await finishedSheet(sheet.id, owner)).attempt).not.toHaveProperty('unscored')
      expect(await findAttempt(database.db, sheet.id, owner)).toMatchObject({ correct: 0, total: 20 })
    },
  )
})

describe('a corrected answer key', () => {
  const challengeId = '01a20000-0000-7000-8000-0000000000c1'
  const mail = { origin: 'https://praxam.example', tokens: openUnsubscribeTokens([testSecret]), jobs: { sendMail: async () => undefined } }

  /** All answers are wrong. The key of the question then changes to the given option. */
  async function correct(isOfUnscored: boolean) {
    const { sheet, owner } = await startNew(['unscored'])
    const { questionIds } = sheet.attempt
    await send(sheet.id, owner, ...questionIds.map((id) => answer(id, wrongLetter(sheet, id))), end())
    const { unscored = [] } = (await finishedSheet(sheet.id, owner)).attempt
    const questionId = questionIds.find((id) => unscored.includes(id) === isOfUnscored) ?? ''
    await shareResult(database.db, { ...camille, attemptId: sheet.id, name: '' }, now)
    const sealed = sheet.questions.find(({ id }) => id === questionId)
    const chosen = sealed?.options[wrongLetter(sheet, questionId) === 'A' ? 0 : 1] ?? ''
    const key = letterOf(aQuestion().options.indexOf(chosen))
    const changed = await changeQuestion(database.db, null, questionId, { correct_answer: [key] }, undefined, later)
    if (!changed.ok) throw new Error(JSON.stringify(changed))
    const { version } = changed.record
    const preview = await previewRescore(database.db, questionId, undefined, version)
    const request = { challengeId, questionId, toVersion: version, actorId: 'ada', publicReason: 'The page says so.' }
    await startRescore(database.db, { addRescore: async () => undefined }, request, later)
    await runRescore(database.db, mail, challengeId, () => later)
    const effect = (await readRescore(database.db, challengeId))?.effect
    return { preview, effect, stored: await findAttempt(database.db, sheet.id, owner), sheet }
  }

  test('leaves the result if the question does not count', async () => {
    const { preview, effect, stored, sheet } = await correct(true)
    expect(stored).toMatchObject({ correct: 0, total: 18 })
    expect(await findSharedAttempt(database.db, 'camille', sheet.id)).toMatchObject({ correct: 0, total: 18 })
    for (const one of [preview, effect]) expect(one).toMatchObject({ attempts: 1, toCorrect: 1, scores: [] })
  })

  test('changes the result if it counts', async () => {
    const { preview, effect, stored, sheet } = await correct(false)
    expect(stored).toMatchObject({ correct: 1, total: 18 })
    expect(await findSharedAttempt(database.db, 'camille', sheet.id)).toMatchObject({ correct: 1, total: 18 })
    for (const one of [preview, effect]) expect(one).toMatchObject({ toCorrect: 1, scores: [{ points: 6, attempts: 1 }] })
  })
})

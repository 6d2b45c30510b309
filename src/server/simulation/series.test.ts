import { beforeEach, describe, expect, test } from 'vitest'
import type { Move } from '#exam/moves.ts'
import { parseBankFile } from '#exam/bank-file/index.ts'
import { appendMoves, type AppendResult } from '#server/practice/append-moves.ts'
import { findAttempt, type AttemptOwner } from '#server/practice/store.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { findSheet, startSimulation } from '#server/simulation/simulations.ts'
import { sampleItems } from '#tests/sample-questions.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers } from '#tests/services.ts'

const now = new Date('2026-11-22T12:00:00Z')
const camille: AttemptOwner = { userId: 'camille' }
const samples = parseBankFile(sampleItems)
if (!samples.ok) throw new Error(JSON.stringify(samples.problems))

const database = prepareDatabase()
beforeEach(async () => {
  for (const caseStudy of samples.caseStudies) await saveCaseStudy(database.db, caseStudy)
  await saveQuestions(database.db, samples.questions)
  await addMembers(database.db, ['camille'], now)
})

let keys = 0

async function startNew() {
  const candidate = { userId: 'camille' }
  const started = await startSimulation(database.db, { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate }, now)
  if (!started.ok) throw new Error(started.refusal)
  const { sheet } = started
  const [series = []] = sheet.attempt.series ?? []
  return { sheet, series, first: sheet.attempt.questionIds.indexOf(series[0] ?? '') }
}

/** `base`: how many of the server's moves the device knows. */
const send = (id: string, base: number, ...moves: Move[]) => {
  const entries = moves.map((move) => ({ key: `key-${++keys}-of-test`, move }))
  return appendMoves(database.db, { id, owner: camille, base, sentAt: now.getTime(), entries }, now)
}
const nextOf = (result: AppendResult) => (result.ok ? result.next : 0)
const go = (position: number): Move => ({ type: 'go', at: now.getTime(), position })
const answer = (questionId: string, entry: string): Move => ({ type: 'answer', at: now.getTime(), questionId, answer: [entry] })
const answersOf = async (id: string) => (await findAttempt(database.db, id, camille))?.attempt.answers

describe('a solution series in a simulation', () => {
  test('is part of the attempt, in the order of the bank and side by side', async () => {
    const { sheet, series, first } = await startNew()
    const expected = samples.questions.filter(({ type }) => type === 'solution').map(({ id }) => id)
    expect(series).toEqual(expected)
    expect(sheet.attempt.questionIds.slice(first, first + 3)).toEqual(expected)
    expect(sheet.caseStudies).toEqual(samples.caseStudies)
  })

  test('refuses an answer to a question that was left', async () => {
    const { sheet, series, first } = await startNew()
    const [one = '', two = ''] = series
    const next = nextOf(await send(sheet.id, 1, go(first), answer(one, 'no'), go(first + 1)))
    const refused = await send(sheet.id, next, answer(one, 'yes'))
    expect(refused).toMatchObject({ ok: true, recorded: [], conflicts: [one] })
    expect(await send(sheet.id, next, answer(two, 'yes'))).toMatchObject({ ok: true, conflicts: [] })
    expect(await answersOf(sheet.id)).toEqual({ [one]: ['no'], [two]: ['yes'] })
    expect((await findSheet(database.db, sheet.id, camille, now))?.attempt.closed).toEqual([one])
  })

  test('refuses an answer that a device gave offline, after another device went on', async () => {
    const { sheet, series, first } = await startNew()
    const [one = '', two = ''] = series
    await send(sheet.id, 1, go(first), go(first + 1))
    // The other device knows only the start move.
    const late = await send(sheet.id, 1, go(first), answer(one, 'yes'), answer(two, 'no'))
    expect(late).toMatchObject({ ok: true, conflicts: [one] })
    expect(await answersOf(sheet.id)).toEqual({ [two]: ['no'] })
  })

  test('accepts what a device answered offline in the order of the series', async () => {
    const { sheet, series, first } = await startNew()
    const [one = '', two = '', three = ''] = series
    const moves = [go(first), answer(one, 'no'), go(first + 1), answer(two, 'yes'), go(first + 2), answer(three, 'no')]
    expect(await send(sheet.id, 1, ...moves)).toMatchObject({ ok: true, conflicts: [] })
    expect(await answersOf(sheet.id)).toEqual({ [one]: ['no'], [two]: ['yes'], [three]: ['no'] })
  })

  test('is not opened by a device that sends an answer without opening the question', async () => {
    const { sheet, series } = await startNew()
    const [one = '', , three = ''] = series
    expect(await send(sheet.id, 1, answer(three, 'no'), answer(one, 'yes'))).toMatchObject({ ok: true, conflicts: [one] })
  })

  test('cannot be unlocked by a start that a device sends', async () => {
    const { sheet, series, first } = await startNew()
    const [one = ''] = series
    const next = nextOf(await send(sheet.id, 1, go(first), go(first + 1)))
    const { certificationId, questionIds } = sheet.attempt
    const restart: Move = { type: 'start', at: now.getTime(), certificationId, set: 'simulation', questionIds }
    expect(await send(sheet.id, next, restart, answer(one, 'yes'))).toMatchObject({ ok: true, recorded: [], conflicts: [one] })
  })

  test('has no answer key in the sheet', async () => {
    const { sheet } = await startNew()
    const text = JSON.stringify(sheet)
    for (const { explanation, optionExplanations, reference } of samples.questions) {
      for (const secret of [explanation, reference, ...optionExplanations]) if (secret) expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/"(?:answerKey|correct_answer|explanation|reference|seed)"/)
    expect(text).not.toMatch(/"(?:yes|no)"/)
  })

  test('is graded with a point for each part', async () => {
    const { sheet, series, first } = await startNew()
    const [one = '', two = ''] = series
    await send(sheet.id, 1, go(first), answer(one, 'no'), go(first + 1), answer(two, 'no'), { type: 'finish', at: now.getTime() })
    const stored = await findAttempt(database.db, sheet.id, camille)
    expect(stored).toMatchObject({ correct: 1, total: 9 })
  })
})

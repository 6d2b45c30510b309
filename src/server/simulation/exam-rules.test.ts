import { beforeEach, describe, expect, test } from 'vitest'
import type { Move } from '#exam/moves.ts'
import { parseBankFile } from '#exam/bank-file/index.ts'
import type { SimulationRule } from '#exam/exam-rules.ts'
import { appendMoves, type AppendResult } from '#server/practice/append-moves.ts'
import { findAttempt, type AttemptOwner } from '#server/practice/store.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { readExamRules } from '#server/bank/content-files.ts'
import { startSimulation } from '#server/simulation/simulations.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { sampleItems } from '#tests/sample-questions.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers, contentFolder } from '#tests/services.ts'

const now = new Date('2026-11-22T12:00:00Z')
const camille: AttemptOwner = { userId: 'camille' }
const samples = parseBankFile(sampleItems)
if (!samples.ok) throw new Error(JSON.stringify(samples.problems))
const examRules = await readExamRules(contentFolder)

const database = prepareDatabase()
beforeEach(async () => {
  for (const caseStudy of samples.caseStudies) await saveCaseStudy(database.db, caseStudy)
  await saveQuestions(database.db, samples.questions)
  await addMembers(database.db, ['camille'], now)
})

async function startNew(rules: readonly SimulationRule[] | undefined) {
  const request = { certificationId: 'mb-800', length: 'full', extraTime: 1, rules, candidate: { userId: 'camille' } } as const
  const started = await startSimulation(database.db, request, now, examRules)
  if (!started.ok) throw new Error(started.refusal)
  return started.sheet
}

let keys = 0
/** `base`: how many of the server's moves the device knows. */
const send = (id: string, base: number, ...moves: Move[]) => {
  const entries = moves.map((move) => ({ key: `key-${++keys}-of-test`, move }))
  return appendMoves(database.db, { id, owner: camille, base, sentAt: now.getTime(), entries }, now)
}
const nextOf = (result: AppendResult) => (result.ok ? result.next : 0)
const at = now.getTime()
const go = (position: number): Move => ({ type: 'go', at, position })
const pause: Move = { type: 'break', at }
/** Statements and drop-downs of the samples have at least two places. */
const answer = (questionId: string): Move => ({ type: 'answer', at, questionId, answer: ['0', '0'] })
const answersOf = async (id: string) => Object.keys((await findAttempt(database.db, id, camille))?.attempt.answers ?? {})

describe('sections of a simulation', () => {
  test('are the single questions, then the series', async () => {
    const { attempt } = await startNew(['sections'])
    const [main = [], series = []] = attempt.sections ?? []
    expect(attempt.sections).toHaveLength(2)
    expect(attempt.questionIds).toEqual([...main, ...series])
    expect(series).toEqual(samples.questions.filter(({ type }) => type === 'solution').map(({ id }) => id))
    expect(attempt.series).toBeUndefined()
  })

  test('close when a later one is opened, also for answers that a second device sends late', async () => {
    const { id, attempt } = await startNew(['sections'])
    const [[one = '', two = ''] = []] = attempt.sections ?? []
    const last = attempt.questionIds.length - 1
    expect(await send(id, 1, answer(one), go(last))).toMatchObject({ conflicts: [] })
    expect(await send(id, 1, go(1), answer(two))).toMatchObject({ ok: true, recorded: [], conflicts: [two] })
    expect(await answersOf(id)).toEqual([one])
  })

  test('do not exist without the rule', async () => {
    expect((await startNew([])).attempt).not.toHaveProperty('sections')
  })

  test('are none for a bank without case studies and series', async () => {
    await database.empty()
    await saveCertification(database.db, aCertification(), 0)
    await saveQuestions(database.db, [aQuestion()])
    await addMembers(database.db, ['camille'], now)
    const { attempt } = await startNew(['sections', 'series', 'break'])
    expect(attempt).not.toHaveProperty('sections')
    expect(attempt).not.toHaveProperty('series')
    expect(attempt.hasBreaks).toBe(true)
  })
})

test('a request without rules locks series, as earlier releases expect', async () => {
  const { attempt } = await startNew(undefined)
  expect(attempt.series).toHaveLength(1)
  expect(attempt).not.toHaveProperty('sections')
  expect(attempt).not.toHaveProperty('hasBreaks')
})

describe('a break', () => {
  test('closes what was seen, answered or not, and goes to the first open question', async () => {
    const { id, attempt } = await startNew(['break'])
    const [one = '', two = '', three = '', four = ''] = attempt.questionIds
    const next = nextOf(await send(id, 1, answer(one), go(1), go(3), pause))
    const after = (await findAttempt(database.db, id, camille))?.attempt
    expect(after).toMatchObject({ closed: [one, two, four], current: 2, breakAt: at })
    expect(await send(id, next, answer(two))).toMatchObject({ conflicts: [two] })
    expect(await send(id, next, answer(three))).toMatchObject({ conflicts: [] })
  })

  test('taken offline closes when it arrives: an answer that another device sent earlier stays', async () => {
    const { id, attempt } = await startNew(['break'])
    const [one = '', two = ''] = attempt.questionIds
    await send(id, 1, answer(one))
    expect(await send(id, 1, go(1), pause)).toMatchObject({ ok: true, conflicts: [] })
    expect(await answersOf(id)).toEqual([one])
    expect((await findAttempt(database.db, id, camille))?.attempt.closed).toEqual([one, two])
    expect(await send(id, 1, answer(two))).toMatchObject({ conflicts: [two] })
  })

  test('is ignored without the rule', async () => {
    const { id } = await startNew([])
    expect(await send(id, 1, pause)).toMatchObject({ ok: true, recorded: [] })
  })
})

describe('open documentation', () => {
  const away = (ms: number): Move => ({ type: 'away', at, ms })

  test('keeps the time in other windows with the attempt', async () => {
    const { id, attempt } = await startNew(['documentation'])
    expect(attempt.hasDocumentation).toBe(true)
    const next = nextOf(await send(id, 1, away(30_000), go(1)))
    await send(id, next, away(12_000))
    expect((await findAttempt(database.db, id, camille))?.attempt).toMatchObject({ awayMs: 42_000, current: 1 })
  })

  test('is ignored without the rule, and for a level that does not have it', async () => {
    const { id } = await startNew([])
    expect(await send(id, 1, away(30_000))).toMatchObject({ ok: true, recorded: [] })
    await database.empty()
    await saveCertification(database.db, aCertification({ type: 'Fundamentals' }), 0)
    await saveQuestions(database.db, [aQuestion()])
    await addMembers(database.db, ['camille'], now)
    expect((await startNew(['documentation'])).attempt).not.toHaveProperty('hasDocumentation')
  })
})

test('30 minutes are added for an exam in another language', async () => {
  const plain = await startNew([])
  await database.empty()
  await saveCertification(database.db, aCertification(), 0)
  for (const caseStudy of samples.caseStudies) await saveCaseStudy(database.db, caseStudy)
  await saveQuestions(database.db, samples.questions)
  await addMembers(database.db, ['camille'], now)
  expect((await startNew(['language_time'])).deadlineAt - plain.deadlineAt).toBe(30 * 60_000)
})

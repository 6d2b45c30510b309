import { describe, expect, test } from 'vitest'
import type { Move } from '#exam/moves.ts'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { isCorrect } from '#exam/grading.ts'
import { shuffleQuestion } from '#exam/planning/simulation.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { findAttempt } from '#server/practice/store.ts'
import { readCertificationProgress } from '#server/progress/progress.ts'
import { listEarlierResults } from '#server/rescoring/earlier-results.ts'
import { previewRescore } from '#server/rescoring/preview.ts'
import { continueRescores } from '#server/rescoring/queue.ts'
import { readRescore } from '#server/rescoring/read-rescore.ts'
import { findSharedAttempt, shareResult } from '#server/sharing/shared-results.ts'
import { startSimulation } from '#server/simulation/simulations.ts'
import { findCertification } from '#server/catalogue/certifications.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import {
  answerOf,
  append,
  bank,
  begin,
  challengeId,
  correct,
  database,
  forgetAnswers,
  later,
  mail,
  members,
  notices,
  now,
  practice,
  prepareRescoring,
  question,
  queued,
  resultOf,
  run,
  uuid,
} from '#server/rescoring/rescoring.test-setup.ts'

prepareRescoring()

const cards = () => database.db.selectFrom('review_cards').selectAll().where('question_id', '=', question.id).orderBy('user_id').execute()

describe('three attempts and a flipped answer key', () => {
  /** Camille and Noor chose the earlier key C, Ada chose B, which becomes the key. */
  async function threeAttempts() {
    const camille = await practice({ answers: ['C', 'C', 'C', 'C', 'A'] })
    const noor = await practice({ userId: 'noor', answers: ['C', 'A', 'A', 'A', 'A'] })
    const ada = await practice({ userId: 'ada', answers: ['B', 'C', 'C', 'C', 'A'] })
    return { camille, noor, ada }
  }

  test.each([
    ['answers with their versions', async () => undefined],
    ['answers of earlier releases', forgetAnswers],
  ])('end as the preview says: %s', async (_, prepare) => {
    const { camille, noor, ada } = await threeAttempts()
    await prepare()
    const version = await correct({ correct_answer: ['B'] })
    const before = await cards()
    const preview = await previewRescore(database.db, question.id, undefined, version)
    expect(preview).toEqual({
      attempts: 3,
      members: 3,
      toCorrect: 1,
      toIncorrect: 2,
      changedMembers: 3,
      scores: [
        { points: -20, attempts: 2 },
        { points: 20, attempts: 1 },
      ],
      simulations: { gained: 0, lost: 0 },
      practice: { gained: 1, lost: 1 },
      cards: 3,
      progress: 3,
      kept: [],
    })
    expect(await answerOf(camille)).toMatchObject({ is_correct: true })

    expect(await begin(version)).toEqual({ ok: true })
    expect(queued).toEqual([{ challengeId }])
    expect(await readRescore(database.db, challengeId)).toMatchObject({ state: 'running', done: 0, total: 3, finishedAt: null })
    expect(await run()).toBe(true)

    expect((await resultOf(camille)).correct).toBe(3)
    expect((await resultOf(noor)).correct).toBe(0)
    expect((await resultOf(ada)).correct).toBe(4)
    expect((await resultOf(ada)).questions).toEqual(bank.map(({ id }) => ({ id, version: id === question.id ? version : 1 })))
    expect(await answerOf(ada)).toEqual({ is_correct: true, version, answer: ['B'] })
    const { cards: cardCount, progress, kept: _kept, ...effect } = preview ?? expect.fail('There is no preview')
    expect(await readRescore(database.db, challengeId)).toMatchObject({
      state: 'finished',
      done: 3,
      total: 3,
      finishedAt: later,
      effect,
      noticed: 3,
    })
    const after = await cards()
    expect(after.filter((card, index) => JSON.stringify(card) !== JSON.stringify(before[index]))).toHaveLength(cardCount)
    expect(after.filter((card, index) => card.is_correct !== before[index]?.is_correct)).toHaveLength(progress)
    expect(after.map(({ is_correct }) => is_correct)).toEqual([true, false, false])
    expect(await previewRescore(database.db, question.id, undefined, version)).toMatchObject({ attempts: 0, changedMembers: 0 })
  })

  test('leave the earlier result and question readable', async () => {
    const { camille, ada } = await threeAttempts()
    const version = await correct({ correct_answer: ['B'], explanation: '<p>A reminder term does it.</p>' })
    await begin(version)
    await run()
    const stored = (await findAttempt(database.db, camille, { userId: 'camille' })) ?? expect.fail('There is no attempt')
    expect(await listEarlierResults(database.db, 'camille', stored)).toMatchObject([
      {
        correctedOn: '2026-11-24',
        publicReason: 'The page of the product says so.',
        wasCorrect: true,
        isCorrect: false,
        correctBefore: 4,
        correctAfter: 3,
        total: 5,
        question: { answerKey: ['C'], explanation: question.explanation },
        answer: ['C'],
      },
    ])
    expect(await listEarlierResults(database.db, 'ada', { ...stored, id: camille })).toEqual([])
    expect(ada).not.toBe(camille)
  })

  test('change progress and shared results', async () => {
    const { camille } = await threeAttempts()
    await shareResult(database.db, { userId: 'camille', attemptId: camille, name: 'Camille' }, now)
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    await run()
    const entry = (await findCertification(database.db, 'mb-800')) ?? expect.fail('There is no MB-800')
    const { areas, attempts: finished, trend } = await readCertificationProgress(database.db, 'camille', entry)
    expect(areas.reduce((sum, { share }) => sum + share.correct, 0)).toBe(3)
    expect(finished).toMatchObject([{ correct: 3, total: 5 }])
    expect(trend.latest).toMatchObject({ correct: 3, total: 5 })
    expect(await findSharedAttempt(database.db, 'camille', camille)).toMatchObject({ correct: 3, total: 5, correctedOn: '2026-11-24' })
  })
})

describe('attempts in progress', () => {
  test('keep counting right when they finish before the job reaches them', async () => {
    const id = await practice({ answers: ['B'], ends: false })
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    await append('camille', id, [{ type: 'finish', at: later.getTime() }], 3, later)
    expect(await resultOf(id)).toMatchObject({ correct: 0, total: 1 })
    await run()
    expect(await resultOf(id)).toMatchObject({ correct: 1, total: 1 })
    expect(await notices()).toHaveLength(1)
  })

  test('have no result to change, and finish with the corrected key', async () => {
    const id = await practice({ answers: ['B'], ends: false })
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    await run()
    expect(await resultOf(id)).toMatchObject({ correct: null })
    expect(await answerOf(id)).toMatchObject({ is_correct: true, version })
    await append('camille', id, [{ type: 'finish', at: later.getTime() }], 3, later)
    expect(await resultOf(id)).toMatchObject({ correct: 1, total: 1 })
  })

  test('are graded with the corrected key from the start of the job on, without a notice', async () => {
    const id = uuid(0x20000)
    const startedAt = now.getTime()
    const start: Move = { type: 'start', at: startedAt, certificationId: 'mb-800', set: 'all', questionIds: [question.id, uuid(2)] }
    await append('camille', id, [start, { type: 'answer', at: startedAt, questionId: question.id, answer: ['B'] }], 0, now)
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    await append('camille', id, [{ type: 'finish', at: later.getTime() }], 2, later)
    expect(await resultOf(id)).toMatchObject({
      correct: 1,
      questions: [
        { id: question.id, version },
        { id: uuid(2), version: 1 },
      ],
    })
    expect(await answerOf(id)).toMatchObject({ is_correct: true, version })
    await run()
    expect(await resultOf(id)).toMatchObject({ correct: 1 })
    expect(await notices()).toEqual([])
  })

  test('are found again if they were graded while the job started', async () => {
    const id = await practice({ answers: ['B'] })
    const version = await correct({ correct_answer: ['B'] })
    // The answer is not visible yet when the job runs.
    const [row] = await database.db.deleteFrom('final_answers').where('attempt_id', '=', id).returningAll().execute()
    await begin(version)
    await run()
    expect(await readRescore(database.db, challengeId)).toMatchObject({ state: 'finished', done: 0 })
    await database.db
      .insertInto('final_answers')
      .values({ ...(row ?? expect.fail('There is no answer')), answer: JSON.stringify(row?.answer) })
      .execute()
    await continueRescores(database.db, mail, () => later)
    expect((await resultOf(id)).correct).toBe(1)
    expect(await readRescore(database.db, challengeId)).toMatchObject({ done: 1, total: 1 })
  })
})

describe('simulations', () => {
  const kinds: [string, BankQuestion, object, string[]][] = [
    ['single choice', aQuestion({ id: uuid(1) }), { correct_answer: ['B'] }, ['B']],
    [
      'multiple choice',
      aQuestion({ id: uuid(1), type: 'multiple_choice', answerKey: ['A', 'C'] }),
      { correct_answer: ['B', 'C'] },
      ['B', 'C'],
    ],
    ['ordering', aReorderQuestion({ id: uuid(1) }), { correct_answer: ['1', '0', '2'] }, ['1', '0', '2']],
    ['matching', aMatchingQuestion({ id: uuid(1) }), { correct_answer: ['0=2', '1=1'] }, ['0=2', '1=1']],
  ]
  test.each(kinds.flatMap(([name, kind, changes, key]) => [true, false].map((isFilled) => [name, isFilled, kind, changes, key] as const)))(
    'have shuffled options, and are scored right: %s, filled: %s',
    async (_, isFilled, kind, changes, key) => {
      await database.db.deleteFrom('questions').execute()
      await saveQuestions(database.db, [kind, ...bank.slice(1)])
      const ids: { id: string; isNowCorrect: boolean }[] = []
      for (const [index, userId] of members.entries()) {
        const started = await startSimulation(
          database.db,
          { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { userId } },
          now,
        )
        if (!started.ok) throw new Error(started.refusal)
        const { id } = started.sheet
        const { simulation } = (await findAttempt(database.db, id, { userId })) ?? expect.fail('There is no simulation')
        // The first two members choose the later key, and the last one chooses the earlier key.
        const chosen = shuffleQuestion({ ...kind, answerKey: index < 2 ? key : kind.answerKey }, simulation?.seed ?? '').answerKey
        await append(
          userId,
          id,
          [
            { type: 'answer', at: now.getTime() + 1, questionId: kind.id, answer: [...chosen] },
            { type: 'finish', at: now.getTime() + 2 },
          ],
          1,
          now,
        )
        ids.push({ id, isNowCorrect: index < 2 })
        expect(await answerOf(id, kind.id)).toEqual({ is_correct: index === 2, version: 1, answer: index < 2 ? key : [...kind.answerKey] })
      }
      if (!isFilled) await forgetAnswers()
      // The test has deleted the question and saved it again, so its versions started again at 1.
      const version = await correct(changes, kind.id)
      expect(await previewRescore(database.db, kind.id, undefined, version)).toMatchObject({ attempts: 3, toCorrect: 2, toIncorrect: 1 })
      await begin(version)
      await run()
      for (const { id, isNowCorrect } of ids) {
        expect(await answerOf(id, kind.id)).toEqual({ is_correct: isNowCorrect, version, answer: isNowCorrect ? key : [...kind.answerKey] })
        expect((await resultOf(id)).correct).toBe(isNowCorrect ? 1 : 0)
      }
      expect(isCorrect(key, { type: kind.type, answerKey: key })).toBe(true)
    },
  )
})

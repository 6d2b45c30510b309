import { describe, expect, test } from 'vitest'
import type { Move } from '#exam/moves.ts'
import { shuffleQuestion } from '#exam/planning/simulation.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { findAttempt } from '#server/practice/store.ts'
import { listEarlierResults } from '#server/rescoring/earlier-results.ts'
import { previewRescore } from '#server/rescoring/preview.ts'
import { readRescore } from '#server/rescoring/read-rescore.ts'
import { startSimulation } from '#server/simulation/simulations.ts'
import { aQuestion } from '#tests/factories.ts'
import {
  answerOf,
  append,
  begin,
  challengeId,
  correct,
  database,
  forgetAnswers,
  members,
  notices,
  now,
  practice,
  prepareRescoring,
  question,
  resultOf,
  run,
  uuid,
} from '#server/rescoring/rescoring.test-setup.ts'

prepareRescoring()

describe('versions that ask something else', () => {
  test('do not change the shuffled answers of earlier releases, which a later correction can grade', async () => {
    const startedAt = now.getTime()
    const ids: string[] = []
    for (const userId of members) {
      const started = await startSimulation(
        database.db,
        { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { userId } },
        now,
      )
      const { id } = started.ok ? started.sheet : expect.fail(started.refusal)
      const { simulation } = (await findAttempt(database.db, id, { userId })) ?? expect.fail('There is no simulation')
      const { answerKey: answer } = shuffleQuestion({ ...question, answerKey: ['B'] }, simulation?.seed ?? '')
      const moves: Move[] = [
        { type: 'answer', at: startedAt + 1, questionId: question.id, answer },
        { type: 'finish', at: startedAt + 2 },
      ]
      await append(userId, id, moves, 1, now)
      ids.push(id)
    }
    await forgetAnswers()
    const { options } = question
    await begin(await correct({ options: [...options, 'A fifth option', 'A sixth option'], correct_answer: ['F'] }))
    await run()
    for (const id of ids) expect(await answerOf(id)).toMatchObject({ is_correct: false, version: 1 })
    const again = uuid(0xc2)
    await begin(await correct({ options, correct_answer: ['B'] }), { challengeId: again })
    await run(again)
    for (const id of ids) expect(await answerOf(id)).toMatchObject({ is_correct: true, answer: ['B'] })
  })

  test.each([
    ['options', { options: ['A payment method', 'Terms', 'Payment terms with a discount', 'A payment tolerance'], correct_answer: ['B'] }],
    [
      'options',
      { options: ['A reminder term', 'A payment method', 'Payment terms with a discount', 'A payment tolerance'], correct_answer: ['B'] },
    ],
    ['type', { question_type: 'multiple_choice', correct_answer: ['B', 'C'] }],
  ])('keep their result: %s', async (reason, changes) => {
    const id = await practice({ answers: ['B'] })
    const version = await correct(changes)
    expect(await previewRescore(database.db, question.id, undefined, version)).toMatchObject({
      attempts: 0,
      members: 0,
      toCorrect: 0,
      kept: [{ version: 1, reason, attempts: 1 }],
    })
    await begin(version)
    await run()
    expect(await readRescore(database.db, challengeId)).toMatchObject({ state: 'finished', total: 0, done: 0 })
    expect(await resultOf(id)).toMatchObject({ correct: 0 })
    expect(await answerOf(id)).toMatchObject({ version: 1, is_correct: false })
  })

  test('keep it also if the number of correct options changes', async () => {
    await database.db.deleteFrom('questions').execute()
    const multiple = aQuestion({ id: question.id, type: 'multiple_choice', answerKey: ['A', 'C'] })
    await saveQuestions(database.db, [multiple])
    await practice({ answers: ['A'], ids: [question.id] })
    const version = await correct({ correct_answer: ['A', 'B', 'C'] })
    expect(await previewRescore(database.db, question.id, undefined, version)).toMatchObject({ attempts: 0, kept: [{ reason: 'entries' }] })
  })

  test('do not prevent scoring the others, and other wording does not matter', async () => {
    await practice({ answers: ['B'] })
    await correct({ options: ['One', 'Two', 'Three', 'Four'] })
    const id = await practice({ userId: 'ada', answers: ['B'] })
    await correct({ text: '<p>What do you set up for a discount?</p>' })
    const version = await correct({ correct_answer: ['B'] })
    expect(await previewRescore(database.db, question.id, undefined, version)).toMatchObject({
      attempts: 1,
      toCorrect: 1,
      kept: [{ version: 1, reason: 'options', attempts: 1 }],
    })
    expect(await previewRescore(database.db, question.id, [1], version)).toMatchObject({ attempts: 0 })
    await begin(version)
    await run()
    expect((await resultOf(id)).correct).toBe(1)
  })

  test('are corrected again by a later correction', async () => {
    const id = await practice({ answers: ['B'] })
    await begin(await correct({ correct_answer: ['B'] }))
    await run()
    const again = uuid(0xc2)
    await begin(await correct({ correct_answer: ['C'] }), { challengeId: again })
    await run(again)
    expect((await resultOf(id)).correct).toBe(0)
    const stored = (await findAttempt(database.db, id, { userId: 'camille' })) ?? expect.fail('There is no attempt')
    expect(await listEarlierResults(database.db, 'camille', stored)).toMatchObject([
      { correctBefore: 0, correctAfter: 1 },
      { correctBefore: 1, correctAfter: 0 },
    ])
    expect(await notices()).toHaveLength(2)
  })
})

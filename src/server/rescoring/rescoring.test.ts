import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JournalEntry, Move, QuestionSet } from '#exam/attempt.ts'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { minuteMs } from '#exam/duration.ts'
import { isCorrect } from '#exam/grading.ts'
import { shuffleQuestion } from '#exam/planning/simulation.ts'
import { defaultSettings } from '#exam/planning/settings.ts'
import { saveQuestions } from '#server/bank/questions.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { transact } from '#server/db/transact.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { removeAttempt } from '#server/practice/history.ts'
import { findAttempt } from '#server/practice/store.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { readCertificationProgress } from '#server/progress/progress.ts'
import { openUnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { rescoreBatch } from '#server/rescoring/batch.ts'
import { listEarlierResults } from '#server/rescoring/earlier-results.ts'
import { dismissCorrectionNotice, listCorrectionNotices } from '#server/rescoring/notices.ts'
import { previewRescore } from '#server/rescoring/preview.ts'
import { continueRescores, runRescore } from '#server/rescoring/queue.ts'
import { readRescore } from '#server/rescoring/read-rescore.ts'
import { continueRescore, startRescore } from '#server/rescoring/rescore.ts'
import { readRescoreVersions } from '#server/rescoring/versions.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { findSharedAttempt, shareResult } from '#server/sharing/shared-results.ts'
import { startSimulation } from '#server/simulation/simulations.ts'
import { findCertification } from '#server/catalogue/certifications.ts'
import { aCertification, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { addMembers, openTestDatabase, testSecret, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const now = new Date('2026-11-24T12:00:00Z')
const later = new Date('2026-11-24T13:00:00Z')
const uuid = (number: number) => `01a20000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const challengeId = uuid(0xc1)
const bank = Array.from({ length: 5 }, (_, i) => aQuestion({ id: uuid(i + 1) }))
const [question = aQuestion()] = bank
const members = ['camille', 'noor', 'ada']
const origin = 'https://praxam.example'
const sent: MailMessage[] = []
const queued: { challengeId: string }[] = []
const jobs = { addRescore: async (job: { challengeId: string }) => void queued.push(job) }
const mail = {
  origin,
  tokens: openUnsubscribeTokens([testSecret]),
  jobs: { sendMail: async (message: MailMessage) => void sent.push(message) },
}

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await saveCertification(database.db, aCertification(), 0)
  await saveQuestions(database.db, bank)
  await addMembers(database.db, members, now)
})
afterEach(async () => {
  sent.length = 0
  queued.length = 0
  await database.empty()
})

let attempts = 0
type Practice = { userId?: string; answers: readonly string[]; set?: QuestionSet; ends?: boolean; at?: Date; ids?: readonly string[] }

/** A finished attempt with an answer to each question of the bank, or one in progress with revealed answers. */
async function practice({ userId = 'camille', answers, set = 'all', ends = true, at = now, ids }: Practice): Promise<string> {
  const id = uuid(0x10000 + ++attempts)
  const questionIds = ids ?? bank.map((one) => one.id)
  const startedAt = at.getTime() - 30 * minuteMs
  const moves: Move[] = [
    { type: 'start', at: startedAt, certificationId: 'mb-800', set, questionIds },
    ...answers.flatMap((answer, i): Move[] => {
      const questionId = questionIds[i] ?? ''
      const given: Move = { type: 'answer', at: startedAt + i + 1, questionId, answer: [answer] }
      return ends ? [given] : [given, { type: 'reveal', at: startedAt + i + 1, questionId }]
    }),
    ...(ends ? [{ type: 'finish' as const, at: startedAt + 100 }] : []),
  ]
  await append(userId, id, moves, 0, at)
  return id
}

async function append(userId: string, id: string, moves: readonly Move[], base: number, at: Date) {
  const entries = moves.map((move, i): JournalEntry => ({ key: `${id}-${base + i}`, move }))
  const result = await appendMoves(database.db, { id, owner: { userId }, base, sentAt: at.getTime(), entries }, at)
  expect(result).toMatchObject({ ok: true, next: base + moves.length })
}

/** The administrator changes fields of the question. @returns the new version */
async function correct(changes: object, id = question.id): Promise<number> {
  const result = await changeQuestion(database.db, null, id, changes, undefined, later)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.record.version
}

const request = (toVersion: number, values: object = {}) => ({
  challengeId,
  questionId: question.id,
  toVersion,
  actorId: 'ada',
  publicReason: 'The page of the product says so.',
  ...values,
})
const begin = (toVersion: number, values: object = {}) => startRescore(database.db, jobs, request(toVersion, values), later)
const run = (id = challengeId) => runRescore(database.db, mail, id, () => later)
const resultOf = (id: string) =>
  database.db.selectFrom('attempts').select(['correct', 'total', 'questions']).where('id', '=', id).executeTakeFirstOrThrow()
const answerOf = (attemptId: string, questionId = question.id) =>
  database.db
    .selectFrom('final_answers')
    .select(['is_correct', 'version', 'answer'])
    .where('attempt_id', '=', attemptId)
    .where('question_id', '=', questionId)
    .executeTakeFirstOrThrow()
const cards = () => database.db.selectFrom('review_cards').selectAll().where('question_id', '=', question.id).orderBy('user_id').execute()
const notices = (userId = 'camille') => listCorrectionNotices(database.db, userId)
/** As releases before 0021 left the answers. */
const forgetAnswers = () => database.db.updateTable('final_answers').set({ answer: null, version: null }).execute()

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

describe('a job', () => {
  test('scores each attempt once, wherever it is stopped', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, (_, i) => practice({ userId: members[i] ?? '', answers: ['B'] })))
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    const versions = (await readRescoreVersions(database.db, question.id, version)) ?? expect.fail('There is no version')
    const target = { challengeId, questionId: question.id, versions }
    // The process dies before the transaction ends: nothing has changed.
    const dying = transact(database.db, async (transaction) => {
      await rescoreBatch(transaction, target, { version: 1, after: undefined }, later)
      throw new Error('The process dies')
    })
    await expect(dying).rejects.toThrow('dies')
    expect(await readRescore(database.db, challengeId)).toMatchObject({ done: 0, state: 'running' })
    // Another one dies after a batch from the second attempt on, before it could say so.
    const [first = ''] = ids.toSorted()
    await transact(database.db, (transaction) => rescoreBatch(transaction, target, { version: 1, after: first }, later))
    expect(await readRescore(database.db, challengeId)).toMatchObject({ done: 2, state: 'running' })

    await continueRescores(database.db, mail, () => later)
    expect(await readRescore(database.db, challengeId)).toMatchObject({ done: 3, state: 'finished' })
    expect(await Promise.all(ids.map(async (id) => (await resultOf(id)).correct))).toEqual([1, 1, 1])
    expect(sent).toEqual([])
  })

  test('that has a signal stops before the next batch, and continues later', async () => {
    const id = await practice({ answers: ['B'] })
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    expect(await continueRescore(database.db, challengeId, () => later, AbortSignal.abort())).toBe(false)
    expect((await resultOf(id)).correct).toBe(0)
    expect(await continueRescore(database.db, challengeId, () => later)).toBe(true)
    expect((await resultOf(id)).correct).toBe(1)
  })

  test('changes nothing when it is started or run again', async () => {
    const id = await practice({ answers: ['B'] })
    const version = await correct({ correct_answer: ['B'] })
    for (let times = 0; times < 2; times++) {
      await begin(version)
      expect(await run()).toBe(true)
    }
    expect((await resultOf(id)).correct).toBe(1)
    expect(await readRescore(database.db, challengeId)).toMatchObject({ done: 1, total: 1, noticed: 1, finishedAt: later })
  })

  test('is shared by processes while members answer', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => practice({ userId: members[i % 3] ?? '', answers: ['B', 'C'] })))
    const open = await practice({ answers: ['B'], ends: false })
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    const questionId = bank[1]?.id ?? ''
    const at = later.getTime()
    const saves = Array.from({ length: 3 }, (_, i) =>
      practice({ userId: members[i] ?? '', answers: ['B', 'C'], at: new Date(at + i * 1000) }),
    )
    const more: Move[] = [
      { type: 'answer', at, questionId, answer: ['C'] },
      { type: 'finish', at },
    ]
    const [, , , ...finished] = await Promise.all([run(), run(), append('camille', open, more, 3, later), ...saves])
    while (!(await run()));
    expect(await Promise.all(ids.map(async (id) => (await resultOf(id)).correct))).toEqual(ids.map(() => 2))
    expect(await resultOf(open)).toMatchObject({ correct: 2, total: 2 })
    for (const id of finished) expect(await resultOf(id)).toMatchObject({ total: 2 })
    const rows = await database.db.selectFrom('rescored_attempts').select('attempt_id').execute()
    expect(new Set(rows.map(({ attempt_id }) => attempt_id))).toEqual(new Set([...ids, open]))
    expect(rows).toHaveLength(13)
  })

  test('leaves nothing undone when an attempt is deleted meanwhile', async () => {
    const id = await practice({ answers: ['B'] })
    await practice({ userId: 'ada', answers: ['B'] })
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    await removeAttempt(database.db, 'camille', id, later)
    expect(await run()).toBe(true)
    expect(await readRescore(database.db, challengeId)).toMatchObject({ state: 'finished', done: 1, total: 2 })
  })

  test('ends when the corrected version is gone, and attempts keep their results', async () => {
    const id = await practice({ answers: ['B'] })
    await begin(await correct({ correct_answer: ['B'] }))
    // As when a release no longer has the question.
    await database.db.deleteFrom('questions').where('id', '=', question.id).execute()
    expect(await run()).toBe(true)
    expect(await readRescore(database.db, challengeId)).toMatchObject({ state: 'finished', done: 0, total: 1 })
    expect((await resultOf(id)).correct).toBe(0)
  })

  test('is refused for a version that the question never had', async () => {
    expect(await begin(9)).toEqual({ ok: false, refusal: 'RESCORE_VERSION_MISSING' })
    expect(await previewRescore(database.db, question.id, undefined, 9)).toBeUndefined()
    expect(await run()).toBe(true)
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
        // The first two members choose what becomes the key, the last one the key of before.
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
      // The wheel of versions starts again for the question that was saved twice.
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

describe('members', () => {
  const wantMail = async (...ids: string[]) => {
    for (const id of ids) await saveSettings(database.db, id, { ...defaultSettings, emailNotifications: true }, now)
  }

  test('with a changed answer get one notice and at most one mail, however many attempts changed', async () => {
    await wantMail('camille', 'ada')
    await practice({ answers: ['B'] })
    const latest = await practice({ answers: ['C'], at: later })
    await practice({ userId: 'noor', answers: ['B'] })
    await practice({ userId: 'ada', answers: ['A'] })
    const version = await correct({ correct_answer: ['B'] })
    await begin(version)
    await run()
    await continueRescores(database.db, mail, () => later)
    expect(await notices()).toEqual([
      {
        challengeId,
        certificationId: 'mb-800',
        correctedOn: '2026-11-24',
        publicReason: 'The page of the product says so.',
        attempts: 2,
        attemptId: latest,
      },
    ])
    expect(await notices('noor')).toHaveLength(1)
    expect(await notices('ada')).toEqual([])
    expect(sent).toMatchObject([
      { kind: 'result-corrected', to: { address: 'camille@example.com' }, subject: 'Corrected: a question in MB-800' },
    ])
    expect(sent[0]?.text).toContain('in 2 attempts')
    expect(sent[0]?.text).toContain('> The page of the product says so.')
    expect(sent[0]?.action).toBe(`${origin}/profile/history`)
  })

  test('are notified once, even if the process dies while it sends', async () => {
    await wantMail(...members)
    for (const userId of members) await practice({ userId, answers: ['B'] })
    await begin(await correct({ correct_answer: ['B'] }))
    const dying = { ...mail, jobs: { sendMail: () => Promise.reject(new Error('The process dies')) } }
    await expect(runRescore(database.db, dying, challengeId, () => later)).rejects.toThrow('dies')
    expect(sent).toEqual([])
    await Promise.all([run(), run()])
    await run()
    expect(sent.map(({ to }) => to.address).toSorted()).toEqual(members.map((id) => `${id}@example.com`).toSorted())
  })

  test('are notified although the mail about another correction fails', async () => {
    await wantMail('camille')
    await practice({ answers: ['B', 'B'] })
    const [, second = question] = bank
    await begin(await correct({ correct_answer: ['B'] }))
    const again = uuid(0xc2)
    await begin(await correct({ correct_answer: ['B'] }, second.id), {
      challengeId: again,
      questionId: second.id,
      publicReason: 'Another page.',
    })
    const sendSome = async (message: MailMessage) => {
      if (message.text.includes('The page of the product')) throw new Error('The mail fails')
      sent.push(message)
    }
    const services = { ...mail, jobs: { sendMail: sendSome } }
    await expect(continueRescores(database.db, services, () => later)).rejects.toThrow('The mail fails')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('> Another page.')
  })

  test('can dismiss the notice, each their own', async () => {
    for (const userId of ['camille', 'noor']) await practice({ userId, answers: ['B'] })
    await begin(await correct({ correct_answer: ['B'] }))
    await run()
    await dismissCorrectionNotice(database.db, 'camille', challengeId, later)
    expect(await notices()).toEqual([])
    expect(await notices('noor')).toHaveLength(1)
    await continueRescores(database.db, mail, () => later)
    expect(await notices()).toEqual([])
  })

  test('see no notice about attempts that they deleted', async () => {
    const id = await practice({ answers: ['B'] })
    await begin(await correct({ correct_answer: ['B'] }))
    await run()
    await removeAttempt(database.db, 'camille', id, later)
    expect(await notices()).toEqual([])
  })
})

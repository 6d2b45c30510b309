import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { dayMs } from '#exam/duration.ts'
import { shuffleQuestion } from '#exam/planning/simulation.ts'
import { seededRandom } from '#exam/random.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { findStoredQuestion } from '#server/bank/question-history.ts'
import { openUnsubscribeTokens } from '#server/reminders/unsubscribe.ts'
import { runRescore } from '#server/rescoring/queue.ts'
import { startRescore } from '#server/rescoring/rescore.ts'
import { startSimulation } from '#server/simulation/simulations.ts'
import { adoptAttempt } from '#server/practice/adoption.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { archiveOldJournals } from '#server/practice/archive.ts'
import { recountAnswers } from '#server/practice/count-answers.ts'
import { removeAttempt } from '#server/practice/history.ts'
import { flagQuestions, listVersionStatistics } from '#server/statistics/question-statistics.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { countRows, testSecret } from '#tests/services.ts'

const now = new Date('2026-11-22T12:00:00Z')
const idOf = (number: number) => `01a20000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`
/** Their key is C. Options are not shuffled in practice without a seed. */
const bank = Array.from({ length: 8 }, (_, number) => aQuestion({ id: idOf(number) }))
const ids = bank.map(({ id }) => id)
const first = idOf(0)

const database = prepareDatabase({ questions: bank, members: ['camille', 'noor'], now })

let keys = 0
let clock = now.getTime()
const entry = (move: Partial<Move> & { type: Move['type'] }, seconds = 0): JournalEntry => {
  clock += seconds * 1_000
  return { key: `key-${++keys}-counted`, move: { at: clock, ...move } as Move }
}

type Practice = { id?: string; userId?: string; secondsEach?: number; isCounted?: true }

/** A finished attempt with these letters for the questions in their order; `-` means blank, and a lowercase letter means a guess. */
async function practice(letters: string, { id = randomUUID(), userId = 'camille', secondsEach = 30, isCounted }: Practice = {}) {
  clock = now.getTime()
  const entries = [
    entry({ type: 'start', certificationId: 'mb-800', set: 'all', questionIds: ids }),
    ...letters
      .split('')
      .flatMap((letter, i) => [
        ...(letter === '-' ? [] : [entry({ type: 'answer', questionId: idOf(i), answer: [letter.toUpperCase()] }, secondsEach)]),
        ...(/[a-z]/.test(letter) ? [entry({ type: 'go', position: i, isGuess: true })] : []),
        entry({ type: 'go', position: i + 1 }),
      ]),
    entry({ type: 'finish', ...(isCounted && { isCounted }) }),
  ]
  const later = new Date(clock)
  const sent = await appendMoves(database.db, { id, owner: { userId }, base: 0, sentAt: clock, entries }, later)
  expect(sent).toMatchObject({ ok: true, finished: true })
  return id
}

async function readTallies() {
  const recount = await database.db.selectFrom('item_recounts').select('current_pass').executeTakeFirst()
  const rows = await database.db.selectFrom('item_tallies').selectAll().orderBy('question_id').orderBy('version').orderBy('pass').execute()
  return rows
    .filter(({ pass }) => pass === 0 || pass === (recount?.current_pass ?? 1))
    .map(({ pass, ...row }) => ({ ...row, owner: pass === 0 ? 'guests' : 'members' }))
}

const tallyOf = async (questionId: string) => (await readTallies()).find(({ question_id }) => question_id === questionId)?.tally

async function practiceALot(): Promise<string[]> {
  const random = seededRandom('counted')
  const attempts = []
  for (let i = 0; i < 23; i++) {
    const letters = ids.map(() => ['C', 'C', 'A', 'b', 'D', '-'][Math.floor(random() * 6)] ?? 'C').join('')
    attempts.push(await practice(letters, { userId: i % 2 === 0 ? 'camille' : 'noor', secondsEach: 1 + Math.floor(random() * 60) }))
  }
  return attempts
}

describe('a finished attempt', () => {
  test('adds its answers to the sums of the pinned versions', async () => {
    await practice('CcABCC-C')
    // Six of seven counted answers: the other six of question 0 have four correct ones.
    expect(await tallyOf(first)).toEqual({
      answers: 1,
      correct: 1,
      rest: 667,
      restSquared: 667 * 667,
      restOfCorrect: 667,
      'time:28': 1,
      'rest:13': 1,
      'correct:13': 1,
      'entry:13:C': 1,
    })
    expect(await tallyOf(idOf(1))).toMatchObject({ answers: 1, correct: 1, guesses: 1, 'entry:13:C': 1 })
    expect(await tallyOf(idOf(2))).toMatchObject({ answers: 1, rest: 833, 'entry:16:A': 1 })
    expect(await tallyOf(idOf(6))).toBeUndefined()
    await practice('CCCCCCCC', { userId: 'noor' })
    expect(await tallyOf(first)).toMatchObject({ answers: 2, correct: 2, rest: 1667, restSquared: 667 * 667 + 1_000_000, 'rest:20': 1 })
  })

  test('adds nothing when its answers took under two seconds, or are too few, or a guest’s browser sent them', async () => {
    await practice('CCCCCCCC', { secondsEach: 1 })
    await practice('CCCCC---')
    await practice('CCCCCCCC', { isCounted: true })
    expect(await readTallies()).toEqual([])
    await recountAnswers(database.db)
    expect(await readTallies()).toEqual([])
    expect(await countRows(database, 'question_statistics')).toBe(8)
  })

  test('counts for the version that it pinned, and leaves the counts of earlier versions as they are', async () => {
    for (let i = 0; i < 20; i++) await practice('CCCABCCC')
    const current = await findStoredQuestion(database.db, first)
    await changeQuestion(database.db, null, first, { ...current, correct_answer: ['A'] }, undefined, now)
    await practice('CCCABCCC')
    const statistics = await listVersionStatistics(database.db, first)
    expect(statistics.map(({ version, answers }) => [version, answers])).toEqual([
      [2, 1],
      [1, 20],
    ])
    expect(statistics[0]?.statistics).toBeUndefined()
    expect(statistics[1]?.statistics).toMatchObject({ facility: 1, guessShare: 0 })
    expect(statistics[1]?.statistics?.words['C']).toMatch(/^C\. \w/)
    await recountAnswers(database.db)
    expect(await listVersionStatistics(database.db, first)).toEqual(statistics)
  })
})

describe('a recount', () => {
  test('gives the same sums as counting one by one, also for archived journals', async () => {
    await practiceALot()
    const counted = await readTallies()
    expect(counted.length).toBe(8)
    await recountAnswers(database.db)
    expect(await database.db.selectFrom('item_recounts').selectAll().execute()).toMatchObject([{ current_pass: 2, next_pass: null }])
    expect(await readTallies()).toEqual(counted)
    await archiveOldJournals(database.db, new Date(now.getTime() + 100 * dayMs))
    expect(await countRows(database, 'attempt_moves')).toBe(0)
    await recountAnswers(database.db)
    expect(await readTallies()).toEqual(counted)
    expect(await database.db.selectFrom('item_tallies').select('pass').distinct().execute()).toEqual([{ pass: 3 }])
  })

  test('repairs sums, counts attempts from before there were sums, and forgets removed attempts', async () => {
    await practiceALot()
    const removed = await practice('CCCCCCCC')
    await database.db.deleteFrom('item_tallies').execute()
    await recountAnswers(database.db)
    const all = (await tallyOf(first))?.['answers'] ?? 0
    await removeAttempt(database.db, 'camille', removed, now)
    await recountAnswers(database.db)
    const left = (await tallyOf(first))?.['answers'] ?? 0
    expect(all).toBeGreaterThan(10)
    expect(left).toBe(all - 1)
  })

  test('leaves out imported attempts', async () => {
    await practice('CCCCCCCC')
    const imported = await practice('CCCCCCCC')
    expect((await tallyOf(first))?.['answers']).toBe(2)
    await database.db.updateTable('attempts').set({ imported_at: now }).where('id', '=', imported).execute()
    await recountAnswers(database.db)
    expect((await tallyOf(first))?.['answers']).toBe(1)
  })

  test('stops, continues, and counts attempts that finish meanwhile once', async () => {
    await practiceALot()
    const stopped = new AbortController()
    stopped.abort()
    await recountAnswers(database.db, { signal: stopped.signal })
    expect(await countRows(database, 'item_recounts')).toBe(1)
    await recountAnswers(database.db, { rowsMax: 10 })
    const { counted_until: until } = await database.db.selectFrom('item_recounts').selectAll().executeTakeFirstOrThrow()
    expect(until).not.toBeNull()
    await practice('CCCCCCCC', { id: '00000000-0000-7000-8000-000000000001' })
    await practice('CCCCCABA', { id: 'ffffffff-0000-7000-8000-000000000001' })
    const counted = await readTallies()
    await recountAnswers(database.db)
    expect(await database.db.selectFrom('item_recounts').selectAll().execute()).toMatchObject([{ current_pass: 2, next_pass: null }])
    expect(await readTallies()).toEqual(counted)
  })
})

describe('a corrected answer key', () => {
  const challengeId = idOf(99)
  const noMail = {
    origin: 'https://praxam.example',
    tokens: openUnsubscribeTokens([testSecret]),
    jobs: { sendMail: async () => undefined },
  }

  test('leaves the counts of attempts that it scores again as they were, also in a recount', async () => {
    for (let i = 0; i < 3; i++) await practice('CCCABCCC')
    const open = randomUUID()
    clock = now.getTime()
    const started = [
      entry({ type: 'start', certificationId: 'mb-800', set: 'all', questionIds: ids }),
      entry({ type: 'answer', questionId: first, answer: ['A'] }, 30),
      entry({ type: 'reveal', questionId: first }),
    ]
    await appendMoves(database.db, { id: open, owner: { userId: 'noor' }, base: 0, sentAt: clock, entries: started }, new Date(clock))
    const current = await findStoredQuestion(database.db, first)
    await changeQuestion(database.db, null, first, { ...current, correct_answer: ['A'] }, undefined, now)
    const request = { challengeId, questionId: first, toVersion: 2, actorId: 'noor', publicReason: 'The page says so.' }
    expect(await startRescore(database.db, { addRescore: async () => undefined }, request, now)).toMatchObject({ ok: true })
    await runRescore(database.db, noMail, challengeId, () => now)
    expect(await countRows(database, 'rescored_attempts')).toBe(4)
    const others = ids
      .slice(1)
      .flatMap((questionId, i) => [entry({ type: 'go', position: i + 1 }), entry({ type: 'answer', questionId, answer: ['C'] }, 30)])
    const rest = [...others, entry({ type: 'finish' })]
    await appendMoves(database.db, { id: open, owner: { userId: 'noor' }, base: 3, sentAt: clock, entries: rest }, new Date(clock))
    await practice('CCCABCCC')
    const counted = await readTallies()
    const versions = counted.filter(({ question_id }) => question_id === first)
    expect(versions.map(({ version, tally }) => [version, tally['answers'], tally['correct']])).toEqual([
      [1, 3, 3],
      [2, 2, 1],
    ])
    await recountAnswers(database.db)
    expect(await readTallies()).toEqual(counted)
  })
})

describe('a guest’s simulation', () => {
  test('is counted with the letters of the bank, survives recounts, and is not counted again after adoption', async () => {
    const request = { certificationId: 'mb-800', length: 'full', extraTime: 1, candidate: { address: '203.0.113.9' } } as const
    const started = await startSimulation(database.db, request, now)
    if (!started.ok) throw new Error(started.refusal)
    const { sheet, secret = '' } = started
    const { simulation: terms } = await database.db.selectFrom('attempts').select('simulation').executeTakeFirstOrThrow()
    clock = now.getTime()
    const entries = sheet.attempt.questionIds.flatMap((questionId, i) => {
      const question = bank.find(({ id }) => id === questionId) ?? bank[0]
      const shown = question && shuffleQuestion(question, terms?.seed ?? '')
      return [entry({ type: 'answer', questionId, answer: shown?.answerKey ?? [] }, 20), entry({ type: 'go', position: i + 1 })]
    })
    entries.push(entry({ type: 'finish' }))
    await appendMoves(database.db, { id: sheet.id, owner: { secret }, base: 1, sentAt: clock, entries }, new Date(clock))
    const counted = await readTallies()
    expect(counted.map(({ owner, tally }) => [owner, tally['correct'], tally['entry:20:C']])).toEqual(ids.map(() => ['guests', 1, 1]))
    expect(await adoptAttempt(database.db, { id: sheet.id, secret, userId: 'camille' }, new Date(clock))).toEqual({ ok: true })
    await recountAnswers(database.db)
    expect(await readTallies()).toEqual(counted)
  })
})

describe('flags for review', () => {
  const listFlagged = async () =>
    (await database.db.selectFrom('question_statistics').select('question_id').where('needs_review', '=', true).execute()).map(
      ({ question_id }) => question_id,
    )

  test('are noted for the current version, and removed with another version', async () => {
    // Strong candidates choose B for question 0, and weak ones C.
    for (let i = 0; i < 12; i++) await practice('BCCCCCCC')
    for (let i = 0; i < 12; i++) await practice(i % 2 === 0 ? 'CABDABDA' : 'CBDABDAB')
    await flagQuestions(database.db)
    expect(await listFlagged()).toContain(first)
    const [statistics] = await listVersionStatistics(database.db, first)
    expect(statistics?.statistics?.flags.map(({ kind }) => kind)).toEqual([
      'negativeDiscrimination',
      'distractorAboveKey',
      'unusedDistractor',
    ])
    const current = await findStoredQuestion(database.db, first)
    await changeQuestion(database.db, null, first, { ...current, correct_answer: ['B'] }, undefined, now)
    await flagQuestions(database.db)
    expect(await listFlagged()).not.toContain(first)
  })
})

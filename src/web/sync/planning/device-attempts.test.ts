import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Attempt } from '#exam/attempt.ts'
import { foldJournal } from '#exam/moves.ts'
import { deriveKnowledge } from '#exam/planning/knowledge.ts'
import { openAttempt, openPageAttempt, type AttemptController } from '#web/sync/attempt-controller.ts'
import { findAttemptToResume, startAttempt } from '#web/sync/planning/device-attempts.ts'
import { enqueueMoves } from '#web/sync/enqueue-moves.ts'
import { openPageJournal, readAllAttempts } from '#web/sync/journal.ts'
import { aQuestion } from '#tests/factories.ts'

vi.mock(import('#web/sync/enqueue-moves.ts'), () => ({ enqueueMoves: vi.fn() }))

const questions = ['q1', 'q2', 'q3'].map((id) => aQuestion({ id, answerKey: ['C'] }))
const ids = questions.map(({ id }) => id)
const opened: AttemptController[] = []
let tests = 0
/** Each test practices another exam, because all use the same storage. */
let exam = ''
let posted: string[] = []

beforeEach(() => {
  exam = `exam-${++tests}`
  posted = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    posted.push(body)
    return Promise.resolve(new Response())
  })
})
afterEach(() => {
  for (const tab of opened.splice(0)) tab.close()
  vi.unstubAllGlobals()
})

/** A tab with the latest mixed attempt of a guest. */
async function openTab(): Promise<AttemptController> {
  const tab = await openPageAttempt(null, { certificationId: exam, set: 'mixed', questionIds: [], now: 1 })
  opened.push(tab)
  return tab
}

async function answerIn(tab: AttemptController, questionId: string, letter: string) {
  tab.move({ type: 'answer', at: Date.now(), questionId, answer: [letter] })
  await vi.waitFor(() => expect(tab.current().saved).toBe('saved'))
}

/** The attempts at the exam of this test, the oldest first. */
async function listAttempts(): Promise<Attempt[]> {
  const attempts = (await readAllAttempts()).flatMap((moves) => foldJournal(moves) ?? [])
  return attempts.filter(({ certificationId }) => certificationId === exam).toSorted((a, b) => a.startedAt - b.startedAt)
}

describe('starting an attempt', () => {
  test('finishes the attempt before it, so that its mistakes can be practiced', async () => {
    await startAttempt(exam, 'mixed', ids, null)
    const tab = await openTab()
    await answerIn(tab, 'q1', 'C')
    await answerIn(tab, 'q2', 'A')
    await startAttempt(exam, 'mixed', ['q3'], null)
    const [before, after] = await listAttempts()
    expect(before).toMatchObject({ answers: { q1: ['C'], q2: ['A'] }, finishedAt: expect.any(Number) as number })
    expect(after).toMatchObject({ questionIds: ['q3'], answers: {}, finishedAt: null })
    const knowledge = deriveKnowledge(await readAllAttempts(), questions)
    expect([knowledge.get('q1')?.isCorrect, knowledge.get('q2')?.isCorrect]).toEqual([true, false])
    // The answers are sent without waiting for them.
    const sent = JSON.stringify({ certificationId: exam, answers: { q1: ['C'], q2: ['A'] }, details: {} })
    await vi.waitFor(() => expect(posted).toEqual([sent]), { timeout: 10_000 })
  })

  test('shows the result in the tab that has the attempt before it', async () => {
    await startAttempt(exam, 'mixed', ids, null)
    const tab = await openTab()
    await answerIn(tab, 'q1', 'A')
    await startAttempt(exam, 'mixed', ['q3'], null)
    await vi.waitFor(() =>
      expect(tab.current().attempt).toMatchObject({ answers: { q1: ['A'] }, finishedAt: expect.any(Number) as number }),
    )
  })

  test('does not finish an attempt without answers or a finished one', async () => {
    await startAttempt(exam, 'mixed', ids, null)
    await startAttempt(exam, 'mixed', ids, null)
    const tab = await openTab()
    await answerIn(tab, 'q1', 'C')
    tab.move({ type: 'finish', at: 5 })
    await vi.waitFor(() => expect(tab.current().saved).toBe('saved'))
    await startAttempt(exam, 'mixed', ids, null)
    expect((await listAttempts()).flatMap(({ finishedAt }) => finishedAt ?? [])).toEqual([5])
    expect(posted).toEqual([])
  })

  test('leaves the attempts of other sets, exams and owners alone', async () => {
    await startAttempt(exam, 'mixed', ids, null)
    await answerIn(await openTab(), 'q1', 'C')
    await startAttempt(exam, 'mistakes', ids, null)
    await startAttempt(`${exam}-other`, 'mixed', ids, null)
    await startAttempt(exam, 'mixed', ids, 'camille')
    expect((await listAttempts()).map(({ finishedAt }) => finishedAt)).toEqual([null, null])
  })

  test("sends a member's new attempt to the account before the first answer, and a guest's not at all", async () => {
    vi.mocked(enqueueMoves).mockClear()
    await startAttempt(exam, 'mixed', ids, null)
    expect(enqueueMoves).not.toHaveBeenCalled()
    await startAttempt(exam, 'mixed', ids, 'camille')
    const { journal } = await openPageJournal('camille')
    const latest = await journal.latest(exam, 'mixed')
    expect(enqueueMoves).toHaveBeenCalledExactlyOnceWith(journal, latest?.row.id)
  })

  test("sends the end of a member's attempt to the account, which counts its answers", async () => {
    await startAttempt(exam, 'mixed', ids, 'camille')
    const { journal } = await openPageJournal('camille')
    const tab = await openAttempt({ journal, problem: null, certificationId: exam, set: 'mixed', questionIds: [], now: 1 })
    opened.push(tab)
    await answerIn(tab, 'q1', 'A')
    await startAttempt(exam, 'mixed', ids, 'camille')
    await vi.waitFor(() => expect(tab.current().attempt.finishedAt).not.toBeNull())
    expect(enqueueMoves).toHaveBeenCalledWith(journal, tab.current().id)
    expect(posted).toEqual([])
  })
})

describe('the attempt to resume on this device', () => {
  test('is in progress and has an answer', async () => {
    expect(await findAttemptToResume(exam, 'mixed', null)).toBeUndefined()
    await startAttempt(exam, 'mixed', ids, null)
    expect(await findAttemptToResume(exam, 'mixed', null)).toBeUndefined()
    const tab = await openTab()
    await answerIn(tab, 'q1', 'C')
    expect(await findAttemptToResume(exam, 'mixed', null)).toMatchObject({ answers: { q1: ['C'] } })
    tab.move({ type: 'finish', at: 5 })
    await vi.waitFor(() => expect(tab.current().saved).toBe('saved'))
    expect(await findAttemptToResume(exam, 'mixed', null)).toBeUndefined()
  })
})

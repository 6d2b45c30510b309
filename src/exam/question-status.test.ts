import { describe, expect, test } from 'vitest'
import { flag, markGuess, recordAnswer, reveal, start, type Attempt } from '#exam/attempt.ts'
import { findNextNotAnswered, isNotAnswered, listQuestionStatuses, lookUpQuestions, tallyAttempt } from '#exam/question-status.ts'
import { aQuestion, aReorderQuestion } from '#tests/factories.ts'

const ids = ['q1', 'q2', 'q3', 'q4']
const questions = lookUpQuestions(ids.map((id) => (id === 'q4' ? aReorderQuestion({ id }) : aQuestion({ id }))))
const fresh = start('mb-800', 'all', ids, 1000)
const statusesOf = (attempt: Attempt) => listQuestionStatuses(attempt, questions)
const statusOf = (attempt: Attempt, position: number) => statusesOf(attempt)[position]

describe('the status of a question', () => {
  test('has a verdict only after its answer key was revealed', () => {
    const answered = recordAnswer(fresh, 'q1', ['C'])
    expect(statusOf(answered, 0)).toMatchObject({ answered: 'answered', verdict: null })
    expect(statusOf(reveal(answered, 'q1'), 0)).toMatchObject({ answered: 'answered', verdict: 'right' })
    expect(statusOf(reveal(recordAnswer(fresh, 'q1', ['A']), 'q1'), 0)).toMatchObject({ verdict: 'wrong' })
  })

  test('has no verdict when the answer was blank', () => {
    expect(statusOf(reveal(fresh, 'q1'), 0)).toMatchObject({ answered: null, verdict: null })
  })

  test('is known while the question is loading, as far as its answer key is known', () => {
    const revealed = reveal(recordAnswer(fresh, 'q1', ['C']), 'q1')
    const loading = { getKey: () => undefined, isPending: () => true }
    expect(listQuestionStatuses(revealed, loading)[0]).toMatchObject({ answered: 'answered', verdict: null, isRemoved: false })
    expect(listQuestionStatuses(revealed, { ...loading, getKey: questions.getKey })[0]).toMatchObject({ verdict: 'right' })
  })

  test('includes a partial answer and a flag', () => {
    const attempt = flag(recordAnswer(fresh, 'q4', ['2', '', '']), 'q4')
    expect(statusOf(attempt, 3)).toMatchObject({ position: 3, answered: 'partly answered', isFlagged: true, isRemoved: false })
    expect(statusOf(attempt, 0)).toMatchObject({ isFlagged: false })
  })

  test('of a removed question says so and has no verdict', () => {
    const attempt = reveal(recordAnswer(start('mb-800', 'all', ['gone'], 1000), 'gone', ['C']), 'gone')
    expect(statusOf(attempt, 0)).toEqual({
      position: 0,
      answered: 'answered',
      verdict: null,
      isFlagged: false,
      isGuess: false,
      isRemoved: true,
    })
  })
})

describe('the tally of an attempt', () => {
  test('counts answered, correct and incorrect questions', () => {
    let attempt = recordAnswer(recordAnswer(recordAnswer(fresh, 'q1', ['C']), 'q2', ['A']), 'q3', ['C'])
    expect(tallyAttempt(statusesOf(attempt))).toEqual({ total: 4, answered: 3, correct: 0, incorrect: 0, guessed: 0 })
    attempt = reveal(reveal(attempt, 'q1'), 'q2')
    expect(tallyAttempt(statusesOf(attempt))).toEqual({ total: 4, answered: 3, correct: 1, incorrect: 1, guessed: 0 })
  })

  test('counts guesses, correct or not', () => {
    const attempt = markGuess(markGuess(recordAnswer(fresh, 'q1', ['C']), 'q1', true), 'q2', true)
    expect(statusOf(attempt, 0)).toMatchObject({ isGuess: true })
    expect(tallyAttempt(statusesOf(attempt)).guessed).toBe(2)
  })

  test('counts a partial answer only after it was revealed', () => {
    const partial = recordAnswer(fresh, 'q4', ['2', '', ''])
    expect(tallyAttempt(statusesOf(partial)).answered).toBe(0)
    expect(tallyAttempt(statusesOf(reveal(partial, 'q4')))).toMatchObject({ answered: 1, incorrect: 1 })
  })

  test('ignores removed questions', () => {
    const attempt = recordAnswer(start('mb-800', 'all', ['gone', 'q1'], 1000), 'gone', ['C'])
    expect(tallyAttempt(statusesOf(attempt))).toEqual({ total: 1, answered: 0, correct: 0, incorrect: 0, guessed: 0 })
  })
})

describe('the next question to answer', () => {
  const next = (attempt: Attempt, current: number) => findNextNotAnswered(statusesOf(attempt), current)

  test('comes after the current one, and the search starts over at the end', () => {
    const attempt = recordAnswer(fresh, 'q2', ['A'])
    expect(next(attempt, 0)).toBe(2)
    expect(next(attempt, 3)).toBe(0)
  })

  test('can be partly answered, but neither removed nor revealed with an answer', () => {
    const partial = recordAnswer(fresh, 'q4', ['2', '', ''])
    expect(
      statusesOf(partial)
        .filter(isNotAnswered)
        .map(({ position }) => position),
    ).toEqual([0, 1, 2, 3])
    const attempt = reveal(partial, 'q4')
    expect(next({ ...attempt, questionIds: ['gone', 'q4', 'q1'] }, 2)).toBeUndefined()
  })

  test('is undefined when only the current one is left', () => {
    const attempt = { ...recordAnswer(fresh, 'q1', ['A']), questionIds: ['q1', 'q2'] }
    expect(next(attempt, 1)).toBeUndefined()
  })
})

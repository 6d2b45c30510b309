import { describe, expect, test } from 'vitest'
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import { foldJournal, type Move } from '#exam/moves.ts'
import { compareWithEarlier } from '#exam/results/result-comparison.ts'
import { aQuestion } from '#tests/factories.ts'

const questions = ['a', 'b', 'c'].map((id) => aQuestion({ id }))

/** Answers the questions in order. The correct answer is C. */
function aJournal(startedAt: number, letters: readonly string[], values: { set?: QuestionSet; certificationId?: string } = {}): Move[] {
  const { set = 'mixed', certificationId = 'mb-800' } = values
  const questionIds = questions.map(({ id }) => id)
  return [
    { type: 'start', at: startedAt, certificationId, set, questionIds },
    ...letters.map((letter, i): Move => ({ type: 'answer', at: startedAt + i, questionId: questionIds[i] ?? '', answer: [letter] })),
    { type: 'finish', at: startedAt + 10 },
  ]
}

const attemptOf = (moves: readonly Move[]) => foldJournal(moves) as Attempt
const latest = aJournal(100, ['C', 'C', 'A'])
const compare = (...earlier: Move[][]) => compareWithEarlier(attemptOf(latest), [...earlier, latest], questions)

describe('the comparison of a result', () => {
  test('has only the score after a first attempt', () => {
    expect(compare()).toEqual({ correct: 2, total: 3, fixed: 0, more: null })
  })

  test('counts questions that were answered incorrectly the last time before', () => {
    expect(compare(aJournal(10, ['A', 'C', 'A'], { set: 'all' }))).toMatchObject({ fixed: 1 })
    expect(compare(aJournal(10, ['A', 'A', 'A']), aJournal(50, ['C', 'A', 'A']))).toMatchObject({ fixed: 1 })
  })

  test('compares with the mixed practice before, if it had as many answers', () => {
    expect(compare(aJournal(10, ['A', 'A', 'C']))).toMatchObject({ more: 1 })
    expect(compare(aJournal(10, ['A', 'A', 'A']), aJournal(50, ['C', 'C', 'C']))).toMatchObject({ more: -1 })
    expect(compare(aJournal(10, ['A', 'A']))).toMatchObject({ more: null })
    expect(compare(aJournal(10, ['A', 'A', 'C'], { set: 'all' }))).toMatchObject({ more: null })
  })

  test('ignores later attempts and other certifications', () => {
    expect(compare(aJournal(200, ['A', 'A', 'A']), aJournal(10, ['A', 'A', 'A'], { certificationId: 'pl-900' }))).toMatchObject({
      fixed: 0,
      more: null,
    })
  })
})

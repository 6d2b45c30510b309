import { describe, expect, test } from 'vitest'
import type { Attempt } from '#exam/attempt.ts'
import { foldJournal, type Move } from '#exam/moves.ts'
import { gradeAttempt } from '#exam/results/results.ts'
import { listSetsOfKnowledge, listSetsOfResult } from '#web/flashcards/flashcard-sets.ts'
import { aQuestion } from '#tests/factories.ts'

const questions = ['q1', 'q2', 'q3', 'q4'].map((id) => aQuestion({ id }))

describe('what a candidate can download', () => {
  test('of an attempt: mistakes, flagged and all questions whose answer key is not hidden', () => {
    const moves: Move[] = [
      { type: 'start', at: 1, certificationId: 'mb-800', set: 'all', questionIds: questions.map(({ id }) => id) },
      { type: 'answer', at: 2, questionId: 'q1', answer: ['A'] },
      { type: 'answer', at: 3, questionId: 'q2', answer: ['C'] },
      { type: 'reveal', at: 4, questionId: 'q3' },
      { type: 'flag', at: 5, questionId: 'q2' },
      { type: 'flag', at: 6, questionId: 'q4' },
      { type: 'finish', at: 7 },
    ]
    const result = gradeAttempt(foldJournal(moves) as Attempt, questions, [])
    expect(result && listSetsOfResult(result)).toEqual({ mistakes: ['q1'], flagged: ['q2'], all: ['q1', 'q2', 'q3'] })
  })

  test('of all practice: questions whose latest answer is incorrect, and flagged questions', () => {
    const known = { answeredAt: 1, isGuess: false, flaggedAt: 1 }
    const knowledge = new Map([
      ['q1', { ...known, isCorrect: false, isFlagged: false }],
      ['q2', { ...known, isCorrect: true, isFlagged: true }],
      ['q3', { ...known, isCorrect: null, isFlagged: true }],
    ])
    expect(listSetsOfKnowledge(knowledge)).toEqual({ mistakes: ['q1'], flagged: ['q2', 'q3'] })
  })
})

import { describe, expect, test } from 'vitest'
import type { Move } from '#exam/moves.ts'
import { findQuestionMs, measureAnswers, measureQuestion, paceAnswersMin } from '#exam/planning/pace.ts'

/** An attempt in which question i takes `seconds[i]`: half before the answer, half after it. */
function attemptOf(seconds: readonly number[]): Move[] {
  const questionIds = seconds.map((_, i) => `question ${i}`)
  const moves: Move[] = [{ type: 'start', at: 0, certificationId: 'mb-800', set: 'mixed', questionIds }]
  let at = 0
  for (const [i, each] of seconds.entries()) {
    const half = each * 500
    moves.push({ type: 'answer', at: at + half, questionId: `question ${i}`, answer: ['A'] })
    at += 2 * half
    moves.push({ type: 'go', at, position: i + 1 })
  }
  return moves
}

const tenAt = (seconds: number) => attemptOf(Array.from({ length: 10 }, () => seconds))

describe('the pace of a candidate', () => {
  test('is the median time on an answered question over all attempts', () => {
    expect(findQuestionMs([tenAt(40), tenAt(60), tenAt(200)])).toBe(60_000)
  })

  test('is unknown with fewer than 30 answers', () => {
    expect(findQuestionMs([])).toBeUndefined()
    expect(findQuestionMs([attemptOf(Array.from({ length: paceAnswersMin - 1 }, () => 60))])).toBeUndefined()
  })

  test('leaves out breaks and questions without an answer', () => {
    // The four minutes before the answer count, but the break of ten minutes after it does not.
    const withBreaks = attemptOf(Array.from({ length: paceAnswersMin }, () => 480)).map((move) =>
      move.type === 'go' ? { ...move, at: move.at + move.position * 600_000 } : { ...move, at: move.at + answeredBefore(move) * 600_000 },
    )
    expect(findQuestionMs([withBreaks])).toBe(240_000)
    const unanswered = tenAt(5).filter(({ type }) => type !== 'answer')
    expect(findQuestionMs([tenAt(60), tenAt(60), tenAt(60), unanswered, unanswered, unanswered, unanswered])).toBe(60_000)
  })
})

function answeredBefore(move: Move): number {
  return move.type === 'answer' ? Number(move.questionId.split(' ')[1]) : 0
}

describe('the time for an answer', () => {
  const at = (seconds: number) => ({ at: seconds * 1_000 })
  const start: Move = { type: 'start', ...at(0), certificationId: 'mb-800', set: 'mixed', questionIds: ['q1', 'q2', 'q3'] }

  test('ends when the explanation is shown, or with the attempt, and continues when the question is shown again', () => {
    const moves: Move[] = [
      start,
      { type: 'answer', ...at(10), questionId: 'q1', answer: ['A'] },
      { type: 'reveal', ...at(12), questionId: 'q1' },
      { type: 'go', ...at(100), position: 1 },
      { type: 'go', ...at(103), position: 2 },
      { type: 'answer', ...at(108), questionId: 'q3', answer: ['A'] },
      { type: 'go', ...at(109), position: 1 },
      { type: 'answer', ...at(111), questionId: 'q2', answer: ['A'] },
      { type: 'finish', ...at(112) },
      { type: 'go', ...at(200), position: 2 },
      { type: 'go', ...at(260), position: 0 },
    ]
    expect(Object.fromEntries(measureAnswers(moves))).toEqual({ q1: 12_000, q2: 6_000, q3: 6_000 })
  })

  test('has no breaks, and is unknown for questions without an answer', () => {
    const moves: Move[] = [
      start,
      { type: 'go', ...at(5), position: 1 },
      { type: 'answer', ...at(500), questionId: 'q2', answer: ['A'] },
      { type: 'go', ...at(503), position: 2 },
    ]
    expect([...measureAnswers(moves)]).toEqual([['q2', 3_000]])
  })

  test('of one question is known before it is answered', () => {
    const moves: Move[] = [
      start,
      { type: 'go', ...at(5), position: 1 },
      { type: 'go', ...at(9), position: 0 },
      { type: 'reveal', ...at(11), questionId: 'q1' },
      { type: 'go', ...at(30), position: 1 },
    ]
    expect(measureQuestion(moves, 'q1')).toBe(7_000)
    expect(measureQuestion(moves, 'q2')).toBe(4_000)
    expect(measureQuestion(moves, 'q3')).toBe(0)
  })
})

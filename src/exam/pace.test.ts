import { describe, expect, test } from 'vitest'
import type { Move } from '#exam/attempt.ts'
import { findQuestionMs, paceAnswersMin } from '#exam/pace.ts'

/** An attempt that takes `seconds[i]` for question i: half before the answer, half after it. */
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
    // Four minutes before the answer count, ten minutes of break after it do not.
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

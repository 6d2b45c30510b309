import { describe, expect, test } from 'vitest'
import { finish, start, type Attempt } from '#exam/attempt.ts'
import { applyMove, applyMoves, foldJournal, type Move } from '#exam/moves.ts'

const fresh = start('mb-800', 'all', ['q1', 'q2', 'q3'], 1000)

describe('a journal', () => {
  const startMove: Move = { type: 'start', at: 1000, certificationId: 'mb-800', set: 'all', questionIds: ['q1', 'q2', 'q3'] }

  test('folds to the attempt it describes', () => {
    const attempt = foldJournal([
      startMove,
      { type: 'answer', at: 1, questionId: 'q1', answer: ['A'] },
      { type: 'reveal', at: 2, questionId: 'q1' },
      { type: 'answer', at: 3, questionId: 'q1', answer: ['B'] },
      { type: 'go', at: 4, position: 1 },
      { type: 'flag', at: 5, questionId: 'q2' },
    ])
    expect(attempt).toMatchObject({ current: 1, answers: { q1: ['A'] }, revealed: ['q1'], flagged: ['q2'] })
  })

  test('marks and unmarks a guess before and after the answer is revealed, but not after the attempt is finished', () => {
    const guess = (position: number, isGuess: boolean): Move => ({ type: 'go', at: 2, position, isGuess })
    const answered: Move = { type: 'answer', at: 3, questionId: 'q2', answer: ['A'] }
    const revealed: Move = { type: 'reveal', at: 4, questionId: 'q2' }
    expect(foldJournal([startMove, guess(1, true), answered, revealed])).toMatchObject({ current: 1, guessed: ['q2'] })
    expect(foldJournal([startMove, answered, revealed, guess(1, true)])?.guessed).toEqual(['q2'])
    expect(foldJournal([startMove, guess(1, true), guess(0, true), guess(1, false)])?.guessed).toEqual(['q1'])
    expect(foldJournal([startMove, answered, { type: 'finish', at: 5 }, guess(1, true)])?.guessed).toEqual([])
    expect(foldJournal([startMove, guess(7, true)])?.guessed).toEqual([])
  })

  test('ignores a move from a later release but applies the moves before and after it', () => {
    const later = { type: 'ask', at: 2, questionId: 'q1' } as unknown as Move
    expect(foldJournal([startMove, later, { type: 'flag', at: 3, questionId: 'q1' }])?.flagged).toEqual(['q1'])
  })

  test('has unscored questions only if its finish lists them', () => {
    const ended: Move = { type: 'finish', at: 5, unscored: ['q2'] }
    expect(foldJournal([startMove, ended])).toMatchObject({ finishedAt: 5, unscored: ['q2'] })
    expect(foldJournal([startMove, { type: 'finish', at: 5 }, ended])).not.toHaveProperty('unscored')
  })

  test('without a start move has no attempt', () => {
    expect(foldJournal([])).toBeUndefined()
    expect(foldJournal([{ type: 'go', at: 1, position: 1 }])).toBeUndefined()
  })

  test('starts once: a second start changes nothing', () => {
    expect(foldJournal([startMove, { type: 'go', at: 2, position: 2 }, startMove])?.current).toBe(2)
  })
})

describe('several moves', () => {
  const answer = (questionId: string, letter: string): Move => ({ type: 'answer', at: 2, questionId, answer: letter ? [letter] : [] })
  const moves: Move[] = [
    answer('q1', 'A'),
    answer('q2', 'B'),
    { type: 'go', at: 3, position: 1 },
    answer('q1', ''),
    { type: 'reveal', at: 4, questionId: 'q2' },
    answer('q2', 'C'),
    answer('q4', 'A'),
    answer('q1', 'D'),
    answer('q3', 'A'),
    { type: 'finish', at: 5 },
    answer('q3', 'B'),
  ]

  test('lead to the same attempt as one by one, starting from every step, and do not change earlier attempts', () => {
    const steps = [fresh]
    for (const move of moves) steps.push(applyMove(steps.at(-1), move) as Attempt)
    const unchanged = structuredClone(steps)
    steps.forEach((step, i) => expect(applyMoves(step, moves.slice(i))).toEqual(steps.at(-1)))
    expect(steps).toEqual(unchanged)
    expect(Object.keys(applyMoves(fresh, moves).answers)).toEqual(Object.keys(steps.at(-1)?.answers ?? {}))
    expect(applyMoves(fresh, [])).toBe(fresh)
  })
})

describe('time in other windows', () => {
  const open = start('mb-800', 'simulation', ['q1', 'q2'], 0, { hasDocumentation: true })
  const away = (ms: number): Move => ({ type: 'away', at: 9, ms })

  test('adds up while the documentation is open, and changes nothing else', () => {
    const moves: Move[] = [away(30_000), { type: 'go', at: 10, position: 1 }, away(1_500)]
    const attempt = moves.reduce((before, move) => applyMove(before, move) ?? before, open)
    expect(attempt).toEqual({ ...open, current: 1, awayMs: 31_500 })
  })

  test('is not counted without the rule or after the end', () => {
    expect(applyMove(fresh, away(30_000))).toBe(fresh)
    const finished = finish(open, 5)
    expect(applyMove(finished, away(30_000))).toBe(finished)
  })
})

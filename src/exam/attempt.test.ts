import { describe, expect, test } from 'vitest'
import { isBlank } from '#exam/question.ts'
import { finish, flag, recordAnswer, goTo, hide, restart, reveal, start, unflag } from '#exam/attempt.ts'
import { applyMove, type Move } from '#exam/moves.ts'

const fresh = start('mb-800', 'all', ['q1', 'q2', 'q3'], 1000)

describe('a new attempt', () => {
  test('starts at question 1 with nothing answered, revealed or flagged', () => {
    expect(fresh).toMatchObject({
      current: 0,
      answers: {},
      revealed: [],
      shown: [],
      flagged: [],
      guessed: [],
      finishedAt: null,
      startedAt: 1000,
    })
  })
})

describe('answering', () => {
  test('replaces the previous answer', () => {
    const attempt = recordAnswer(recordAnswer(fresh, 'q1', ['A']), 'q1', ['B'])
    expect(attempt.answers).toEqual({ q1: ['B'] })
  })

  test('with a blank answer removes the entry', () => {
    expect(recordAnswer(recordAnswer(fresh, 'q1', ['A']), 'q1', []).answers).toEqual({})
    expect(recordAnswer(recordAnswer(fresh, 'q1', ['2', '0']), 'q1', ['', '']).answers).toEqual({})
  })

  test('changes nothing when the answer is the same or the question is not in the attempt', () => {
    const attempt = recordAnswer(fresh, 'q1', ['A'])
    expect(recordAnswer(attempt, 'q1', ['A'])).toBe(attempt)
    expect(recordAnswer(attempt, 'elsewhere', ['A'])).toBe(attempt)
  })

  test('is locked once the answer key was revealed, even after it is hidden again', () => {
    const revealed = reveal(recordAnswer(fresh, 'q1', ['A']), 'q1')
    expect(recordAnswer(revealed, 'q1', ['B'])).toBe(revealed)
    const hidden = hide(revealed, 'q1')
    expect(recordAnswer(hidden, 'q1', ['B'])).toBe(hidden)
  })
})

describe('revealing', () => {
  test('toggles per question', () => {
    const shown = reveal(reveal(fresh, 'q1'), 'q2')
    expect(shown.shown).toEqual(['q1', 'q2'])
    expect(hide(shown, 'q1').shown).toEqual(['q2'])
    expect(reveal(hide(shown, 'q1'), 'q1').revealed).toEqual(['q1', 'q2'])
  })
})

describe('navigating', () => {
  test('changes no answer and ignores positions outside the attempt', () => {
    const attempt = goTo(recordAnswer(fresh, 'q1', ['A']), 2)
    expect(attempt).toMatchObject({ current: 2, answers: { q1: ['A'] } })
    for (const outside of [-1, 3, 0.5, NaN]) expect(goTo(attempt, outside)).toBe(attempt)
  })
})

describe('flagging', () => {
  test('adds and removes the flag once', () => {
    const flagged = flag(flag(fresh, 'q2'), 'q2')
    expect(flagged.flagged).toEqual(['q2'])
    expect(unflag(flagged, 'q2').flagged).toEqual([])
  })
})

describe('finishing', () => {
  test('allows no move except navigation', () => {
    const finished = finish(recordAnswer(fresh, 'q1', ['A']), 5000)
    expect(finished.finishedAt).toBe(5000)
    const moves: Move[] = [
      { type: 'answer', at: 6000, questionId: 'q2', answer: ['A'] },
      { type: 'reveal', at: 6000, questionId: 'q2' },
      { type: 'flag', at: 6000, questionId: 'q2' },
      { type: 'finish', at: 6000 },
    ]
    for (const move of moves) expect(applyMove(finished, move)).toBe(finished)
  })

  test('does not hide which questions are blank', () => {
    const { questionIds, answers } = finish(recordAnswer(fresh, 'q2', ['A']), 5000)
    expect(questionIds.filter((id) => isBlank(answers[id]))).toEqual(['q1', 'q3'])
  })

  test('can be followed by a new attempt at the set', () => {
    expect(restart(finish(recordAnswer(fresh, 'q1', ['A']), 5000), ['q2', 'q4'], 7000)).toEqual(start('mb-800', 'all', ['q2', 'q4'], 7000))
    const shuffled = start('mb-800', 'mixed', ['q1'], 1000, { seed: 'seed' })
    expect(restart(shuffled, ['q1'], 7000).seed).not.toBe(shuffled.seed)
  })
})

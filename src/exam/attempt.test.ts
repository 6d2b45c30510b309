import { describe, expect, test } from 'vitest'
import {
  blankPositions,
  finish,
  flag,
  foldJournal,
  recordAnswer,
  goTo,
  hide,
  applyMove,
  restart,
  reveal,
  start,
  unflag,
} from '#exam/attempt.ts'
import type { Move } from '#exam/attempt.ts'

const fresh = start('mb-800', 'all', ['q1', 'q2', 'q3'], 1000)

describe('a new run', () => {
  test('starts at question 1 with nothing answered, revealed or flagged', () => {
    expect(fresh).toMatchObject({ current: 0, answers: {}, revealed: [], shown: [], flagged: [], finishedAt: null, startedAt: 1000 })
  })
})

describe('answering', () => {
  test('replaces the answer before', () => {
    const run = recordAnswer(recordAnswer(fresh, 'q1', ['A']), 'q1', ['B'])
    expect(run.answers).toEqual({ q1: ['B'] })
  })

  test('with nothing takes the entry away', () => {
    expect(recordAnswer(recordAnswer(fresh, 'q1', ['A']), 'q1', []).answers).toEqual({})
    expect(recordAnswer(recordAnswer(fresh, 'q1', ['2', '0']), 'q1', ['', '']).answers).toEqual({})
  })

  test('changes nothing when the answer is the same, or the question is not of this run', () => {
    const run = recordAnswer(fresh, 'q1', ['A'])
    expect(recordAnswer(run, 'q1', ['A'])).toBe(run)
    expect(recordAnswer(run, 'elsewhere', ['A'])).toBe(run)
  })

  test('is over once the answer has been revealed, even after it is hidden again', () => {
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

describe('moving through the run', () => {
  test('keeps answers and stays inside', () => {
    const run = goTo(recordAnswer(fresh, 'q1', ['A']), 2)
    expect(run).toMatchObject({ current: 2, answers: { q1: ['A'] } })
    for (const outside of [-1, 3, 0.5, NaN]) expect(goTo(run, outside)).toBe(run)
  })
})

describe('flagging', () => {
  test('marks and unmarks once', () => {
    const flagged = flag(flag(fresh, 'q2'), 'q2')
    expect(flagged.flagged).toEqual(['q2'])
    expect(unflag(flagged, 'q2').flagged).toEqual([])
  })
})

describe('finishing', () => {
  test('closes the run for every move but looking around', () => {
    const over = finish(recordAnswer(fresh, 'q1', ['A']), 5000)
    expect(over.finishedAt).toBe(5000)
    const moves: Move[] = [
      { type: 'answer', at: 6000, questionId: 'q2', answer: ['A'] },
      { type: 'reveal', at: 6000, questionId: 'q2' },
      { type: 'flag', at: 6000, questionId: 'q2' },
      { type: 'finish', at: 6000 },
    ]
    for (const move of moves) expect(applyMove(over, move)).toBe(over)
  })

  test('leaves a list of what was not answered', () => {
    expect(blankPositions(recordAnswer(fresh, 'q2', ['A']))).toEqual([0, 2])
  })

  test('can be followed by the same questions from the beginning', () => {
    expect(restart(finish(recordAnswer(fresh, 'q1', ['A']), 5000), ['q2', 'q4'], 7000)).toEqual(start('mb-800', 'all', ['q2', 'q4'], 7000))
  })
})

describe('a journal', () => {
  const begin: Move = { type: 'start', at: 1000, certificationId: 'mb-800', set: 'all', questionIds: ['q1', 'q2', 'q3'] }

  test('folds to the run that was left', () => {
    const run = foldJournal([
      begin,
      { type: 'answer', at: 1, questionId: 'q1', answer: ['A'] },
      { type: 'reveal', at: 2, questionId: 'q1' },
      { type: 'answer', at: 3, questionId: 'q1', answer: ['B'] },
      { type: 'go', at: 4, position: 1 },
      { type: 'flag', at: 5, questionId: 'q2' },
    ])
    expect(run).toMatchObject({ current: 1, answers: { q1: ['A'] }, revealed: ['q1'], flagged: ['q2'] })
  })

  test('that does not begin with a start tells of no run', () => {
    expect(foldJournal([])).toBeUndefined()
    expect(foldJournal([{ type: 'go', at: 1, position: 1 }])).toBeUndefined()
  })

  test('starts once: a second start changes nothing', () => {
    expect(foldJournal([begin, { type: 'go', at: 2, position: 2 }, begin])?.current).toBe(2)
  })
})

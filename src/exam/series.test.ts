import { describe, expect, test } from 'vitest'
import { start, type Attempt } from '#exam/attempt.ts'
import { applyMove, applyMoves, foldJournal, prepareMove, type Move } from '#exam/moves.ts'
import { findNeighbor, findOpenPosition, listSections, listSeries, pickSections } from '#exam/series.ts'
import { listQuestionStatuses, isNotAnswered } from '#exam/question-status.ts'
import { aQuestion } from '#tests/factories.ts'

const ids = ['q0', 's1', 's2', 's3', 'q4']
const started = start('mb-800', 'simulation', ids, 0, { series: [['s1', 's2', 's3']] })
const go = (position: number, from?: number): Move => ({ type: 'go', at: 1, position, ...(from !== undefined && { from }) })
const answer = (questionId: string, entry = 'yes'): Move => ({ type: 'answer', at: 1, questionId, answer: [entry] })
const after = (...moves: Move[]): Attempt => applyMoves(started, moves)

describe('a series in a simulation', () => {
  test('closes a question when the candidate goes to the next one', () => {
    const attempt = after(go(1), answer('s1'), go(2))
    expect(attempt).toMatchObject({ current: 2, closed: ['s1'], answers: { s1: ['yes'] } })
    expect(applyMove(attempt, answer('s1', 'no'))).toBe(attempt)
    expect(applyMove(attempt, { type: 'answer', at: 1, questionId: 's1', answer: [] })).toBe(attempt)
    expect(applyMove(attempt, go(1))).toBe(attempt)
  })

  test('closes the questions before a later one that is opened or answered', () => {
    expect(after(go(3)).closed).toEqual(['s1', 's2'])
    expect(after(answer('s3')).closed).toEqual(['s1', 's2'])
    expect(after(go(3), answer('s2')).answers).toEqual({})
  })

  test('closes a question when the candidate leaves the series', () => {
    expect(after(go(1), go(4)).closed).toEqual(['s1'])
    expect(after(go(1), go(0)).closed).toEqual(['s1'])
    expect(after(go(4), go(0)).closed).toBeUndefined()
  })

  test('closes the question that the page showed, also when another page moved on', () => {
    expect(after(go(3), go(0), go(4, 3)).closed).toEqual(['s1', 's2', 's3'])
    expect(after(go(1), go(0, 4)).closed).toEqual(['s1'])
  })

  test('stays as it is while its current question is answered, and after the end', () => {
    expect(after(go(1), answer('s1'), answer('s1', 'no')).closed).toBeUndefined()
    const finished = after(go(1), { type: 'finish', at: 2 }, go(2), go(1))
    expect(finished).toMatchObject({ current: 1 })
    expect(finished.closed).toBeUndefined()
  })

  test('locks nothing in practice', () => {
    const practice = start('mb-800', 'mixed', ids, 0)
    const moves = [go(1), answer('s1'), go(2), go(1), answer('s1', 'no')]
    const attempt = applyMoves(practice, moves)
    expect(attempt).toMatchObject({ current: 1, answers: { s1: ['no'] } })
    expect(attempt?.closed).toBeUndefined()
  })

  test('is the same for every reader of the journal', () => {
    const { certificationId, set, questionIds, series } = started
    const journal: Move[] = [{ type: 'start', at: 0, certificationId, set, questionIds, ...(series && { series }) }, go(1), go(2)]
    expect(foldJournal(journal)).toEqual(after(go(1), go(2)))
  })

  test('is entered at its first open question', () => {
    expect(findOpenPosition(started, 3)).toBe(1)
    expect(findOpenPosition(after(go(1)), 2)).toBe(2)
    expect(findOpenPosition(after(go(1), go(4)), 3)).toBe(2)
    expect(findOpenPosition(after(go(1), go(4)), 1)).toBeUndefined()
    expect(prepareMove(started, go(3))).toEqual(go(1, 0))
    expect(prepareMove(after(go(1), go(4)), go(1))).toBeUndefined()
    expect(prepareMove(start('mb-800', 'mixed', ids, 0), go(3))).toEqual(go(3))
  })

  test('is shown as locked, and not as waiting for an answer', () => {
    const questions = { getKey: (id: string) => aQuestion({ id, type: 'solution' }), isPending: () => false }
    const statuses = listQuestionStatuses(after(go(1), go(2)), questions)
    expect(statuses.map(({ isClosed = false }) => isClosed)).toEqual([false, true, false, false, false])
    expect(statuses.map(isNotAnswered)).toEqual([true, false, true, true, true])
  })
})

describe('listing series', () => {
  test('takes the solution questions of each case study', () => {
    const of = (id: string, caseStudyId: string | null, type: 'solution' | 'single_choice' = 'solution') => ({ id, type, caseStudyId })
    expect(listSeries([of('a', 'x'), of('b', 'y'), of('c', 'x'), of('d', 'x', 'single_choice'), of('e', null)])).toEqual([
      ['a', 'c'],
      ['b'],
    ])
  })
})

describe('sections of a simulation', () => {
  const sections = [['q0'], ['s1', 's2', 's3'], ['q4']]
  const fresh = start('mb-800', 'simulation', ids, 0, { sections })
  const then = (...moves: Move[]): Attempt => applyMoves(fresh, moves)

  test('close when a question of a later one is opened or answered, and stay open inside', () => {
    expect(then(go(1), go(3), go(2)).closed).toEqual(['q0'])
    expect(then(answer('q4')).closed).toEqual(['q0', 's1', 's2', 's3'])
    expect(then(go(4), go(1)).current).toBe(4)
  })

  test('have no previous question across their border', () => {
    expect(findNeighbor(then(go(1)), -1)).toBeUndefined()
    expect(findNeighbor(then(go(2)), -1)).toBe(1)
    expect(findNeighbor(then(go(4)), 1)).toBeUndefined()
  })

  test('are single questions, case studies, then series', () => {
    const of = (id: string, caseStudyId: string | null, type: 'solution' | 'single_choice' = 'single_choice') => ({ id, caseStudyId, type })
    const drawn = [
      of('s1', 'goal', 'solution'),
      of('c1', 'shop'),
      of('q1', null),
      of('c2', 'shop'),
      of('s2', 'goal', 'solution'),
      of('q2', null),
    ]
    expect(listSections(drawn)).toEqual([
      ['q1', 'q2'],
      ['c1', 'c2'],
      ['s1', 's2'],
    ])
    expect(pickSections(drawn, () => 0).toSorted()).toEqual(['c1', 'c2', 's1', 's2'])
    expect(pickSections([of('q1', null)], () => 0)).toEqual([])
  })
})

describe('a break', () => {
  const fresh = start('mb-800', 'simulation', ids, 0, { hasBreaks: true })
  const pause: Move = { type: 'break', at: 9 }
  const then = (...moves: Move[]): Attempt => applyMoves(fresh, moves)

  test('closes the questions that were left, answered, or on screen, and goes to the first open one', () => {
    expect(then(go(2), answer('q4'), pause)).toMatchObject({ closed: ['q0', 's2', 'q4'], current: 1, breakAt: 9 })
  })

  test('can be repeated, and may leave no open question', () => {
    const all = then(pause, pause, pause, pause, pause)
    expect(all).toMatchObject({ closed: ids, current: 4 })
    expect(applyMove(all, answer('q0'))).toBe(all)
  })

  test('changes nothing without the rule or after the end', () => {
    expect(applyMove(started, pause)).toBe(started)
    const finished = then({ type: 'finish', at: 2 })
    expect(applyMove(finished, pause)).toBe(finished)
  })
})

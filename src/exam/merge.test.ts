import { describe, expect, test } from 'vitest'
import { dropResolvedConflicts, listAnswersSince, listLostAnswers, mergeMoves } from '#exam/merge.ts'
import { recordAnswer, reveal, start } from '#exam/attempt.ts'
import { applyMoves, type JournalEntry, type Move } from '#exam/moves.ts'

const base = start('mb-800', 'all', ['q1', 'q2', 'q3'], 1000)
const answer = (questionId: string, letter: string): Move => ({ type: 'answer', at: 2000, questionId, answer: [letter] })
const revealMove = (questionId: string): Move => ({ type: 'reveal', at: 3000, questionId })
const merge = (missed: Move[], entries: JournalEntry[]) => mergeMoves(applyMoves(base, missed), missed, entries)
const local = (...moves: Move[]): JournalEntry[] => moves.map((move, i) => ({ key: `local-${i}`, move }))

describe('merging moves', () => {
  test('records the local moves in order when none were missed', () => {
    const { attempt, recorded, conflicts } = merge([], local(answer('q1', 'A'), answer('q1', 'B')))
    expect(attempt?.answers).toEqual({ q1: ['B'] })
    expect(recorded.map(({ key }) => key)).toEqual(['local-0', 'local-1'])
    expect(conflicts).toEqual([])
  })

  test('appends the local moves when they are about other questions', () => {
    const { attempt, conflicts } = merge([answer('q1', 'A')], local(answer('q2', 'B')))
    expect(attempt?.answers).toEqual({ q1: ['A'], q2: ['B'] })
    expect(conflicts).toEqual([])
  })

  test('never replaces a missed answer, and reports the question as a conflict', () => {
    const { attempt, recorded, conflicts } = merge([answer('q1', 'A')], local(answer('q1', 'B'), answer('q2', 'C')))
    expect(attempt?.answers).toEqual({ q1: ['A'], q2: ['C'] })
    expect(recorded.map(({ key }) => key)).toEqual(['local-1'])
    expect(conflicts).toEqual(['q1'])
  })

  // Regression: the answer was lost, and no conflict was reported.
  test('reports an answer to a question that was revealed elsewhere', () => {
    const { attempt, recorded, conflicts } = merge([revealMove('q1')], local(answer('q1', 'B')))
    expect(attempt).toMatchObject({ answers: {}, revealed: ['q1'] })
    expect(recorded).toEqual([])
    expect(conflicts).toEqual(['q1'])
  })

  test('reports an answer to an attempt that was finished elsewhere', () => {
    const { attempt, recorded, conflicts } = merge([{ type: 'finish', at: 2500 }], local(answer('q2', 'B')))
    expect(attempt).toMatchObject({ answers: {}, finishedAt: 2500 })
    expect(recorded).toEqual([])
    expect(conflicts).toEqual(['q2'])
  })

  test('reports no conflict when both sides gave the same answer', () => {
    expect(merge([answer('q1', 'A')], local(answer('q1', 'A')))).toMatchObject({ recorded: [], conflicts: [] })
    expect(merge([answer('q1', 'A'), revealMove('q1')], local(answer('q1', 'A')))).toMatchObject({ recorded: [], conflicts: [] })
  })

  test('records a local reveal, which locks the answer of the other side', () => {
    const { attempt, conflicts } = merge([answer('q1', 'A')], local(answer('q1', 'B'), revealMove('q1'), answer('q1', 'C')))
    expect(attempt).toMatchObject({ answers: { q1: ['A'] }, revealed: ['q1'] })
    expect(conflicts).toEqual(['q1'])
  })

  test('starts an attempt that has no moves yet', () => {
    const first: Move = { type: 'start', at: 1000, certificationId: 'mb-800', set: 'all', questionIds: ['q1'] }
    expect(mergeMoves(undefined, [], local(first, answer('q1', 'A'))).attempt).toMatchObject({
      questionIds: ['q1'],
      answers: { q1: ['A'] },
    })
    expect(mergeMoves(undefined, [], local(answer('q1', 'A')))).toEqual({ attempt: undefined, recorded: [], conflicts: [] })
  })
})

describe('lost answers', () => {
  test('are judged by the last answer to each question', () => {
    const attempt = recordAnswer(base, 'q1', ['A'])
    expect(listLostAnswers([answer('q1', 'B'), answer('q1', 'A')], attempt)).toEqual([])
    expect(listLostAnswers([answer('q1', 'A'), answer('q1', 'B')], attempt)).toEqual(['q1'])
  })

  test('are only of questions in the attempt, and a blank answer equals no answer', () => {
    expect(listLostAnswers([answer('q9', 'A'), { type: 'answer', at: 1, questionId: 'q1', answer: [''] }], base)).toEqual([])
  })
})

describe('a conflict', () => {
  test('is resolved by answering or revealing the question, and by nothing else', () => {
    expect(
      dropResolvedConflicts(['q1', 'q2', 'q3'], [answer('q1', 'A'), revealMove('q2'), { type: 'flag', at: 1, questionId: 'q3' }]),
    ).toEqual(['q3'])
  })
})

describe('answers since an earlier state', () => {
  test('include a removed answer and leave out the unchanged ones', () => {
    const before = recordAnswer(recordAnswer(base, 'q1', ['A']), 'q2', ['B'])
    const after = reveal(recordAnswer(recordAnswer(before, 'q1', []), 'q3', ['C']), 'q2')
    expect(listAnswersSince(before, after)).toMatchObject([
      { type: 'answer', questionId: 'q1', answer: [] },
      { type: 'answer', questionId: 'q3', answer: ['C'] },
    ])
  })
})

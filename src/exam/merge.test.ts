import { describe, expect, test } from 'vitest'
import { mergeMoves } from '#exam/merge.ts'
import { applyMove, start } from '#exam/attempt.ts'
import type { JournalEntry, Attempt, Move } from '#exam/attempt.ts'

const base = start('mb-800', 'all', ['q1', 'q2', 'q3'], 1000)
const answer = (questionId: string, letter: string): Move => ({ type: 'answer', at: 2000, questionId, answer: [letter] })
const merge = (missed: Move[], entries: JournalEntry[]) => mergeMoves(missed.reduce<Attempt | undefined>(applyMove, base), missed, entries)
const ours = (...moves: Move[]): JournalEntry[] => moves.map((move, i) => ({ key: `ours-${i}`, move }))

describe('merging moves', () => {
  test('records ours one after the other when nothing was missed', () => {
    const { run, recorded, conflicts } = merge([], ours(answer('q1', 'A'), answer('q1', 'B')))
    expect(run?.answers).toEqual({ q1: ['B'] })
    expect(recorded.map(({ key }) => key)).toEqual(['ours-0', 'ours-1'])
    expect(conflicts).toEqual([])
  })

  test('puts ours after theirs where they are about different questions', () => {
    const { run, conflicts } = merge([answer('q1', 'A')], ours(answer('q2', 'B')))
    expect(run?.answers).toEqual({ q1: ['A'], q2: ['B'] })
    expect(conflicts).toEqual([])
  })

  test('never replaces an answer it did not know of, and names the question', () => {
    const { run, recorded, conflicts } = merge([answer('q1', 'A')], ours(answer('q1', 'B'), answer('q2', 'C')))
    expect(run?.answers).toEqual({ q1: ['A'], q2: ['C'] })
    expect(recorded.map(({ key }) => key)).toEqual(['ours-1'])
    expect(conflicts).toEqual(['q1'])
  })

  test('names no conflict where both gave the same answer', () => {
    expect(merge([answer('q1', 'A')], ours(answer('q1', 'A')))).toMatchObject({ recorded: [], conflicts: [] })
  })

  test('keeps a reveal of ours, which locks the answer of theirs', () => {
    const { run, conflicts } = merge(
      [answer('q1', 'A')],
      ours(answer('q1', 'B'), { type: 'reveal', at: 3000, questionId: 'q1' }, answer('q1', 'C')),
    )
    expect(run).toMatchObject({ answers: { q1: ['A'] }, revealed: ['q1'] })
    expect(conflicts).toEqual(['q1'])
  })

  test('leaves out what comes after theirs has finished the run', () => {
    const { run, recorded } = merge([{ type: 'finish', at: 2500 }], ours(answer('q2', 'B')))
    expect(run).toMatchObject({ answers: {}, finishedAt: 2500 })
    expect(recorded).toEqual([])
  })

  test('begins a run that nobody had begun', () => {
    const begun: Move = { type: 'start', at: 1000, certificationId: 'mb-800', set: 'all', questionIds: ['q1'] }
    expect(mergeMoves(undefined, [], ours(begun, answer('q1', 'A'))).run).toMatchObject({ questionIds: ['q1'], answers: { q1: ['A'] } })
    expect(mergeMoves(undefined, [], ours(answer('q1', 'A'))).run).toBeUndefined()
  })
})

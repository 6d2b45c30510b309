import { describe, expect, test } from 'vitest'
import type { JournalEntry } from '#exam/attempt.ts'
import { compare } from '../tools/chaos/compare.ts'
import type { Given } from '../tools/chaos/compare.ts'

const at = 1000
const begin: JournalEntry = { key: 'start', move: { type: 'start', at, certificationId: 'mb-800', set: 'all', questionIds: ['q1', 'q2'] } }
const stored = (...letters: string[]): JournalEntry[] => [
  begin,
  ...letters.map((letter, i): JournalEntry => ({ key: `answer-${i}`, move: { type: 'answer', at, questionId: 'q1', answer: [letter] } })),
]
const given = (...values: [letter: string, promise: Given['promise']][]): Given[] =>
  values.map(([letter, promise]) => ({ questionId: 'q1', answer: [letter], promise }))

describe('comparing promised with stored answers', () => {
  test('finds nothing when the last promised answer, or a later one, is stored', () => {
    expect(compare(given(['A', 'device'], ['B', 'server']), stored('A', 'B'))).toEqual({ acknowledged: 2, lost: [], doubled: [] })
    expect(compare(given(['A', 'device'], ['B', 'given']), stored('A'))).toMatchObject({ lost: [], doubled: [] })
    expect(compare(given(['A', 'device'], ['B', 'given']), stored('A', 'B'))).toMatchObject({ lost: [], doubled: [] })
    expect(compare(given(['A', 'device'], ['B', 'unknown']), stored('A'))).toMatchObject({ lost: [] })
    expect(compare(given(['A', 'given']), stored())).toEqual({ acknowledged: 0, lost: [], doubled: [] })
  })

  test('finds a promised answer that is missing, or was replaced by an earlier one', () => {
    expect(compare(given(['A', 'device']), stored()).lost).toHaveLength(1)
    expect(compare(given(['A', 'server'], ['B', 'device']), stored('A')).lost).toHaveLength(1)
    expect(compare(given(['A', 'server']), []).lost).toHaveLength(1)
  })

  test('finds answers that are stored more often than given, and moves that are stored twice', () => {
    expect(compare(given(['A', 'server']), stored('A', 'A')).doubled).toHaveLength(1)
    const twice = stored('A', 'B').map((entry) => ({ ...entry, key: 'same' }))
    expect(compare(given(['A', 'server'], ['B', 'server']), twice).doubled).toHaveLength(2)
  })
})

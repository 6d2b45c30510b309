import { describe, expect, test } from 'vitest'
import type { JournalEntry } from '#exam/moves.ts'
import { compare, type Given } from '../tools/chaos/compare.ts'
import { runAttempts } from '../tools/chaos/run-attempts.ts'

const at = 1000
const begin: JournalEntry = { key: 'start', move: { type: 'start', at, certificationId: 'mb-800', set: 'all', questionIds: ['q1', 'q2'] } }
const stored = (...letters: string[]): JournalEntry[] => [
  begin,
  ...letters.map((letter, i): JournalEntry => ({ key: `answer-${i}`, move: { type: 'answer', at, questionId: 'q1', answer: [letter] } })),
]
const given = (...values: [letter: string, promise: Given['promise']][]): Given[] =>
  values.map(([letter, promise]) => ({ questionId: 'q1', answer: [letter], promise }))

describe('comparing the reported answers with the stored answers', () => {
  test('finds nothing when the server has the last answer reported as saved, or a later one', () => {
    expect(compare(given(['A', 'device'], ['B', 'server']), stored('A', 'B'))).toEqual({ acknowledged: 2, lost: [], duplicated: [] })
    expect(compare(given(['A', 'device'], ['B', 'given']), stored('A'))).toMatchObject({ lost: [], duplicated: [] })
    expect(compare(given(['A', 'device'], ['B', 'given']), stored('A', 'B'))).toMatchObject({ lost: [], duplicated: [] })
    expect(compare(given(['A', 'device'], ['B', 'unknown']), stored('A'))).toMatchObject({ lost: [] })
    expect(compare(given(['A', 'given']), stored())).toEqual({ acknowledged: 0, lost: [], duplicated: [] })
  })

  test('finds an answer that was reported as saved and is missing, or was replaced by an earlier one', () => {
    expect(compare(given(['A', 'device']), stored()).lost).toHaveLength(1)
    expect(compare(given(['A', 'server'], ['B', 'device']), stored('A')).lost).toHaveLength(1)
    expect(compare(given(['A', 'server']), []).lost).toHaveLength(1)
  })

  test('finds answers that are stored more often than they were entered, and moves that are stored twice', () => {
    expect(compare(given(['A', 'server']), stored('A', 'A')).duplicated).toHaveLength(1)
    const twice = stored('A', 'B').map((entry) => ({ ...entry, key: 'same' }))
    expect(compare(given(['A', 'server'], ['B', 'server']), twice).duplicated).toHaveLength(2)
  })
})

describe('a run', () => {
  const run = (restoreSite: () => Promise<void>) =>
    runAttempts({
      attempts: 3,
      attempt: async (number) => ({
        number,
        interruption: 'release',
        atStep: 0,
        certificationId: 'mb-800',
        acknowledged: 0,
        lost: [],
        duplicated: [],
        ...(number === 2 && { failure: 'The page is blank' }),
      }),
      restoreSite,
    })

  test('continues after an attempt that failed', async () => {
    expect((await run(async () => {})).map(({ failure }) => failure)).toEqual([undefined, 'The page is blank', undefined])
  })

  test('ends with a report if the site cannot be started again', async () => {
    const outcomes = await run(() => Promise.reject(new Error('No response within 120000 ms')))
    expect(outcomes).toHaveLength(2)
    expect(outcomes[1]?.failure).toMatch(/^The page is blank\n.*cannot be started again: No response within 120000 ms$/)
  })
})

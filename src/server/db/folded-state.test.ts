import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Move } from '#exam/moves.ts'
import { foldState, movesBeforeFold, unfoldedMovesMax } from '#server/db/folded-state.ts'

const questionIds = ['q1', 'q2']
/** The state of an attempt of release 0.1.0, which had no `guessed`. */
const state = { current: 0, answers: { q1: ['A'] }, revealed: ['q2'], shown: [], flagged: [], startedAt: 1, finishedAt: null }

describe('the folded state', () => {
  test('is the stored one, with every field, when it lacks no moves', () => {
    expect(foldState(state, null)).toEqual({ ...state, guessed: [] })
  })

  test('contains the moves that the stored one lacks, by the rules of attempts', () => {
    const moves: Move[] = [
      { type: 'answer', at: 2, questionId: 'q1', answer: ['B'] },
      { type: 'answer', at: 3, questionId: 'q2', answer: ['B'] },
      { type: 'flag', at: 4, questionId: 'q2' },
      { type: 'go', at: 5, position: 1 },
    ]
    expect(foldState(state, { questionIds, moves })).toEqual({ ...state, guessed: [], answers: { q1: ['B'] }, flagged: ['q2'], current: 1 })
  })

  // A query that reads only the column `state` would miss the latest answers.
  test('is what every module uses that reads the state of attempts', () => {
    const folder = join(import.meta.dirname, '..')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    )
    const readers = files.filter((name) => {
      const source = readFileSync(join(folder, name), 'utf8')
      return /(?:From|Join)\('attempts'/.test(source) && /(?<!>> )'state'(?!, '=')|\bstate ->|attempts\.state/.test(source)
    })
    const withoutFolding = readers.filter((name) => !readFileSync(join(folder, name), 'utf8').includes("'#server/db/folded-state.ts'"))
    expect(readers.length).toBeGreaterThan(2)
    expect(withoutFolding).toEqual([])
  })
})

test('attempts are folded after different numbers of moves, never more than a state may lack', () => {
  const numbers = Array.from({ length: 330 }, () => movesBeforeFold(crypto.randomUUID()))
  expect(Math.max(...numbers)).toBeLessThanOrEqual(unfoldedMovesMax)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(unfoldedMovesMax / 2)
  expect(new Set(numbers).size).toBeGreaterThan(20)
})

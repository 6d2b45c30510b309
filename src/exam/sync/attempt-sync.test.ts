import { describe, expect, test } from 'vitest'
import type { Move } from '#exam/moves.ts'
import { openSync, reduceSync, viewSync, type AttemptSync, type SyncEffect, type SyncEvent } from '#exam/sync/attempt-sync.ts'
import type { JournalPosition, RecordResult } from '#exam/sync/device-journal.ts'

const options = {
  owner: null,
  certificationId: 'mb-800',
  set: 'all',
  questionIds: ['q1', 'q2', 'q3'],
  now: 1000,
  problem: null,
  countsAnswers: false,
} as const
const start: Move = { type: 'start', at: 1000, certificationId: 'mb-800', set: 'all', questionIds: options.questionIds }
const answer = (questionId: string, letter: string): Move => ({ type: 'answer', at: 2000, questionId, answer: [letter] })
const go = (position: number): Move => ({ type: 'go', at: 2000, position })
const guess = { type: 'go', at: 2000, position: 1, isGuess: true } as const
const position = (next: number, values: Partial<JournalPosition> = {}): JournalPosition => ({
  id: 'attempt-1',
  next,
  generation: 0,
  sent: 0,
  conflicts: [],
  ...values,
})
const exchanged = (result: Partial<RecordResult> & Pick<RecordResult, 'position'>): SyncEvent => ({
  type: 'exchanged',
  result: { missed: [], recorded: [], lost: [], isReread: false, ...result },
})
const added = { type: 'added', owner: null, id: 'attempt-1', certificationId: 'mb-800', set: 'all' } as const

/** Applies the events in order. */
function run(state: AttemptSync, ...events: SyncEvent[]): { state: AttemptSync; effects: SyncEffect[] } {
  return events.reduce(
    (before, event) => {
      const { state: next, effects } = reduceSync(before.state, event)
      return { state: next, effects: [...before.effects, ...effects] }
    },
    { state, effects: [] as SyncEffect[] },
  )
}

const recorded = openSync(options, { position: position(1), moves: [start] })
const typesOf = (effects: SyncEffect[]) => effects.map(({ type }) => type)

describe('a move', () => {
  test('is shown at once and pending until it is in the journal', () => {
    const { state, effects } = run(recorded, { type: 'move', move: answer('q1', 'A') })
    expect(viewSync(state)).toMatchObject({ saved: 'saving', attempt: { answers: { q1: ['A'] } } })
    expect(effects).toMatchObject([{ type: 'exchange', moves: [{ type: 'answer' }] }])
    const done = run(state, exchanged({ position: position(2), recorded: [answer('q1', 'A')] }))
    expect(viewSync(done.state)).toMatchObject({ saved: 'saved', isSent: false })
    expect(typesOf(done.effects)).toEqual(['post', 'recorded'])
  })

  test('counts as sent only when the server has it', () => {
    const sent = openSync(options, { position: position(1, { sent: 1 }), moves: [start] })
    expect(viewSync(sent).isSent).toBe(true)
    expect(viewSync(run(sent, { type: 'move', move: answer('q1', 'A') }).state).isSent).toBe(false)
  })

  test('that changes nothing has no effect', () => {
    expect(run(recorded, { type: 'move', move: go(0) })).toEqual({ state: recorded, effects: [] })
  })

  test('waits while another exchange is in progress', () => {
    const { state, effects } = run(recorded, { type: 'move', move: answer('q1', 'A') }, { type: 'move', move: answer('q2', 'B') })
    expect(typesOf(effects)).toEqual(['exchange'])
    const next = run(state, exchanged({ position: position(2), recorded: [answer('q1', 'A')] }))
    expect(next.effects.at(-1)).toMatchObject({ type: 'exchange', moves: [{ questionId: 'q2' }] })
  })

  test('is given up if its answer lost against one that the screen could not show yet', () => {
    const { state } = run(
      recorded,
      { type: 'move', move: answer('q1', 'A') },
      { type: 'move', move: answer('q1', 'B') },
      exchanged({ position: position(2), missed: [answer('q1', 'D')], lost: ['q1'] }),
    )
    expect(viewSync(state)).toMatchObject({ attempt: { answers: { q1: ['D'] } }, conflicts: ['q1'], elsewhere: 'changed' })
  })

  test('that finishes the attempt is marked as counted only where the device counts it', () => {
    const finish: SyncEvent = { type: 'move', move: { type: 'finish', at: 3000 } }
    expect(run(recorded, finish).state.pending).toEqual([{ type: 'finish', at: 3000 }])
    expect(run({ ...recorded, countsAnswers: true }, finish).state.pending).toEqual([{ type: 'finish', at: 3000, isCounted: true }])
  })
})

describe('a message from another tab', () => {
  const read = { type: 'message', message: added } as const

  test('about the same attempt makes this tab read the journal', () => {
    expect(run(recorded, read).effects).toMatchObject([{ type: 'exchange', moves: [] }])
  })

  test('is no change if the other tab only shows another question', () => {
    const { state } = run(recorded, read, exchanged({ position: position(2), missed: [go(2)] }))
    expect(viewSync(state)).toMatchObject({ elsewhere: null, attempt: { current: 0 } })
  })

  test('about an answer is a change', () => {
    const { state } = run(recorded, read, exchanged({ position: position(2), missed: [answer('q1', 'A')] }))
    expect(viewSync(state)).toMatchObject({ elsewhere: 'changed', attempt: { answers: { q1: ['A'] } } })
  })

  test('about a guess is a change, but another question on screen is not', () => {
    const elsewhere = (missed: Move) =>
      viewSync(run(recorded, read, exchanged({ position: position(2), missed: [missed] })).state).elsewhere
    expect([elsewhere({ ...guess, isGuess: false }), elsewhere(go(1))]).toEqual(['changed', null])
  })

  test('about a new attempt says that the attempt was restarted', () => {
    const message = { ...added, type: 'started', id: 'attempt-2' } as const
    expect(viewSync(run(recorded, { type: 'message', message }).state).elsewhere).toBe('restarted')
  })

  test('about the attempt that a restart has replaced is ignored', () => {
    const { state } = run(
      recorded,
      { type: 'restart', questionIds: ['q1'], at: 5000 },
      { type: 'exchangeFailed', reason: 'full', isInMemory: false },
    )
    expect(viewSync(state)).toMatchObject({ id: undefined, attempt: { questionIds: ['q1'], startedAt: 5000 } })
    expect(run(state, read).effects).toEqual([])
    expect(typesOf(run(state, { type: 'message', message: { ...added, id: 'attempt-2' } }).effects)).toEqual(['exchange'])
  })

  test('about another owner, certification or set is ignored', () => {
    for (const other of [{ owner: 'camille' }, { certificationId: 'pl-900' }, { set: 'mistakes' as const }])
      expect(run(recorded, { type: 'message', message: { ...added, ...other } })).toEqual({ state: recorded, effects: [] })
  })

  test('that the attempts are gone reports the removal', () => {
    const message = { type: 'gone', owner: null } as const
    expect(run(recorded, { type: 'message', message }).effects).toEqual([{ type: 'removed', message }])
  })
})

describe('a restart', () => {
  const restart: SyncEvent = { type: 'restart', questionIds: ['q1'], at: 5000 }
  const startOf = ({ effects }: { effects: SyncEffect[] }) => effects.find((effect) => effect.type === 'exchange')?.start

  test('records the seed that shuffles the choices of the new attempt', () => {
    const shuffled = openSync(options, { position: position(1), moves: [{ ...start, seed: 'first' }] })
    const { state, effects } = run(shuffled, restart)
    expect(startOf({ effects })?.seed).toBe(viewSync(state).attempt.seed)
    expect(startOf({ effects })?.seed).toBeTypeOf('string')
  })

  test('of an attempt in bank order records no seed', () => {
    expect(startOf(run(recorded, restart))).not.toHaveProperty('seed')
  })
})

describe('a journal that another device has changed', () => {
  const read = (missed: Move[]) =>
    run(recorded, { type: 'message', message: added }, exchanged({ position: position(2, { generation: 1 }), missed, isReread: true }))

  test('is a change only if it shows', () => {
    expect(viewSync(read([start, answer('q1', 'A')]).state)).toMatchObject({
      elsewhere: 'changedOnDevice',
      attempt: { answers: { q1: ['A'] } },
    })
    expect(viewSync(read([start, guess]).state).elsewhere).toBe('changedOnDevice')
    expect(viewSync(read([start, go(1)]).state).elsewhere).toBeNull()
  })
})

describe('a journal that fails', () => {
  const move: SyncEvent = { type: 'move', move: answer('q1', 'A') }
  const failed = { type: 'exchangeFailed', reason: 'full', isInMemory: false } as const

  test('shows the problem and tries again with the next move', () => {
    const { state } = run(recorded, move, failed)
    expect(viewSync(state)).toMatchObject({ problem: 'full', saved: null, attempt: { answers: { q1: ['A'] } } })
    const next = run(state, { type: 'move', move: answer('q2', 'B') })
    expect(next.effects).toMatchObject([{ type: 'exchange', moves: [{ questionId: 'q1' }, { questionId: 'q2' }] }])
    const done = run(next.state, exchanged({ position: position(3), recorded: [answer('q1', 'A'), answer('q2', 'B')] }))
    expect(viewSync(done.state)).toMatchObject({ problem: null, saved: 'saved' })
  })

  test('continues in memory and still shows the problem', () => {
    const { state, effects } = run(recorded, move, { ...failed, isInMemory: true })
    expect(typesOf(effects)).toEqual(['exchange', 'exchange'])
    const done = run(state, exchanged({ position: position(2), recorded: [answer('q1', 'A')] }))
    expect(viewSync(done.state)).toMatchObject({ problem: 'full', saved: null })
  })
})

describe('a conflict', () => {
  const conflicting = openSync(options, { position: position(1, { conflicts: ['q1', 'of-another-attempt'] }), moves: [start] })

  test('is shown only for a question of the attempt, until the user has read it', () => {
    expect(viewSync(conflicting).conflicts).toEqual(['q1'])
    const { state, effects } = run(conflicting, { type: 'dismissConflicts' })
    expect(viewSync(state).conflicts).toEqual([])
    expect(effects).toEqual([{ type: 'clearConflicts', id: 'attempt-1' }])
  })
})

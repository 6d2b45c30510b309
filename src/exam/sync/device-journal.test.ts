import { describe, expect, test } from 'vitest'
import { foldJournal, movesOf, type JournalEntry, type Move } from '#exam/moves.ts'
import { applyReply, recordMoves, type AttemptRow, type UnsentBatch } from '#exam/sync/device-journal.ts'

const start: Move = { type: 'start', at: 1000, certificationId: 'mb-800', set: 'all', questionIds: ['q1', 'q2', 'q3'] }
const answer = (questionId: string, letter: string): Move => ({ type: 'answer', at: 2000, questionId, answer: [letter] })
const entry = (key: string, move: Move): JournalEntry => ({ key, move })
const row: AttemptRow = {
  id: 'attempt-1',
  certificationId: 'mb-800',
  set: 'all',
  startedAt: 1000,
  owner: 'camille',
  sent: 1,
  generation: 0,
  conflicts: [],
}
const all = [entry('start', start), entry('a', answer('q1', 'A')), entry('b', answer('q2', 'B'))]
const batch: UnsentBatch = { id: row.id, certificationId: 'mb-800', set: 'all', generation: 0, base: 1, entries: all.slice(1) }
const theirs = entry('theirs', answer('q1', 'D'))

describe('the reply of the server', () => {
  test('that confirms the batch only counts it as sent', () => {
    expect(applyReply(row, all, batch, { next: 3, missed: [], recorded: ['a', 'b'] })).toEqual({ row: { ...row, sent: 3 } })
  })

  test('puts missed moves first and reports answers that lose against them', () => {
    const later = entry('later', answer('q3', 'C'))
    expect(applyReply(row, [...all, later], batch, { next: 3, missed: [theirs], recorded: ['b'] })).toEqual({
      row: { ...row, sent: 3, generation: 1, conflicts: ['q1'] },
      tail: { from: 1, entries: [theirs, all[2], later] },
    })
  })

  test('that comes again after it was lost changes no entry', () => {
    expect(applyReply(row, all, batch, { next: 3, missed: all.slice(1), recorded: [] })).toEqual({ row: { ...row, sent: 3 } })
  })

  test('is ignored if another tab has applied a reply', () => {
    const reply = { next: 3, missed: [], recorded: ['a', 'b'] }
    expect(applyReply({ ...row, sent: 3 }, all, batch, reply)).toBeUndefined()
    expect(applyReply({ ...row, generation: 1 }, all, batch, reply)).toBeUndefined()
  })

  test('from a restored backup makes the device send all moves again, of a simulation those after the start', () => {
    const sent = { ...row, sent: 3 }
    const reply = { next: 1, missed: [], recorded: [] }
    expect(applyReply(sent, all, { ...batch, base: 3 }, reply)).toEqual({ row: { ...sent, sent: 0 } })
    const simulation = { ...sent, set: 'simulation' as const }
    expect(applyReply(simulation, all, { ...batch, base: 3 }, reply)).toEqual({ row: { ...simulation, sent: 1 } })
  })

  test('with a wrong count is refused', () => {
    expect(() => applyReply(row, all, batch, { next: 9, missed: [], recorded: ['a', 'b'] })).toThrow('The server counts 9 moves')
  })
})

describe('recording moves', () => {
  const position = { id: row.id, generation: 0, sent: 1, conflicts: [], next: 2 }
  const base = foldJournal([start, answer('q1', 'A')])

  test('appends them after the entries of other tabs', () => {
    const local = [entry('c', answer('q3', 'C'))]
    const { row: changed, appended, result } = recordMoves(row, position, base, all.slice(2), 3, local)
    expect([changed, appended]).toEqual([undefined, local])
    expect(result).toMatchObject({
      position: { next: 4 },
      missed: movesOf(all.slice(2)),
      recorded: movesOf(local),
      lost: [],
      isReread: false,
    })
  })

  test.each<[string, Move]>([
    ['answering', answer('q1', 'B')],
    ['revealing', { type: 'reveal', at: 3000, questionId: 'q1' }],
  ])('resolves a conflict by %s its question', (_, move) => {
    const { row: changed } = recordMoves({ ...row, conflicts: ['q1', 'q2'] }, position, base, [], 2, [entry('c', move)])
    expect(changed?.conflicts).toEqual(['q2'])
  })

  test('reads all entries again after they were rewritten, and never replaces an answer the tab did not know', () => {
    const rewritten = [all[0] ?? theirs, theirs]
    const { appended, result } = recordMoves({ ...row, generation: 1 }, position, foldJournal([start]), rewritten, 2, [
      entry('c', answer('q1', 'B')),
    ])
    expect(appended).toEqual([])
    expect(result).toMatchObject({ lost: ['q1'], isReread: true, missed: movesOf(rewritten) })
  })

  test('replaces an answer that the tab knew before the entries were rewritten', () => {
    const rewritten = [...all.slice(0, 2), entry('theirs', answer('q2', 'D'))]
    const local = [entry('c', answer('q1', 'B'))]
    const { appended, result } = recordMoves({ ...row, generation: 1 }, position, base, rewritten, 3, local)
    expect(appended).toEqual(local)
    expect(result.lost).toEqual([])
  })
})

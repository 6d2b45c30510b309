/** Two places go on with one run without knowing of each other: what becomes of the moves of the one that comes second. */
import { makeMove } from '#exam/run.ts'
import type { Entry, ExamRun, Move } from '#exam/run.ts'

export type Merged = {
  /** With `missed` and what could be recorded of ours. `undefined` when neither begins a run. */
  readonly run: ExamRun | undefined
  /** Those of ours that change something, in their order. */
  readonly recorded: readonly Entry[]
  /** Questions whose answer of ours was not recorded, because the other place had answered or revealed them meanwhile. */
  readonly conflicts: readonly string[]
}

/**
 * Adds our moves after those of the other place. An answer that the other place kept is never replaced by one that was
 * given without knowing it: that question is named as a conflict, and whoever is told may answer again.
 *
 * `base` is the run that both knew, `undefined` before its start. Moves that change nothing any more are left out.
 */
export function mergeMoves(base: ExamRun | undefined, missed: readonly Move[], ours: readonly Entry[]): Merged {
  const taken = new Set(missed.flatMap((move) => (move.type === 'answer' || move.type === 'reveal' ? [move.questionId] : [])))
  const recorded: Entry[] = []
  const conflicts = new Set<string>()
  let run = missed.reduce(makeMove, base)
  for (const entry of ours) {
    const moved = makeMove(run, entry.move)
    if (moved === run) continue
    if (entry.move.type === 'answer' && taken.has(entry.move.questionId)) {
      conflicts.add(entry.move.questionId)
      continue
    }
    recorded.push(entry)
    run = moved
  }
  return { run, recorded, conflicts: [...conflicts] }
}

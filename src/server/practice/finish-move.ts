/** The move that finishes an attempt, as the server records it. */
import type { Move } from '#exam/moves.ts'
import { pickUnscored } from '#exam/planning/unscored-questions.ts'
import type { StoredAttempt } from '#server/practice/store.ts'

type FinishMove = Extract<Move, { type: 'finish' }>

/**
 * Adds the unscored questions of a simulation, if it has any. The seed determines these questions, and devices do not get the seed
 * before the end. Unscored questions sent by a device are ignored.
 */
export function completeFinish(
  { attempt, simulation }: Pick<StoredAttempt, 'attempt' | 'simulation'>,
  { unscored: _sent, ...move }: FinishMove,
): FinishMove {
  return simulation?.hasUnscored ? { ...move, unscored: pickUnscored(attempt.questionIds, simulation.seed) } : move
}

/** What a corrected answer key changes. The preview and the final result count it in the same way. */
import { isPassed, scorePercent } from '#exam/grading.ts'

/** How many results now reach the passing score, and how many no longer do. */
export type MarkCrossings = { gained: number; lost: number }

export type RescoreEffect = {
  /** Attempts with an answer that is scored again, and their members. */
  attempts: number
  members: number
  /** Answers that become correct, and answers that become incorrect. */
  toCorrect: number
  toIncorrect: number
  /** Members with an answer that gets a different grade. */
  changedMembers: number
  /** By how many percentage points the results of finished attempts change, ascending. */
  scores: { points: number; attempts: number }[]
  simulations: MarkCrossings
  practice: MarkCrossings
}

/**
 * Attempts in which the answer gets a different grade. `correct` is the result before the correction, and `null` if the question does not count.
 * While an attempt is in progress, `correct` and `total` are `null`.
 */
export type ChangedAttempts = {
  wasCorrect: boolean
  isSimulation: boolean
  correct: number | null
  total: number | null
  attempts: number
}

export function sumEffect(
  totals: Pick<RescoreEffect, 'attempts' | 'members' | 'changedMembers'>,
  changed: readonly ChangedAttempts[],
): RescoreEffect {
  const effect: RescoreEffect = {
    ...totals,
    toCorrect: 0,
    toIncorrect: 0,
    scores: [],
    simulations: { gained: 0, lost: 0 },
    practice: { gained: 0, lost: 0 },
  }
  const scores = new Map<number, number>()
  for (const { wasCorrect, isSimulation, correct, total, attempts } of changed) {
    effect[wasCorrect ? 'toIncorrect' : 'toCorrect'] += attempts
    if (correct === null || !total) continue
    const before = scorePercent(correct, total)
    const after = scorePercent(correct + (wasCorrect ? -1 : 1), total)
    scores.set(after - before, (scores.get(after - before) ?? 0) + attempts)
    const crossings = isSimulation ? effect.simulations : effect.practice
    if (!isPassed(before) && isPassed(after)) crossings.gained += attempts
    if (isPassed(before) && !isPassed(after)) crossings.lost += attempts
  }
  effect.scores = [...scores].map(([points, attempts]) => ({ points, attempts })).toSorted((a, b) => a.points - b.points)
  return effect
}

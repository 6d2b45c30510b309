/** Compares the result of a simulation with earlier simulations of the same exam. */
import { scorePercent } from '#exam/grading.ts'

/** The result of a finished simulation. `startedAt`: milliseconds since 1970, by the server's clock. */
export type SimulationScore = { readonly id: string; readonly startedAt: number; readonly correct: number; readonly total: number }

/** An earlier simulation. `more`: how many percentage points higher the compared result is; negative when it is lower. */
export type ComparedSimulation = SimulationScore & { readonly percent: number; readonly more: number }

/** How many earlier simulations are compared. */
export const comparedSimulationsMax = 5

/**
 * The latest simulations before a result, newest first. Percentages are compared, because simulations have different lengths. `scores` may
 * include the result itself, and later simulations.
 */
export function compareSimulations(result: SimulationScore, scores: readonly SimulationScore[]): ComparedSimulation[] {
  if (result.total === 0) return []
  const percentNow = scorePercent(result.correct, result.total)
  return scores
    .filter(({ id, startedAt, total }) => id !== result.id && startedAt < result.startedAt && total > 0)
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(0, comparedSimulationsMax)
    .map((score) => {
      const percent = scorePercent(score.correct, score.total)
      return { ...score, percent, more: percentNow - percent }
    })
}

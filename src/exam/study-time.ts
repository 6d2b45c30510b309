/** How long somebody has practised. The server counts the same of what it keeps, see `server/progress/progress.ts`. */
import type { Move } from '#exam/attempt.ts'

/** A longer gap between two moves, in milliseconds, is a break. */
export const breakMs = 5 * 60_000

/**
 * Time spent practising, in milliseconds: the gaps between neighbouring moves up to five minutes.
 *
 * Moves of all runs stand on one line, so that going from one run to the next goes on counting, and two runs open at
 * once do not count twice.
 */
export function activeMs(journals: readonly (readonly Move[])[]): number {
  const times = journals.flatMap((moves) => moves.map(({ at }) => at)).toSorted((a, b) => a - b)
  return times.reduce((sum, at, index) => {
    const gap = at - (times[index - 1] ?? at)
    return gap <= breakMs ? sum + gap : sum
  }, 0)
}

/** Study time: the sum of the gaps between consecutive moves of a member, without breaks. */
import { minuteMs } from '#exam/duration.ts'

/** A longer gap between two moves is a break. */
export const breakMs = 5 * minuteMs

/** Sums the gaps between instants, leaving out gaps that are breaks. The instants can be in any order. */
export function sumActiveMs(instants: readonly number[]): number {
  const sorted = instants.toSorted((a, b) => a - b)
  return sorted.reduce((sum, at, index) => {
    const gap = at - (sorted[index - 1] ?? at)
    return gap <= breakMs ? sum + gap : sum
  }, 0)
}

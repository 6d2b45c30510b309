/** The question numbers in the pager. */

/** A question number, from 1, or a gap shown as an ellipsis. */
export type PagerEntry = { type: 'question'; number: number } | { type: 'gap'; after: number }

/**
 * Entries of the pager. Up to seven questions are all listed. If there are more, the pager lists the first, the last, the current, and two on
 * each side of the current question, with gaps between. `current` counts from 1. Source: spec §9, pager.
 */
export function listPagerEntries(current: number, total: number): PagerEntry[] {
  const numbers = Array.from({ length: total }, (_, i) => i + 1)
  const shown = total <= 7 ? numbers : numbers.filter((n) => n === 1 || n === total || Math.abs(n - current) <= 2)
  return shown.flatMap((number, i): PagerEntry[] => {
    const before = shown[i - 1] ?? 0
    const entry: PagerEntry = { type: 'question', number }
    return number - before > 1 ? [{ type: 'gap', after: before }, entry] : [entry]
  })
}

/** How often something may be asked for: counted in memory, since asking the database costs as much as what is asked for. Each process counts for itself. */

/** @returns how long to wait, in milliseconds; 0 for whoever may go on. `nowMs` is of a clock that nobody sets. */
export type RateLimiter = (subject: string, nowMs: number) => number

/** So many times in each window, which is the same for all. */
export function createRateLimiter({ max, windowMs }: { max: number; windowMs: number }): RateLimiter {
  const counts = new Map<string, number>()
  let endsAt = -Infinity
  return (subject, nowMs) => {
    if (nowMs >= endsAt) {
      counts.clear()
      endsAt = nowMs + windowMs
    }
    const count = (counts.get(subject) ?? 0) + 1
    counts.set(subject, count)
    return count > max ? endsAt - nowMs : 0
  }
}

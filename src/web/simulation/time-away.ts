/** Counts how long the page is in the background, once the candidate has opened a documentation page. */

/** Shorter absences, such as while a window opens, are not counted. */
const minMs = 1000

export function createTimeAway() {
  let hasOpened = false
  let since: number | undefined
  /** Returns the milliseconds away since the last call, 0 while the page is in the foreground. Does not end the time away. */
  const take = (now: number): number => {
    const ms = since === undefined ? 0 : now - since
    if (ms < minMs) return 0
    since = now
    return ms
  }
  return {
    open: () => {
      hasOpened = true
    },
    take,
    /** Call when the page may have moved to the foreground or background. Returns the milliseconds away on return, otherwise 0. */
    look: (isAway: boolean, now: number): number => {
      if (isAway) {
        if (hasOpened) since ??= now
        return 0
      }
      const ms = take(now)
      since = undefined
      return ms
    },
  }
}

/**
 * Remembers the question ids of attempts that this process has saved answers to. They never change, and reading them from a row takes
 * a large part of the time of a save, because a long list is stored outside of the row and compressed.
 */

export type KnownQuestions = {
  /** The ids of an attempt, in no particular order. `undefined` if they are not remembered. `key`: identifies the attempt. */
  find: (key: string) => ReadonlySet<string> | undefined
  add: (key: string, questionIds: readonly string[]) => void
}

/** About 5 MB: 200 attempts at a whole bank, or 2,500 short ones. */
const idsMax = 50_000

/** `max`: how many question ids are remembered. Forgets the attempts first that were used least recently. */
export function createKnownQuestions(max = idsMax): KnownQuestions {
  // A `Map` lists its entries in the order in which they were added.
  const attempts = new Map<string, ReadonlySet<string>>()
  let count = 0
  const forget = (key: string) => {
    count -= attempts.get(key)?.size ?? 0
    attempts.delete(key)
  }
  return {
    find: (key) => {
      const found = attempts.get(key)
      if (found) {
        attempts.delete(key)
        attempts.set(key, found)
      }
      return found
    },
    add: (key, questionIds) => {
      forget(key)
      attempts.set(key, new Set(questionIds))
      count += questionIds.length
      for (const [oldest] of attempts) {
        if (count <= max) break
        forget(oldest)
      }
    },
  }
}

/**
 * Remembers the question ids of attempts that this process has saved answers to. They never change, and reading them from a row takes as long
 * as the rest of a save, because a long list is stored outside of the row and compressed.
 */

export type KnownQuestions = {
  /** The ids of an attempt, in no particular order. `undefined` if they are not remembered. */
  find: (attemptId: string) => ReadonlySet<string> | undefined
  add: (attemptId: string, questionIds: readonly string[]) => void
}

/** About 5 MB: 200 attempts at a whole bank, or 2,500 short ones. */
const idsMax = 50_000

/** `max`: how many question ids are remembered. Forgets the attempts first that were used least recently. */
export function createKnownQuestions(max = idsMax): KnownQuestions {
  // A `Map` lists its entries in the order in which they were added.
  const attempts = new Map<string, ReadonlySet<string>>()
  let count = 0
  const forget = (attemptId: string) => {
    count -= attempts.get(attemptId)?.size ?? 0
    attempts.delete(attemptId)
  }
  return {
    find: (attemptId) => {
      const found = attempts.get(attemptId)
      if (found) {
        attempts.delete(attemptId)
        attempts.set(attemptId, found)
      }
      return found
    },
    add: (attemptId, questionIds) => {
      forget(attemptId)
      attempts.set(attemptId, new Set(questionIds))
      count += questionIds.length
      for (const [oldest] of attempts) {
        if (count <= max) break
        forget(oldest)
      }
    },
  }
}

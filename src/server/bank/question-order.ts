/** The orders of the list of questions. */
import { sql } from 'kysely'
import type { Matches } from '#server/bank/question-filter.ts'

/** Thousandths of answers that are correct. Must match the expression of the index `question_statistics_by_share`. */
export const shareOfCorrect = sql<number>`(correct::bigint * 1000 / answered)`

export type Order = 'oldest' | 'newest' | 'changed'

/** `isReversed`: from the last question to the first. */
export function inOrder(matches: Matches, sort: Order, isReversed = false): Matches {
  const [first, last] = isReversed ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)
  switch (sort) {
    case 'oldest':
      // Questions of one import share a timestamp; the id keeps their order stable across pages.
      return matches.orderBy('question_entries.created_at', first).orderBy('question_entries.question_id', first)
    case 'newest':
      return matches.orderBy('question_entries.created_at', last).orderBy('question_entries.question_id', last)
    case 'changed':
      return matches
        .orderBy('question_entries.updated_at', (order) => (isReversed ? order.asc().nullsFirst() : order.desc().nullsLast()))
        .orderBy('question_entries.question_id', first)
  }
}

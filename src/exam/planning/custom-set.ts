/** Custom question sets: finds the questions that match the candidate's filters, and selects from them. */
import type { Knowledge } from '#exam/planning/knowledge.ts'
import { compareUrgency } from '#exam/planning/mixed-practice.ts'
import type { Question, QuestionType } from '#exam/question.ts'
import { shuffle } from '#exam/random.ts'

/** Names of the filters in addresses: last answered incorrectly, not seen yet, flagged. */
export const questionFilters = ['wrong', 'unseen', 'flagged'] as const
export type QuestionFilter = (typeof questionFilters)[number]

/** A question must match at least one entry of each list. An empty list matches every question. */
export type CustomSetChoice = {
  readonly filters: readonly QuestionFilter[]
  /** Names of skill areas. */
  readonly areas: readonly string[]
  readonly types: readonly QuestionType[]
}

type FilterableQuestion = Pick<Question, 'id' | 'type' | 'skillArea'>

export function filterQuestions<Filtered extends FilterableQuestion>(
  questions: readonly Filtered[],
  knowledge: Knowledge,
  choice: CustomSetChoice,
): Filtered[] {
  return questions.filter(
    ({ id, type, skillArea }) =>
      matchesAny(choice.filters, (filter) => matchesFilter(filter, knowledge, id)) &&
      matchesAny(choice.areas, (area) => area === skillArea) &&
      matchesAny(choice.types, (chosen) => chosen === type),
  )
}

export function matchesFilter(filter: QuestionFilter, knowledge: Knowledge, id: string): boolean {
  const question = knowledge.get(id)
  switch (filter) {
    case 'wrong':
      return question?.isCorrect === false
    case 'unseen':
      return question === undefined
    case 'flagged':
      return question?.isFlagged ?? false
  }
}

/** The order of a set: the most useful questions first, random, or as in the bank. */
export const setOrders = ['mixed', 'shuffled', 'bank'] as const
export type SetOrder = (typeof setOrders)[number]

/**
 * Ids of at most `count` questions. `mixed` starts with the questions that were last answered incorrectly, followed by unanswered questions and
 * the rest, see `compareUrgency`. Ties are in random order.
 *
 * `random` returns numbers from 0 (inclusive) to 1 (exclusive).
 */
export function drawIds(
  questions: readonly Pick<Question, 'id'>[],
  count: number,
  order: SetOrder,
  knowledge: Knowledge,
  random: () => number,
): string[] {
  const ids = questions.map(({ id }) => id)
  const ordered = order === 'bank' ? ids : shuffle(ids, random)
  return (order === 'mixed' ? ordered.toSorted((a, b) => compareUrgency(knowledge, a, b)) : ordered).slice(0, count)
}

function matchesAny<Entry>(entries: readonly Entry[], isMatch: (entry: Entry) => boolean): boolean {
  return entries.length === 0 || entries.some(isMatch)
}

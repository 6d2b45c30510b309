/** A set of one's own: which questions of a certification fit what somebody chose, and which of them a run asks. */
import type { Knowledge } from '#exam/knowledge.ts'
import type { Question, QuestionType } from '#exam/question.ts'
import { shuffle } from '#exam/simulation.ts'

/** Answered wrong the last time, not seen yet, flagged. As addresses spell them. */
export const questionFilters = ['wrong', 'unseen', 'flagged'] as const
export type QuestionFilter = (typeof questionFilters)[number]

/** An empty list leaves the choice open. A question has to fit one entry of each list that is not. */
export type CustomSetChoice = {
  readonly filters: readonly QuestionFilter[]
  /** Names of skill areas. */
  readonly areas: readonly string[]
  readonly types: readonly QuestionType[]
}

type Choosable = Pick<Question, 'id' | 'type' | 'skillArea'>

/** In the order given. */
export function filterQuestions<Kept extends Choosable>(questions: readonly Kept[], knowledge: Knowledge, choice: CustomSetChoice): Kept[] {
  return questions.filter(
    ({ id, type, skillArea }) =>
      fits(choice.filters, (kind) => matchesFilter(kind, knowledge, id)) &&
      fits(choice.areas, (area) => area === skillArea) &&
      fits(choice.types, (one) => one === type),
  )
}

/** Whether the question is of a kind, as far as is known. */
export function matchesFilter(kind: QuestionFilter, knowledge: Knowledge, id: string): boolean {
  const known = knowledge.get(id)
  switch (kind) {
    case 'wrong':
      return known?.isCorrect === false
    case 'unseen':
      return known === undefined
    case 'flagged':
      return known?.isFlagged ?? false
  }
}

/** Ids of as many of these as wanted: the first ones, or with `random` some of them in an order of chance. */
export function drawIds(questions: readonly Pick<Question, 'id'>[], count: number, random?: () => number): string[] {
  const ids = questions.map(({ id }) => id)
  return (random ? shuffle(ids, random) : ids).slice(0, count)
}

function fits<Entry>(wanted: readonly Entry[], isFitting: (entry: Entry) => boolean): boolean {
  return wanted.length === 0 || wanted.some(isFitting)
}

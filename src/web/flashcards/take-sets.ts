/** The sets of questions that a candidate can take along. */
import type { Knowledge } from '#exam/planning/knowledge.ts'
import type { AttemptResult } from '#exam/results/results.ts'

export const takeSets = ['mistakes', 'flagged', 'all'] as const
export type TakeSet = (typeof takeSets)[number]

/** Ids of questions. A set that does not exist where the candidate is, is missing. */
export type TakeSets = Partial<Record<TakeSet, readonly string[]>>

/** Of a finished attempt. A question whose answer key stays hidden cannot be taken along. */
export function listSetsOfResult({ questions }: AttemptResult): TakeSets {
  const seen = questions.filter(({ isKeyHidden }) => !isKeyHidden)
  const idsOf = (some: typeof seen) => some.map(({ question }) => question.id)
  return {
    mistakes: idsOf(seen.filter(({ state }) => state === 'wrong')),
    flagged: idsOf(seen.filter(({ isFlagged }) => isFlagged)),
    all: idsOf(seen),
  }
}

/** Of everything that the candidate practiced of a certification. Mistakes are questions whose latest answer is incorrect. */
export function listSetsOfKnowledge(knowledge: Knowledge): TakeSets {
  const entries = [...knowledge]
  return {
    mistakes: entries.flatMap(([id, { isCorrect }]) => (isCorrect === false ? [id] : [])),
    flagged: entries.flatMap(([id, { isFlagged }]) => (isFlagged ? [id] : [])),
  }
}

/** The sets of questions that a candidate can download. */
import type { Knowledge } from '#exam/planning/knowledge.ts'
import type { AttemptResult } from '#exam/results/results.ts'

export const flashcardSets = ['mistakes', 'flagged', 'all'] as const
export type FlashcardSet = (typeof flashcardSets)[number]

/** Ids of questions. Sets that a screen does not offer are missing. */
export type FlashcardSets = Partial<Record<FlashcardSet, readonly string[]>>

/** The sets of a finished attempt. Questions whose answer key stays hidden are left out. */
export function listSetsOfResult({ questions }: AttemptResult): FlashcardSets {
  const seen = questions.filter(({ isKeyHidden }) => !isKeyHidden)
  const idsOf = (some: typeof seen) => some.map(({ question }) => question.id)
  return {
    mistakes: idsOf(seen.filter(({ state }) => state === 'wrong')),
    flagged: idsOf(seen.filter(({ isFlagged }) => isFlagged)),
    all: idsOf(seen),
  }
}

/** The sets of all practice for a certification. Mistakes are questions whose latest answer is incorrect. */
export function listSetsOfKnowledge(knowledge: Knowledge): FlashcardSets {
  const entries = [...knowledge]
  return {
    mistakes: entries.flatMap(([id, { isCorrect }]) => (isCorrect === false ? [id] : [])),
    flagged: entries.flatMap(([id, { isFlagged }]) => (isFlagged ? [id] : [])),
  }
}

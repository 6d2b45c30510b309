/** Compares a result with earlier attempts. */
import { hasFinished, type Attempt } from '#exam/attempt.ts'
import { foldJournal, type Move } from '#exam/moves.ts'
import { deriveKnowledge } from '#exam/planning/knowledge.ts'
import type { IndexedQuestion } from '#exam/question-chunks.ts'
import { gradeAttempt } from '#exam/results/results.ts'

export type ResultComparison = {
  /** How many answers are correct. */
  readonly correct: number
  /** How many answers count. */
  readonly total: number
  /** How many questions are answered correctly now, and were last answered incorrectly before. */
  readonly fixed: number
  /** How many more answers are correct than in the previous mixed practice, if it had as many answers; otherwise `null`. */
  readonly more: number | null
}

/**
 * Compares a finished attempt with the earlier attempts of its certification. `journals` may include the attempt itself. `questions`: all
 * questions in the bank. Returns `undefined` when the bank has none of the attempt's questions.
 */
export function compareWithEarlier(
  attempt: Attempt,
  journals: readonly (readonly Move[])[],
  questions: readonly IndexedQuestion[],
): ResultComparison | undefined {
  const result = gradeAttempt(attempt, questions, [])
  if (!result) return undefined
  const earlier = journals.filter(
    ([first]) => first?.type === 'start' && first.certificationId === attempt.certificationId && first.at < attempt.startedAt,
  )
  const knowledge = deriveKnowledge(earlier, questions)
  const { correct, total } = result
  const fixed = result.questions.filter(({ state, question }) => state === 'right' && knowledge.get(question.id)?.isCorrect === false)
  const before = attempt.set === 'mixed' ? findLatestMixed(earlier) : undefined
  const resultBefore = before && gradeAttempt(before, questions, [])
  return { correct, total, fixed: fixed.length, more: resultBefore?.total === total ? correct - resultBefore.correct : null }
}

function findLatestMixed(journals: readonly (readonly Move[])[]): Attempt | undefined {
  return journals
    .flatMap((moves) => foldJournal(moves) ?? [])
    .filter((attempt) => attempt.set === 'mixed' && hasFinished(attempt))
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .at(-1)
}

/**
 * A candidate's knowledge of questions, derived from journals: which questions were seen, whether the latest answer was correct,
 * and which are flagged.
 */
import { isCorrect } from '#exam/grading.ts'
import { isBlank, type Question } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'
import { foldJournal, type Move } from '#exam/moves.ts'

/** Times are milliseconds since 1970, UTC. */
export type QuestionKnowledge = {
  /** Whether the latest final answer is correct; `null` without one. An answer is final once it is revealed or its attempt is finished. */
  readonly isCorrect: boolean | null
  /** When that answer became final; 0 without one. */
  readonly answeredAt: number
  /** Whether the candidate marked that answer as a guess. */
  readonly isGuess: boolean
  readonly isFlagged: boolean
  /** Start of the attempt that `isFlagged` comes from: the latest attempt in which the question was seen. */
  readonly flaggedAt: number
}

/** Knowledge by question id. A question that is not in the map has not been seen. */
export type Knowledge = ReadonlyMap<string, QuestionKnowledge>

/**
 * The candidate's knowledge of these questions, derived from these journals. A question is seen once it has a move. Answers in a
 * simulation do not count, because its options are shuffled; its questions only count as seen or flagged.
 */
export function deriveKnowledge(
  journals: readonly (readonly Move[])[],
  questions: readonly Pick<Question, 'id' | 'type' | 'answerKey'>[],
): Knowledge {
  const knowledge = new Map<string, QuestionKnowledge>()
  const byId = new Map(questions.map((question) => [question.id, question]))
  for (const moves of journals) {
    const attempt = foldJournal(moves)
    if (!attempt) continue
    for (const id of seenIds(moves)) {
      const question = byId.get(id)
      if (!question) continue
      const answeredAt = attempt.set === 'simulation' ? 0 : finalizedAt(attempt, moves, id)
      add(knowledge, id, {
        isCorrect: answeredAt > 0 ? isCorrect(attempt.answers[id] ?? [], question) : null,
        answeredAt,
        isGuess: answeredAt > 0 && attempt.guessed.includes(id),
        isFlagged: attempt.flagged.includes(id),
        flaggedAt: attempt.startedAt,
      })
    }
  }
  return knowledge
}

/**
 * Combines the knowledge of a device and the server: the latest answer and the latest flag state of each question. When both have the
 * same time, `other` wins.
 */
export function mergeKnowledge(one: Knowledge, other: Knowledge): Knowledge {
  const merged = new Map(one)
  for (const [id, knowledge] of other) add(merged, id, knowledge)
  return merged
}

function add(all: Map<string, QuestionKnowledge>, id: string, added: QuestionKnowledge): void {
  const before = all.get(id) ?? added
  const answered = added.answeredAt >= before.answeredAt ? added : before
  const flagged = added.flaggedAt >= before.flaggedAt ? added : before
  const { isFlagged, flaggedAt } = flagged
  all.set(id, { ...answered, isFlagged, flaggedAt })
}

function seenIds(moves: readonly Move[]): Set<string> {
  return new Set(moves.flatMap((move) => ('questionId' in move ? [move.questionId] : [])))
}

/** When the answer became final; 0 without an answer or while it can still change. */
function finalizedAt(attempt: Attempt, moves: readonly Move[], id: string): number {
  if (isBlank(attempt.answers[id])) return 0
  const reveal = moves.find((move) => move.type === 'reveal' && move.questionId === id)
  return reveal?.at ?? attempt.finishedAt ?? 0
}

/**
 * What somebody knows of the questions of a certification, from the journals of the runs: which have been seen, whether the
 * latest answer was right, and which are flagged.
 */
import { isCorrect } from '#exam/grading.ts'
import { isBlank } from '#exam/question.ts'
import type { Question } from '#exam/question.ts'
import { foldJournal } from '#exam/attempt.ts'
import type { Attempt, Move } from '#exam/attempt.ts'

/** Times are milliseconds since 1970, UTC. */
export type QuestionKnowledge = {
  /** Of the latest settled answer: one whose key was revealed or whose run was finished. `null` without any. */
  readonly isCorrect: boolean | null
  /** When that was settled; 0 without any. */
  readonly answeredAt: number
  readonly isFlagged: boolean
  /** When the run began that decides about the flag: the latest in which the question was seen. */
  readonly flaggedAt: number
}

/** By id of the question. One that is not there has not been seen. */
export type Knowledge = ReadonlyMap<string, QuestionKnowledge>

/**
 * What these journals tell of these questions; seen is one for which there is any move. The options of a simulation stand in an
 * order of its own, so its answers say that a question was seen, and not whether they were right.
 */
export function deriveKnowledge(
  journals: readonly (readonly Move[])[],
  questions: readonly Pick<Question, 'id' | 'type' | 'answerKey'>[],
): Knowledge {
  const known = new Map<string, QuestionKnowledge>()
  const byId = new Map(questions.map((question) => [question.id, question]))
  for (const moves of journals) {
    const run = foldJournal(moves)
    if (!run) continue
    for (const id of seenIds(moves)) {
      const question = byId.get(id)
      if (!question) continue
      const settledAt = run.set === 'simulation' ? 0 : timeOfSettling(run, moves, id)
      const verdict = settledAt > 0 ? isCorrect(run.answers[id] ?? [], question) : null
      add(known, id, { isCorrect: verdict, answeredAt: settledAt, isFlagged: run.flagged.includes(id), flaggedAt: run.startedAt })
    }
  }
  return known
}

/** What two places know together: of each question the latest answer, and the latest word about its flag. */
export function mergeKnowledge(one: Knowledge, other: Knowledge): Knowledge {
  const merged = new Map(one)
  for (const [id, known] of other) add(merged, id, known)
  return merged
}

function add(all: Map<string, QuestionKnowledge>, id: string, known: QuestionKnowledge): void {
  const before = all.get(id)
  if (!before) {
    all.set(id, known)
    return
  }
  const answered = known.answeredAt >= before.answeredAt ? known : before
  const flagged = known.flaggedAt >= before.flaggedAt ? known : before
  const { answeredAt: settledAt } = answered
  all.set(id, { isCorrect: answered.isCorrect, answeredAt: settledAt, isFlagged: flagged.isFlagged, flaggedAt: flagged.flaggedAt })
}

function seenIds(moves: readonly Move[]): Set<string> {
  return new Set(moves.flatMap((move) => ('questionId' in move ? [move.questionId] : [])))
}

/** 0 while the answer may still change, and where there is none. */
function timeOfSettling(run: Attempt, moves: readonly Move[], id: string): number {
  if (isBlank(run.answers[id])) return 0
  const reveal = moves.find((move) => move.type === 'reveal' && move.questionId === id)
  return reveal?.at ?? run.finishedAt ?? 0
}

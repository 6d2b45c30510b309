/** Two places go on with one run without knowing of each other: what becomes of the moves of the one that comes second. */
import { isBlank } from '#exam/question.ts'
import type { AnswerInput } from '#exam/question.ts'
import { applyMove } from '#exam/attempt.ts'
import type { JournalEntry, Attempt, Move } from '#exam/attempt.ts'

export type Merged = {
  /** With what could be recorded of ours. `undefined` when nobody begins a run. */
  readonly run: Attempt | undefined
  /** Those of ours that change something, in their order. */
  readonly recorded: readonly JournalEntry[]
  /** Questions whose answer of ours was not recorded, because the other place had answered or revealed them meanwhile. */
  readonly conflicts: readonly string[]
}

/**
 * Adds our moves to the run as the other place has it. `missed` are those of its moves that we did not know of. An answer
 * among them is never replaced by one of ours: that question is named as a conflict, and whoever is told may answer again.
 *
 * `theirs` is `undefined` before the start. Moves that change nothing any more are left out.
 */
export function mergeMoves(theirs: Attempt | undefined, missed: readonly Move[], ours: readonly JournalEntry[]): Merged {
  const taken = new Set(missed.flatMap((move) => (move.type === 'answer' || move.type === 'reveal' ? [move.questionId] : [])))
  const recorded: JournalEntry[] = []
  const conflicts = new Set<string>()
  let run = theirs
  for (const entry of ours) {
    const moved = applyMove(run, entry.move)
    if (moved === run) continue
    if (entry.move.type === 'answer' && taken.has(entry.move.questionId)) {
      conflicts.add(entry.move.questionId)
      continue
    }
    recorded.push(entry)
    run = moved
  }
  return { run, recorded, conflicts: [...conflicts] }
}

/** Questions whose last answer among these moves is not what the run holds: another place has answered, revealed or finished. */
export function lostAnswers(ours: readonly Move[], run: Attempt | undefined): string[] {
  const given = new Map<string, AnswerInput>()
  for (const move of ours) if (move.type === 'answer') given.set(move.questionId, move.answer)
  return [...given].flatMap(([id, answer]) => (isSame(answer, run?.answers[id] ?? []) ? [] : [id]))
}

/** Moves that make the answers of one run those of another that has gone on from it. */
export function answersSince(before: Attempt, after: Attempt): Move[] {
  return after.questionIds.flatMap((questionId): Move[] => {
    const [old, answer] = [before.answers[questionId] ?? [], after.answers[questionId] ?? []]
    const at = after.startedAt
    if (!isSame(old, answer)) return [{ type: 'answer', at, questionId, answer }]
    const isRevealed = after.revealed.includes(questionId) && !before.revealed.includes(questionId)
    return isRevealed ? [{ type: 'reveal', at, questionId }] : []
  })
}

function isSame(one: AnswerInput, other: AnswerInput): boolean {
  if (isBlank(one) || isBlank(other)) return isBlank(one) && isBlank(other)
  return one.length === other.length && one.every((entry, i) => entry === other[i])
}

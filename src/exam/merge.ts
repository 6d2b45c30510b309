/**
 * Merges moves. Two tabs, two devices, or a device and the server may continue the same attempt without knowing about each other's moves.
 * These functions decide which moves are recorded when the two sides synchronize.
 */
import { isBlank, isSameSequence, type AnswerInput } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'
import { applyMove, movesOf, type JournalEntry, type Move } from '#exam/moves.ts'

export type MergeResult = {
  /** The attempt with `recorded` applied; `undefined` when it has no start yet. */
  readonly attempt: Attempt | undefined
  /** The local entries that change the attempt, in their order. */
  readonly recorded: readonly JournalEntry[]
  /**
   * Questions whose last local answer was not recorded, because the question was answered or revealed, or the attempt was finished,
   * elsewhere first.
   */
  readonly conflicts: readonly string[]
}

/**
 * Adds local entries to the other side's version of the attempt.
 *
 * A local answer never replaces an answer in `missed`: if they differ, the question is reported as a conflict, and the candidate may answer it
 * again. Entries that no longer change anything are dropped.
 *
 * @param theirs the other side's attempt, `missed` included; `undefined` before its start
 * @param missed moves in `theirs` that the local side did not know about when it made its own moves
 */
export function mergeMoves(theirs: Attempt | undefined, missed: readonly Move[], local: readonly JournalEntry[]): MergeResult {
  const answeredElsewhere = new Set(missed.flatMap((move) => (move.type === 'answer' ? [move.questionId] : [])))
  const recorded: JournalEntry[] = []
  let attempt = theirs
  for (const entry of local) {
    if (entry.move.type === 'answer' && answeredElsewhere.has(entry.move.questionId)) continue
    const next = applyMove(attempt, entry.move)
    if (next === attempt) continue
    recorded.push(entry)
    attempt = next
  }
  return { attempt, recorded, conflicts: listLostAnswers(movesOf(local), attempt) }
}

/** Questions whose last answer in `moves` differs from the answer in the attempt. */
export function listLostAnswers(moves: readonly Move[], attempt: Attempt | undefined): string[] {
  const last = new Map<string, AnswerInput>()
  for (const move of moves) if (move.type === 'answer') last.set(move.questionId, move.answer)
  return (attempt?.questionIds ?? []).filter((id) => {
    const answer = last.get(id)
    return answer !== undefined && !isSameAnswer(answer, attempt?.answers[id] ?? [])
  })
}

/** The conflicts that remain after these moves. Answering or revealing a question resolves its conflict. */
export function dropResolvedConflicts(conflicts: readonly string[], moves: readonly Move[]): string[] {
  const resolved = new Set(moves.flatMap((move) => (move.type === 'answer' || move.type === 'reveal' ? [move.questionId] : [])))
  return conflicts.filter((questionId) => !resolved.has(questionId))
}

/** Moves that turn the answers of `before` into those of `after`, a later state of the same attempt. */
export function listAnswersSince(before: Attempt, after: Attempt): Move[] {
  return after.questionIds.flatMap((questionId): Move[] => {
    const answer = after.answers[questionId] ?? []
    return isSameAnswer(before.answers[questionId] ?? [], answer) ? [] : [{ type: 'answer', at: after.startedAt, questionId, answer }]
  })
}

function isSameAnswer(one: AnswerInput, other: AnswerInput): boolean {
  return (isBlank(one) && isBlank(other)) || isSameSequence(one, other)
}

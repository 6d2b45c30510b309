/**
 * The folded state of attempts. Saving an answer only adds its move (`practice/quick-save.ts`), so the column `state` of an attempt in
 * progress may lack the latest moves. Every reader of `state` must add them with `foldState`.
 */
import { sql } from 'kysely'
import type { Attempt } from '#exam/attempt.ts'
import { applyMoves, type Move } from '#exam/moves.ts'
import type { AttemptState } from '#server/db/attempt-tables.ts'

/** Maximum number of moves that a state may lack, so that reading an attempt takes little time. */
export const unfoldedMovesMax = 256

/**
 * How many moves an attempt collects before a transaction folds them: half of the maximum or more, depending on the id. If it were the same
 * number for all, the attempts of a class that starts together would all be folded in the same second.
 *
 * @param id the UUID of an attempt, with random last digits
 */
export function movesBeforeFold(id: string): number {
  const half = unfoldedMovesMax / 2
  return half + (Number.parseInt(id.slice(-4), 16) % (half + 1))
}

type UnfoldedMoves = { questionIds: string[]; moves: Move[] }

const missingMoves = sql<Move[]>`(
  select coalesce(jsonb_agg(move order by number), '[]') from attempt_moves
  where attempt_id = attempts.id and number >= attempts.folded_moves
)`

/** SQL for queries of `attempts` that also read `questions`: the moves that `state` lacks, in order. `null` when it lacks none. */
export const movesAfterState = sql<Move[] | null>`case when attempts.folded_moves is not null then ${missingMoves} end`

/** SQL for queries of `attempts`: the moves that `state` lacks, in order, and what is needed to fold them. `null` when it lacks none. */
export const unfoldedMoves = sql<UnfoldedMoves | null>`case when attempts.folded_moves is not null then jsonb_build_object(
  'questionIds', jsonb_path_query_array(attempts.questions, '$[*].id'),
  'moves', ${missingMoves}
) end`

/**
 * SQL for queries of `attempts`: whether the attempt has an answer. Among the moves that `state` lacks, every answer counts: none is blank, and
 * none is for a locked question.
 */
export const hasAnswer = sql<boolean>`(attempts.state -> 'answers' <> '{}' or exists (
  select from attempt_moves
  where attempt_id = attempts.id and number >= attempts.folded_moves and move ->> 'type' = 'answer'
))`

/** The state after all moves of the attempt. */
export function foldState(state: AttemptState, unfolded: UnfoldedMoves | null): AttemptState & Pick<Attempt, 'guessed'> {
  const complete = { guessed: [], ...state }
  if (!unfolded) return complete
  const attempt: Attempt = { certificationId: '', set: 'all', questionIds: unfolded.questionIds, ...complete }
  const { certificationId: _, set: _set, questionIds: _ids, ...folded } = applyMoves(attempt, unfolded.moves)
  return folded
}

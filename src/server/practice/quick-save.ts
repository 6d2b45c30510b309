/**
 * Saves the most frequent moves of practice, such as answers, with one statement for many requests that arrive at the same time. The
 * statement adds the moves and leaves the folded state as it is (`folded-state.ts`). It saves only moves that need no other work: the session is valid,
 * nothing becomes final, no other device has added moves, and no other transaction has locked the attempt. `append-moves.ts` saves all other moves.
 */
import { sql, type Kysely } from 'kysely'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { practiceMovesMax, type MoveBatchRequest } from '#exam/contract.ts'
import { isBlank } from '#exam/question.ts'
import { isSessionOf, type RecentSession } from '#server/accounts/index.ts'
import { isOutage, isOverload } from '#server/db/availability.ts'
import { preparedMark } from '#server/db/prepared-statements.ts'
import type { Tables } from '#server/db/tables.ts'
import { createBatchesPer } from '#server/platform/batches.ts'
import { createPerResource } from '#server/platform/per-resource.ts'
import { createRecentMap, type RecentMap } from '#server/platform/recent-map.ts'
import { correctTime } from '#server/practice/correct-time.ts'
import { movesBeforeFold } from '#server/db/folded-state.ts'

/** The moves of one request, with the names that the statement uses. */
type QuickSave = {
  id: string
  user_id: string
  /** The session to check. `null` if it has been checked. */
  token: string | null
  base: number
  count: number
  /** How many moves this attempt collects before a transaction folds them. */
  unfolded_max: number
  saved_at: string
  /** Time of the earliest move. */
  first_at: string
  /** Questions in the moves, in the form of `attempts.questions`. `null` if the moves were compared with the known questions of the attempt. */
  questions: { id: string }[] | null
  /** Ids of the questions that the moves answer. */
  answered: string[]
  /** The highest position that a move goes to, -1 for none. */
  position: number
  entries: (JournalEntry & { at: string })[]
}

/**
 * Maximum number of moves in one request. A longer request is saved in its own transaction, so that it does not delay the other requests of
 * the statement.
 */
export const quickMovesMax = 32

/** @returns whether the moves were saved. Otherwise nothing has changed. */
export async function saveQuickly(
  db: Kysely<Tables>,
  { id, userId, session, base, entries, sentAt }: MoveBatchRequest & { id: string; userId: string; session?: RecentSession | undefined },
  now: Date,
): Promise<boolean> {
  // Until the attempt is known, its lowest possible limit applies. Beyond that, the moves are saved in their own transaction.
  const known = knownQuestionsOf(db).get(knownKeyOf(id, userId))
  const isQuick = entries.length > 0 && entries.every(({ move }) => isQuickMove(move))
  if (!isQuick || entries.length > quickMovesMax || base + entries.length > practiceMovesMax(known?.size ?? 0)) return false
  const times = { earliest: 0, latest: now.getTime() }
  const moves = entries.map(({ move }) => correctTime(move, now.getTime() - sentAt, times))
  const questionIds = moves.flatMap((move) => ('questionId' in move ? [move.questionId] : []))
  const position = Math.max(-1, ...moves.map((move) => (move.type === 'go' ? move.position : -1)))
  if (known && !(position < known.size && questionIds.every((questionId) => known.has(questionId)))) return false
  const save: QuickSave = {
    id,
    user_id: userId,
    token: session?.token ?? null,
    base,
    count: entries.length,
    unfolded_max: movesBeforeFold(id),
    saved_at: now.toISOString(),
    first_at: new Date(Math.min(...moves.map(({ at }) => at))).toISOString(),
    questions: known ? null : questionIds.map((questionId) => ({ id: questionId })),
    answered: moves.flatMap((move) => (move.type === 'answer' ? [move.questionId] : [])),
    position,
    entries: moves.map((move, index) => ({ key: entries[index]?.key ?? '', move, at: new Date(move.at).toISOString() })),
  }
  return addSave(db, save)
}

/**
 * Whether a move makes nothing final. A mark as a guess may change a final answer. A blank answer removes an answer, so `folded-state.ts` could
 * no longer count the answers by their moves.
 */
function isQuickMove(move: Move): boolean {
  switch (move.type) {
    case 'answer':
      return !isBlank(move.answer)
    case 'go':
      return move.isGuess === undefined
    case 'flag':
    case 'unflag':
      return true
    case 'start':
    case 'reveal':
    case 'hide':
    case 'break':
    case 'away':
    case 'finish':
      return false
  }
}

/** About 5 MB: 200 attempts at a whole bank, or 2,500 short ones. */
const knownIdsMax = 50_000

/**
 * The question ids of attempts that this process has saved answers to. They never change, and reading them from a row takes a large part of the
 * time of a save, because a long list is stored outside of the row and compressed.
 */
const knownQuestionsOf = createPerResource<Kysely<Tables>, RecentMap<string, ReadonlySet<string>>>(() =>
  createRecentMap({ max: knownIdsMax, sizeOf: ({ size }) => size }),
)

/**
 * An attempt id can be used again, with other questions: by another member after its owner deleted the account, or by an import after the owner
 * deleted the attempt. So the key contains the member, and the questions of imported attempts are read each time.
 */
const knownKeyOf = (id: string, userId: string) => `${userId} ${id}`

/**
 * Two batches at a time, so that a connection that has stopped responding does not hold up all saves. The interval makes the batches larger under
 * load; see `docs/decisions/0031-quick-saves.md`.
 */
const addSave = createBatchesPer({ concurrencyMax: 2, sizeMax: 100, intervalMs: 8, keyOf: ({ id }: QuickSave) => id, run: saveBatch })

async function saveBatch(db: Kysely<Tables>, saves: QuickSave[]): Promise<boolean[]> {
  try {
    const { rows } = await sql<{ id: string; user_id: string; question_ids: string[] | null }>`
      ${preparedMark} with batch as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(saves)}::jsonb) as save (id uuid, user_id text, token text, base int4, count int4,
          unfolded_max int4, saved_at timestamptz, first_at timestamptz, questions jsonb, answered jsonb, position int4, entries jsonb)
      ),
      entries as materialized (
        select batch.id, batch.user_id, batch.base + entry.number::int4 - 1 as number, entry.value ->> 'key' as key,
          entry.value -> 'move' as move, (entry.value ->> 'at')::timestamptz as at
        from batch cross join jsonb_array_elements(batch.entries) with ordinality as entry (value, number)
      ),
      free as materialized (
        select attempts.id from attempts join batch on batch.id = attempts.id
        where attempts.id = any(${saves.map(({ id }) => id)}::uuid[]) and attempts.user_id = batch.user_id and attempts.next = batch.base and attempts.finished_at is null
          and attempts.simulation is null and attempts.started_at <= batch.first_at
          and coalesce(attempts.unfolded_moves, 0) + batch.count <= batch.unfolded_max
          and case when batch.questions is null then attempts.imported_at is null
            else attempts.questions @> batch.questions and batch.position < jsonb_array_length(attempts.questions) end
          and (batch.token is null or ${isSessionOf(sql.ref('batch.token'), sql.ref('batch.user_id'), sql.ref('batch.saved_at'))})
          and not exists (select from jsonb_array_elements_text(batch.answered) as question (id) where attempts.state -> 'revealed' ? question.id)
        for no key update of attempts skip locked
      ),
      saved as (
        update attempts set
          next = attempts.next + batch.count,
          folded_moves = coalesce(attempts.folded_moves, attempts.next),
          unfolded_moves = coalesce(attempts.unfolded_moves, 0) + batch.count,
          changed_at = batch.saved_at
        from free join batch on batch.id = free.id
        where attempts.id = free.id
        returning attempts.id, attempts.user_id, case when batch.questions is not null and attempts.imported_at is null
          then jsonb_path_query_array(attempts.questions, '$[*].id') end as question_ids
      ),
      added as (
        insert into attempt_moves (attempt_id, number, key, move, user_id, made_at)
        select entries.id, entries.number, entries.key, entries.move, entries.user_id, entries.at
        from saved join entries on entries.id = saved.id
      )
      select id, user_id, question_ids from saved`.execute(db)
    for (const { id, user_id, question_ids } of rows)
      if (question_ids) knownQuestionsOf(db).set(knownKeyOf(id, user_id), new Set(question_ids))
    const saved = new Set(rows.map(({ id }) => id))
    return saves.map(({ id }) => saved.has(id))
  } catch (error) {
    if (isOutage(error) || isOverload(error)) throw error
    // One of the saves caused the error, for example with the key of an earlier move. `append-moves.ts` then saves each one separately.
    return saves.map(() => false)
  }
}

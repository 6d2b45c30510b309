/** The time that a candidate spent on the questions of an attempt. See `exam/planning/pace.ts`. */
import { movesOf } from '#exam/moves.ts'
import { measureAnswers } from '#exam/planning/pace.ts'
import type { Db } from '#server/db/tables.ts'
import { listEntries } from '#server/practice/store.ts'

/** Milliseconds by question id, for each answered question. */
export async function listAnswerTimes(db: Db, attemptId: string): Promise<ReadonlyMap<string, number>> {
  return measureAnswers(movesOf(await listEntries(db, attemptId, 0)))
}

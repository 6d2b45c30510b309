/** A member's knowledge of the questions of a certification, from the attempts stored on the server. */
import type { QuestionKnowledge } from '#exam/planning/knowledge.ts'
import type { Db } from '#server/db/tables.ts'
import { foldState, unfoldedMoves } from '#server/db/folded-state.ts'

/** Flags are read only from this many of the latest attempts. */
const attemptsMax = 200

/**
 * Knowledge of the questions with a final answer, or with a flag in one of the latest attempts, ordered by id. The flag is the one in the
 * latest attempt in which the question was answered, revealed, or flagged.
 */
export async function listKnowledge(db: Db, userId: string, certificationId: string): Promise<({ id: string } & QuestionKnowledge)[]> {
  const byId = new Map<string, QuestionKnowledge>()
  for (const { id, isCorrect, isGuess, answeredAt } of await listLatestAnswers(db, userId, certificationId))
    byId.set(id, { isCorrect, answeredAt: answeredAt.getTime(), isGuess, isFlagged: false, flaggedAt: 0 })
  for (const { id, isFlagged, startedAt } of await listFlags(db, userId, certificationId)) {
    const { isCorrect = null, answeredAt = 0, isGuess = false } = byId.get(id) ?? {}
    byId.set(id, { isCorrect, answeredAt, isGuess, isFlagged, flaggedAt: startedAt.getTime() })
  }
  return [...byId].map(([id, knowledge]) => ({ id, ...knowledge })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function listLatestAnswers(db: Db, userId: string, certificationId: string) {
  return (
    db
      .selectFrom('final_answers')
      .distinctOn('question_id')
      .select(['question_id as id', 'is_correct as isCorrect', 'is_guess as isGuess', 'finalized_at as answeredAt'])
      .where('user_id', '=', userId)
      .where('certification_id', '=', certificationId)
      // The order of the index, backwards.
      .orderBy('question_id', 'desc')
      .orderBy('finalized_at', 'desc')
      .execute()
  )
}

/**
 * The latest flag state of questions that were ever flagged. Each attempt state is read once here; a query would read it once per flag.
 */
async function listFlags(db: Db, userId: string, certificationId: string): Promise<{ id: string; isFlagged: boolean; startedAt: Date }[]> {
  const rows = await db
    .selectFrom('attempts')
    .select(['state', 'started_at', unfoldedMoves.as('unfolded')])
    .where('user_id', '=', userId)
    .where('certification_id', '=', certificationId)
    .orderBy('started_at', 'desc')
    .limit(attemptsMax)
    .execute()
  const latest = rows.map(({ state, unfolded, started_at }) => ({ state: foldState(state, unfolded), startedAt: started_at }))
  const everFlagged = new Set(latest.flatMap(({ state }) => state.flagged))
  const found = new Map<string, { id: string; isFlagged: boolean; startedAt: Date }>()
  for (const { state, startedAt } of latest) {
    for (const id of [...Object.keys(state.answers), ...state.revealed, ...state.flagged]) {
      if (everFlagged.has(id) && !found.has(id)) found.set(id, { id, isFlagged: state.flagged.includes(id), startedAt })
    }
  }
  return [...found.values()]
}

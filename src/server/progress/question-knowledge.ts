/** What a member knows of the questions of a certification, as far as the attempts kept here tell. */
import type { QuestionKnowledge } from '#exam/knowledge.ts'
import type { Db } from '#server/db/tables.ts'

/** Flags are looked for in so many attempts, the latest ones. */
const attemptsMax = 200

/**
 * Questions with a settled answer, and questions with a flag in one of the latest attempts: the latest attempt that answered,
 * revealed or flagged one decides about its flag. By id, in their order.
 */
export async function listKnowledge(db: Db, userId: string, certificationId: string): Promise<({ id: string } & QuestionKnowledge)[]> {
  const known = new Map<string, QuestionKnowledge>()
  for (const { id, isCorrect, settledAt } of await listLatestAnswers(db, userId, certificationId))
    known.set(id, { isCorrect, answeredAt: settledAt.getTime(), isFlagged: false, flaggedAt: 0 })
  for (const { id, isFlagged, startedAt } of await listFlags(db, userId, certificationId)) {
    const { isCorrect = null, answeredAt: settledAt = 0 } = known.get(id) ?? {}
    known.set(id, { isCorrect, answeredAt: settledAt, isFlagged, flaggedAt: startedAt.getTime() })
  }
  return [...known].map(([id, one]) => ({ id, ...one })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function listLatestAnswers(db: Db, userId: string, certificationId: string) {
  return (
    db
      .selectFrom('final_answers')
      .distinctOn('question_id')
      .select(['question_id as id', 'is_correct as isCorrect', 'finalized_at as settledAt'])
      .where('user_id', '=', userId)
      .where('certification_id', '=', certificationId)
      // Backwards through the index.
      .orderBy('question_id', 'desc')
      .orderBy('finalized_at', 'desc')
      .execute()
  )
}

/** Of questions that have had a flag; most have none. Each state is read once: looking into them in the database reads them once for each flag. */
async function listFlags(db: Db, userId: string, certificationId: string): Promise<{ id: string; isFlagged: boolean; startedAt: Date }[]> {
  const latest = await db
    .selectFrom('attempts')
    .select(['state', 'started_at'])
    .where('user_id', '=', userId)
    .where('certification_id', '=', certificationId)
    .orderBy('started_at', 'desc')
    .limit(attemptsMax)
    .execute()
  const flagged = new Set(latest.flatMap(({ state }) => state.flagged))
  const found = new Map<string, { id: string; isFlagged: boolean; startedAt: Date }>()
  for (const { state, started_at: startedAt } of latest) {
    for (const id of [...Object.keys(state.answers), ...state.revealed, ...state.flagged]) {
      if (flagged.has(id) && !found.has(id)) found.set(id, { id, isFlagged: state.flagged.includes(id), startedAt })
    }
  }
  return [...found.values()]
}

/** A member's readiness for an exam, computed from the answers of the last 60 days on each request. */
import { midWeight } from '#exam/certification.ts'
import { readItemParameters } from '#exam/readiness/item-parameters.ts'
import { estimateReadiness, readinessWindowMs, type FirstAnswer, type Readiness } from '#exam/readiness/readiness.ts'
import { questionColumns, readBankQuestion } from '#server/bank/index.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'

/** If a member has given more answers in 60 days, only the latest ones count. */
const answersMax = 2_000

/** The parts of a certification that the estimate needs. */
type RatedExam = Pick<CatalogEntry, 'id' | 'skillAreas' | 'areaSizes'>

export async function readReadiness(db: Db, userId: string, { id, skillAreas, areaSizes }: RatedExam, now: Date): Promise<Readiness> {
  const areas = skillAreas.filter((_, i) => (areaSizes[i] ?? 0) > 0).map((area) => ({ name: area.name, weight: midWeight(area) }))
  const answers = await listFirstAnswers(db, userId, id, now)
  const lastAnsweredAt = answers.length === 0 ? await findLastAnswered(db, userId, id) : now.getTime()
  return estimateReadiness(answers, areas, lastAnsweredAt, now.getTime())
}

/** The first answer in the window to each question that is still in the bank. */
async function listFirstAnswers(db: Db, userId: string, certificationId: string, now: Date): Promise<FirstAnswer[]> {
  const recent = await db
    .selectFrom('final_answers')
    .select(['question_id as id', 'is_correct as isCorrect', 'is_guess as isGuess', 'finalized_at as answeredAt'])
    .where('user_id', '=', userId)
    .where('certification_id', '=', certificationId)
    .where('finalized_at', '>', new Date(now.getTime() - readinessWindowMs))
    .where('finalized_at', '<=', now)
    .orderBy('finalized_at', 'desc')
    .orderBy('attempt_id')
    .limit(answersMax)
    .execute()
  // Later answers come first, so the first answer to a question replaces its later answers.
  const first = new Map(recent.map((answer) => [answer.id, answer]))
  if (first.size === 0) return []
  const rows = await db
    .selectFrom('questions')
    .leftJoin('question_statistics as counts', 'counts.question_id', 'questions.id')
    .select([...questionColumns, 'counts.answered', 'counts.correct'])
    .where('id', 'in', [...first.keys()])
    .execute()
  return rows.flatMap((row): FirstAnswer[] => {
    const answer = first.get(row.id)
    if (!answer) return []
    const { type, options, pairs, completion, answerKey, difficulty, skillArea: area } = readBankQuestion(row)
    const counts = { answered: row.answered ?? 0, correct: row.correct ?? 0 }
    const item = readItemParameters({ type, options, pairs, answerKey, difficulty, ...counts, ...(completion && { completion }) })
    return [{ ...item, area, isCorrect: answer.isCorrect, isGuess: answer.isGuess, answeredAt: answer.answeredAt.getTime() }]
  })
}

async function findLastAnswered(db: Db, userId: string, certificationId: string): Promise<number | null> {
  const row = await db
    .selectFrom('final_answers')
    .select('finalized_at')
    .where('user_id', '=', userId)
    .where('certification_id', '=', certificationId)
    .orderBy('finalized_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finalized_at.getTime() ?? null
}

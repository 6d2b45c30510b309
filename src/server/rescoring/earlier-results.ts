/** The results of an attempt before corrections of answer keys, with the questions as they were. */
import { toLocalMoment } from '#exam/planning/local-day.ts'
import { showAttempt, showQuestion } from '#exam/option-order.ts'
import type { EarlierResult } from '#exam/results/correction.ts'
import type { Db } from '#server/db/tables.ts'
import { listPinnedQuestions, type StoredAttempt } from '#server/practice/index.ts'
import { readSettings } from '#server/settings/index.ts'

/** The earliest correction first. The caller checks that the member owns the attempt. Options are in the order in which the attempt showed them. */
export async function listEarlierResults(
  db: Db,
  userId: string,
  { id, attempt, simulation }: Pick<StoredAttempt, 'id' | 'attempt' | 'simulation'>,
): Promise<EarlierResult[]> {
  const rows = await db
    .selectFrom('rescored_attempts as again')
    .innerJoin('rescores', 'rescores.challenge_id', 'again.challenge_id')
    .select(['again.challenge_id as challengeId', 'again.rescored_at', 'again.from_version', 'rescores.question_id'])
    .select(['rescores.public_reason as publicReason', 'again.was_correct as wasCorrect', 'again.is_correct as isCorrect'])
    .select(['again.correct_before as correctBefore', 'again.correct_after as correctAfter', 'again.total'])
    .where('again.attempt_id', '=', id)
    .where('again.user_id', '=', userId)
    .orderBy('again.rescored_at')
    .orderBy('again.challenge_id')
    .execute()
  if (rows.length === 0) return []
  const { timeZone } = await readSettings(db, userId)
  const results: EarlierResult[] = []
  for (const { rescored_at: at, from_version: version, question_id: questionId, ...row } of rows) {
    const [stored] = await listPinnedQuestions(db, { pinned: [{ id: questionId, version }], simulation })
    if (!stored) continue
    const question = showQuestion(stored, attempt.seed)
    const answer = showAttempt(attempt, new Map([[questionId, stored]])).answers[questionId] ?? []
    results.push({ ...row, correctedOn: toLocalMoment(at.getTime(), timeZone).day, question, answer })
  }
  return results
}

/** Writes the attempts of a record. They are graded like any other attempt, but never count in the statistics of questions. */
import type { Kysely } from 'kysely'
import { hasFinished } from '#exam/attempt.ts'
import type { JournalEntry } from '#exam/moves.ts'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { examineQuestion } from '#server/bank/index.ts'
import type { PinnedQuestion } from '#server/db/attempt-tables.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { deriveUuid } from '#server/platform/hash.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { addImportedQuestions, insertAttempt, pinQuestions, recordMoves, type ImportedQuestion } from '#server/practice/index.ts'
import type { ImportedAttempt } from '#server/record/check-attempt.ts'
import { fingerprint } from '#server/record/match-questions.ts'
import { lockMember } from '#server/review/index.ts'

const idsPerQuery = 1_000

/**
 * The id that each attempt gets in the member's account; `undefined` for an attempt that the account already has. If another member's attempt has the
 * id, the imported attempt gets a derived id.
 */
export async function listStoredAttempts(
  db: Db,
  userId: string,
  attempts: readonly Pick<ImportedAttempt, 'id'>[],
): Promise<(string | undefined)[]> {
  const otherIdOf = (id: string) => deriveUuid(`attempt ${id} of ${userId}`)
  const ids = attempts.flatMap(({ id }) => [id, otherIdOf(id)])
  const owners = new Map<string, string | null>()
  for (const some of inBatches(ids, idsPerQuery)) {
    const rows = await db.selectFrom('attempts').select(['id', 'user_id']).where('id', 'in', some).execute()
    for (const { id, user_id } of rows) owners.set(id, user_id)
  }
  return attempts.map(({ id }) => {
    const otherId = otherIdOf(id)
    if (owners.get(id) === userId || owners.has(otherId)) return undefined
    return owners.has(id) ? otherId : id
  })
}

type Batch = {
  userId: string
  /** The attempts, with the ids that they have in this account. */
  attempts: readonly ImportedAttempt[]
  questions: ReadonlyMap<string, BankQuestion>
  /** The result of `matchQuestions`. */
  matches: ReadonlyMap<string, number>
}

/** Writes attempts in one transaction. */
export async function writeAttempts(db: Kysely<Tables>, batch: Batch, now: Date): Promise<void> {
  const kept = keepQuestions(batch)
  await transact(db, async (transaction) => {
    await lockMember(transaction, batch.userId)
    await addImportedQuestions(transaction, batch.userId, [...kept.values()])
    for (const attempt of batch.attempts) await writeAttempt(transaction, batch, kept, attempt, now)
  })
}

/** The imported questions that this bank does not have with the same words, sanitized, by key. */
function keepQuestions({ userId, attempts, questions, matches }: Batch): ReadonlyMap<string, ImportedQuestion> {
  const kept = new Map<string, ImportedQuestion>()
  for (const key of attempts.flatMap(({ texts = [] }) => texts)) {
    const question = key === null || matches.has(key) || kept.has(key) ? undefined : questions.get(key)
    if (!question || key === null) continue
    const { question: sanitized } = examineQuestion(question)
    kept.set(key, { id: deriveUuid(`question ${fingerprint(sanitized)} of ${userId}`), question: sanitized })
  }
  return kept
}

async function writeAttempt(
  transaction: Db,
  { userId, matches }: Batch,
  kept: ReadonlyMap<string, ImportedQuestion>,
  { id, attempt, moves, texts, simulation, changedAt, correct, total }: ImportedAttempt,
  now: Date,
): Promise<void> {
  const { certificationId, questionIds } = attempt
  const pin = (questionId: string, index: number): PinnedQuestion => {
    const key = texts?.[index] ?? ''
    const imported = kept.get(key)?.id
    return { id: questionId, version: matches.get(key) ?? null, ...(imported !== undefined && { imported }) }
  }
  // A record of version 1 has neither the versions of questions nor the order in which a simulation showed the options.
  const pinned =
    texts || simulation
      ? questionIds.map(texts ? pin : (questionId) => ({ id: questionId, version: null }))
      : await pinQuestions(transaction, certificationId, questionIds)
  const stored = await insertAttempt(transaction, { id, owner: { userId }, pinned, attempt, simulation, importedAt: now }, now)
  // A concurrent import has added the attempt.
  if (!stored) return
  const entries = moves.map((move, index): JournalEntry => ({ key: `imported-${index}`, move }))
  const result = await recordMoves(transaction, stored, undefined, attempt, entries, now)
  // If the record lacks the text of any question, only the result in the record counts that question. Otherwise, use our own result, because this
  // bank may have corrected an answer key.
  const { correct: earlierCorrect, total: earlierTotal } = texts?.every((key) => key !== null) ? result : { correct, total }
  await transaction
    .updateTable('attempts')
    .set({
      changed_at: changedAt,
      ...(hasFinished(attempt) && { correct: earlierCorrect ?? result.correct, total: earlierTotal ?? result.total }),
    })
    .where('id', '=', id)
    .execute()
}

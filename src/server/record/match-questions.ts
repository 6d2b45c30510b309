/** Finds the questions of a record that this bank has with the same words, in any published version. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { readBankQuestion, questionColumns } from '#server/bank/index.ts'
import type { Db } from '#server/db/tables.ts'
import { sha256 } from '#server/platform/hash.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { parseStoredVersion } from '#server/practice/index.ts'

const idsPerQuery = 200

/** The version of each question that the bank has with the same words, by the key in the record. */
export async function matchQuestions(db: Db, questions: ReadonlyMap<string, BankQuestion>): Promise<ReadonlyMap<string, number>> {
  const versions = new Map<string, number>()
  const ids = [...new Set([...questions.values()].map(({ id }) => id))]
  for (const some of inBatches(ids, idsPerQuery)) {
    const earlier = await db.selectFrom('question_versions').select(['version', 'item']).where('question_id', 'in', some).execute()
    for (const { version, item } of earlier) add(parseStoredVersion(item), version)
    const current = await db
      .selectFrom('questions')
      .select([...questionColumns, 'version'])
      .where('id', 'in', some)
      .execute()
    for (const row of current) add(readBankQuestion(row), row.version)
  }
  return new Map(
    [...questions].flatMap(([key, question]) => {
      const version = versions.get(fingerprint(question))
      return version === undefined ? [] : [[key, version] as const]
    }),
  )

  /** Drafts are left out, because they were never part of an attempt. */
  function add(question: BankQuestion | undefined, version: number): void {
    if (question?.state === 'published') versions.set(fingerprint(question), version)
  }
}

/** A hash that is equal for questions with the same id, certification, type, texts, answer key, and reference. */
export function fingerprint(question: BankQuestion): string {
  const { id, examId, type, text, options, pairs, completion, answerKey, explanation, optionExplanations, reference } = question
  const content = [
    id,
    examId,
    type,
    text,
    options,
    pairs && [pairs.left, pairs.right],
    answerKey,
    explanation,
    optionExplanations,
    reference,
    ...(completion ? [completion] : []),
  ]
  return sha256(JSON.stringify(content))
}

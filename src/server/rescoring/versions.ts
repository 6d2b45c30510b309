/**
 * Which earlier versions of a question can be scored with a corrected one. An answer can be compared only if candidates saw the same choices: the
 * question type, the options or pairs with their texts and order, and the number of entries that a complete answer has. Attempts with other versions
 * keep their result.
 */
import type { Question } from '#exam/question.ts'
import { questionColumns, readBankQuestion } from '#server/bank/index.ts'
import type { Db } from '#server/db/tables.ts'
import { parseStoredVersion } from '#server/practice/index.ts'

/** Why attempts with an earlier version keep their result. */
export type KeptReason = 'type' | 'options' | 'entries' | 'missing'

export type RescoreVersions = {
  corrected: Question & { examId: string }
  toVersion: number
  /** The earlier versions that are scored again. */
  from: readonly number[]
  /** Why an earlier version cannot be compared with the corrected one; `undefined` if it can. */
  keptReasonOf: (version: number) => KeptReason | undefined
}

/** `undefined` when the question never had this version. With `fromVersions`, only these earlier versions are considered. */
export async function readRescoreVersions(
  db: Db,
  questionId: string,
  toVersion: number,
  fromVersions?: readonly number[],
): Promise<RescoreVersions | undefined> {
  const versions = await listVersionsUpTo(db, questionId, toVersion)
  const corrected = versions.get(toVersion)
  if (!corrected) return undefined
  const keptReasonOf = (version: number) => {
    const earlier = versions.get(version)
    return earlier ? findDifference(earlier, corrected) : 'missing'
  }
  const from = [...versions.keys()]
    .filter((version) => version < toVersion && keptReasonOf(version) === undefined)
    .filter((version) => fromVersions?.includes(version) ?? true)
  return { corrected, toVersion, from, keptReasonOf }
}

async function listVersionsUpTo(db: Db, questionId: string, toVersion: number): Promise<Map<number, Question & { examId: string }>> {
  const stored = await db
    .selectFrom('question_versions')
    .select(['version', 'item'])
    .where('question_id', '=', questionId)
    .where('version', '<=', toVersion)
    .orderBy('version')
    .execute()
  const current = await db
    .selectFrom('questions')
    .select([...questionColumns, 'version'])
    .where('id', '=', questionId)
    .where('version', '<=', toVersion)
    .executeTakeFirst()
  const versions = new Map<number, Question & { examId: string }>()
  for (const { version, item } of stored) {
    const question = parseStoredVersion(item)
    if (question) versions.set(version, question)
  }
  if (current) versions.set(current.version, readBankQuestion(current))
  return versions
}

/** Why answers to the two versions cannot be compared. `undefined` if they can be. */
export function findDifference(earlier: Question, corrected: Question): KeptReason | undefined {
  if (earlier.type !== corrected.type) return 'type'
  if (choicesOf(earlier) !== choicesOf(corrected)) return 'options'
  return earlier.answerKey.length === corrected.answerKey.length ? undefined : 'entries'
}

function choicesOf({ options, pairs, completion }: Question): string {
  const choices = completion?.blanks.map((blank) => blank.choices)
  return JSON.stringify([options, pairs && [pairs.left, pairs.right], choices]).replaceAll(/(?:\s|\\n)+/g, ' ')
}

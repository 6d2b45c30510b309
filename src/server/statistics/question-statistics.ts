/** The item statistics of questions: for the editor, the statistics of each version; for the list, which questions need a review. */
import { sql, type Kysely } from 'kysely'
import type { BankItem } from '#exam/bank-file/index.ts'
import { wordsOfEntry, type EntryQuestion } from '#exam/entry-words.ts'
import { computeItemStatistics, type ItemStatistics } from '#exam/statistics/item-statistics.ts'
import type { StatisticsQuestion } from '#exam/statistics/item-tally.ts'
import { listVersions, questionColumns, readBankQuestion } from '#server/bank/index.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'
import { readTallies } from '#server/statistics/item-tallies.ts'

/**
 * The statistics of a version. `answers`: how many answers count. `statistics` is missing if there are too few; its `words` are the first words of
 * each entry, by entry.
 */
export type VersionStatistics = {
  version: number
  answers: number
  statistics?: ItemStatistics & { words: Record<string, string> }
}

/** The current version first, even without answers, then earlier versions with answers, newest first. Empty for an unknown question. */
export async function listVersionStatistics(db: Db, questionId: string): Promise<VersionStatistics[]> {
  const versions = await listVersions(db, questionId)
  const tallies = (await readTallies(db, [questionId])).get(questionId)
  return versions.flatMap(({ version, item }, i) => {
    const tally = tallies?.get(version) ?? {}
    const answers = tally['answers'] ?? 0
    if (answers === 0 && i > 0) return []
    const statistics = computeItemStatistics(tally, toStatisticsQuestion(item))
    return [
      {
        version,
        answers,
        ...(statistics && { statistics: { ...statistics, words: wordsOf(statistics, { ...item, type: item.question_type }) } }),
      },
    ]
  })
}

/** The statistics of the current versions of questions, by question id. Unknown questions are left out. */
export async function listCurrentStatistics(db: Db, questionIds: readonly string[]): Promise<ReadonlyMap<string, VersionStatistics>> {
  if (questionIds.length === 0) return new Map()
  const tallies = await readTallies(db, questionIds)
  const rows = await db
    .selectFrom('questions')
    .select([...questionColumns, 'version'])
    .where('id', 'in', questionIds)
    .execute()
  return new Map(
    rows.map((row) => {
      const { id, version } = row
      const question = readBankQuestion(row)
      const tally = tallies.get(id)?.get(version) ?? {}
      const statistics = computeItemStatistics(tally, question)
      const known = statistics && { statistics: { ...statistics, words: wordsOf(statistics, question) } }
      return [id, { version, answers: tally['answers'] ?? 0, ...known }]
    }),
  )
}

function toStatisticsQuestion({
  question_type: type,
  options,
  pairs,
  completion,
  correct_answer: answerKey,
}: BankItem): StatisticsQuestion {
  return { type, options, pairs, ...(completion && { completion }), answerKey }
}

function wordsOf({ entries }: ItemStatistics, question: EntryQuestion): Record<string, string> {
  return Object.fromEntries(entries.map(({ entry }) => [entry, wordsOfEntry(entry, question)]))
}

const questionsPerStep = 100

/** Stores, for each question with tallies, whether the statistics of its current version suggest a review. Can be stopped at any time. */
export async function flagQuestions(db: Kysely<Tables>, signal?: AbortSignal): Promise<void> {
  let last: string | undefined
  for (;;) {
    if (signal?.aborted) break
    const rows = await db
      .selectFrom('item_tallies')
      .select('question_id')
      .distinct()
      .$if(last !== undefined, (query) => query.where('question_id', '>', last ?? null))
      .orderBy('question_id')
      .limit(questionsPerStep)
      .execute()
    const ids = rows.map(({ question_id }) => question_id)
    last = ids.at(-1)
    if (last === undefined) break
    await flagSome(db, ids)
    await yieldToRequests()
  }
}

async function flagSome(db: Db, ids: readonly string[]): Promise<void> {
  const current = [...(await listCurrentStatistics(db, ids))]
  const flagged = current.flatMap(([id, { statistics }]) => (statistics && statistics.flags.length > 0 ? [id] : []))
  const needsReview = sql<boolean>`(question_id = any(${flagged}::uuid[]))`
  await db
    .updateTable('question_statistics')
    .set({ needs_review: needsReview })
    .where('question_id', 'in', ids)
    .where('needs_review', '!=', needsReview)
    .execute()
}

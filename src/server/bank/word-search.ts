/**
 * Finds questions by words. The index of texts cannot sort, and reading texts in order is slow if the words occur only in the last ones.
 * So questions with rare words are found through the index and then sorted. Lists for frequent words are short and may be incomplete.
 */
import { sql } from 'kysely'
import { containing } from '#server/db/like-pattern.ts'
import type { Db } from '#server/db/tables.ts'
import {
  containsFrequentWords,
  isTwoLetters,
  judgedFromAnswers,
  matching,
  wordsOf,
  type Matches,
  type QuestionSearch,
} from '#server/bank/question-filter.ts'
import { inOrder, shareOfCorrect, type Order } from '#server/bank/question-order.ts'

/** The limits of a search. They bound its time, during which the embedded database blocks the process. */
export const wordLimits = {
  /** If more questions have the words, the words are frequent. */
  found: 700,
  /** The same with a filter by statistics, which the database looks up for each question. */
  foundWithStatistics: 300,
  /** Maximum length of the list for frequent words. Users add a word or a filter rather than read four pages. */
  listed: 100,
  /** How many texts are read in the order of the list. Questions with similar creation times are stored together and read faster. */
  read: { oldest: 3_500, newest: 3_500, changed: 1_000, hardest: 500 },
  /** If fewer of the texts that are read have the words, the list also contains the questions that the index found. */
  listedMin: 25,
}

export type WordLimits = typeof wordLimits

/** `ids`: the list. It is complete if the total is exact; otherwise, there are more matches than `total`. */
export async function findWithWords(
  db: Db,
  filter: QuestionSearch,
  limits: WordLimits,
): Promise<{ ids: string[]; total: number; isTotalExact: boolean }> {
  const max = filter.statistics ? limits.foundWithStatistics : limits.found
  const found = await findEntries(db, filter, max + 1)
  const isTotalExact = found.length <= max
  const ids = isTotalExact ? await sortEntries(db, found, filter.sort) : await listFrequent(db, filter, found, limits)
  return { ids, total: Math.min(found.length, max), isTotalExact }
}

/**
 * The first questions with frequent words. If few of the first texts have the words, the list also has the questions that were `found`, in
 * the same order, and may lack others between them.
 */
async function listFrequent(db: Db, filter: QuestionSearch, found: readonly Entry[], limits: WordLimits): Promise<string[]> {
  const { sort } = filter
  const amongRead = sort === 'hardest' ? amongHardest(db, filter, limits.read.hardest) : amongFirst(db, filter, sort, limits.read[sort])
  const first = await readEntries(amongRead.limit(limits.listed), sort)
  if (first.length >= limits.listedMin) return first.map(({ id }) => id)
  const either = new Map([...first, ...found].map((entry) => [entry.id, entry]))
  return (await sortEntries(db, [...either.values()], sort)).slice(0, limits.listed)
}

/** The matches among the first `count` entries that match the other filters: type, skill area, and state. */
function amongFirst(db: Db, filter: QuestionSearch, sort: Order, count: number): Matches {
  const { statistics: _, ...others } = filter
  const first = inOrder(matching(db, { ...others, search: '' }), sort)
    .selectAll()
    .limit(count)
  return inOrder(matching(db, filter, containsFrequentWords, db.selectFrom(first.as('question_entries'))), sort)
}

/** The matches among the `count` hardest questions of all exams. */
function amongHardest(db: Db, filter: QuestionSearch, count: number): Matches {
  const hardest = db
    .selectFrom('question_statistics')
    .select(['question_id', shareOfCorrect.as('share')])
    .where('answered', '>=', sql.lit(judgedFromAnswers))
    .orderBy('share')
    .orderBy('question_id')
    .limit(count)
  return matching(db, filter, containsFrequentWords)
    .innerJoin(hardest.as('hardest'), 'hardest.question_id', 'question_entries.question_id')
    .orderBy('hardest.share')
    .orderBy('hardest.question_id')
}

/** `time`: the time by which the list is sorted, in seconds since 1970, exact to the microsecond. */
type Entry = { id: string; time: number | null }

/** Up to `max` of the questions with the words, unordered. */
async function findEntries(db: Db, filter: QuestionSearch, max: number): Promise<Entry[]> {
  if (isTwoLetters(wordsOf(filter.search))) {
    // This is one of eight patterns, each of which takes as long. It is usually enough for frequent letters.
    const afterSpaces = matching(db, filter, (letters) => sql<boolean>`search_text like ${containing(` ${letters}`)}`)
    const found = await readEntries(afterSpaces.limit(max), filter.sort)
    if (found.length === max) return found
  }
  return readEntries(matching(db, filter).limit(max), filter.sort)
}

function readEntries(matches: Matches, sort: QuestionSearch['sort']): Promise<Entry[]> {
  const time = sql.ref(sort === 'changed' ? 'updated_at' : 'created_at')
  return matches.select(['question_entries.question_id as id', sql<number | null>`date_part('epoch', ${time})`.as('time')]).execute()
}

/** The ids in the same order as `inOrder`; the hardest in the order of `amongHardest`, then all others, oldest first. */
async function sortEntries(db: Db, entries: readonly Entry[], sort: QuestionSearch['sort']): Promise<string[]> {
  const shares = sort === 'hardest' ? await readShares(db, entries) : new Map<string, number>()
  const shareOf = ({ id }: Entry) => shares.get(id) ?? Infinity
  const byId = (a: Entry, b: Entry) => (a.id < b.id ? -1 : 1)
  const byTime = (a: Entry, b: Entry) => (a.time ?? -Infinity) - (b.time ?? -Infinity)
  const compare = {
    oldest: (a: Entry, b: Entry) => byTime(a, b) || byId(a, b),
    newest: (a: Entry, b: Entry) => byTime(b, a) || byId(b, a),
    changed: (a: Entry, b: Entry) => byTime(b, a) || byId(a, b),
    hardest: (a: Entry, b: Entry) => shareOf(a) - shareOf(b) || (shares.has(a.id) ? 0 : byTime(a, b)) || byId(a, b),
  }
  return entries.toSorted(compare[sort]).map(({ id }) => id)
}

/** The share of correct answers for each of the questions that has enough answers. */
async function readShares(db: Db, entries: readonly Entry[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('question_statistics')
    .select(['question_id', sql<number>`${shareOfCorrect}::int`.as('share')])
    .where(sql<boolean>`question_id = any(${entries.map(({ id }) => id)}::uuid[])`)
    .where('answered', '>=', sql.lit(judgedFromAnswers))
    .execute()
  return new Map(rows.map(({ question_id, share }) => [question_id, share]))
}

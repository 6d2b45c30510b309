/**
 * Searches, filters, and sorts questions for administrators, 25 per page. Queries use the narrow rows of `question_entries`
 * and their indexes; only the questions of the page are read from `questions`.
 */
import { sql } from 'kysely'
import { plainText } from '#exam/plain-text.ts'
import type { QuestionState, QuestionType } from '#exam/question.ts'
import { containing } from '#server/db/like-pattern.ts'
import { numberedPage } from '#server/db/paging.ts'
import type { Db } from '#server/db/tables.ts'
import {
  among,
  containsFrequentWords,
  isTwoLetters,
  judged,
  judgedFromAnswers,
  matching,
  wordsOf,
  type Matches,
  type QuestionSearch,
} from '#server/bank/question-filter.ts'

export type ListedQuestion = {
  id: string
  type: QuestionType
  /** Plain text, shortened. */
  words: string
  skillArea: string
  /** Number of options, of prompts to match, or of blanks. */
  optionCount: number
  state: QuestionState
  version: number
  /** ISO time; `null` if the question is unchanged since it was loaded from the content files. */
  updatedAt: string | null
  caseStudyId: string | null
  /** How often the question was answered in finished attempts, and how often correctly. */
  answered: number
  correct: number
}

/** `from` and `to` count from 1 and are 0 for an empty list. When the total is not exact, there are more matches. */
export type QuestionPage = {
  questions: ListedQuestion[]
  total: number
  isTotalExact: boolean
  page: number
  pages: number
  from: number
  to: number
}

export const questionsPerPage = 25
/** Maximum length of the list of hardest questions, and of the questions with certain statistics. */
export const matchesMax = 300
/** All questions with the same words are found and then sorted. If there are more than this, the words are frequent. */
export const foundMax = 700
/** Maximum length of the list for frequent words. Users add a word or a filter rather than read four pages. */
export const frequentMax = 100

const wordsMax = 300

/** One page of the matching questions. A page number that is too high gives the last page. */
export async function findQuestions(db: Db, filter: QuestionSearch): Promise<QuestionPage> {
  const { matches, total, isTotalExact, found, listed = total } = await countMatches(db, filter)
  const { page, pages, offset } = numberedPage(filter.page, listed, questionsPerPage)
  const listPage = async () => {
    if (filter.sort === 'hardest') return listHardest(matches, offset)
    if (!found) return listInOrder(matches, filter.sort, offset, total, isTotalExact)
    return sortFound(found, filter.sort).slice(offset, offset + questionsPerPage)
  }
  const ids = await listPage()
  const questions = await readListed(db, ids)
  const from = questions.length === 0 ? 0 : offset + 1
  return { questions, total, isTotalExact, page, pages, from, to: offset + questions.length }
}

/** Number of published questions and of drafts of the certification. */
export async function countStates(db: Db, examId: string): Promise<{ published: number; draft: number }> {
  const rows = await db
    .selectFrom('question_entries')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('exam_id', '=', examId)
    .groupBy('state')
    .execute()
  const count = (state: QuestionState) => rows.find((row) => row.state === state)?.count ?? 0
  return { published: count('published'), draft: count('draft') }
}

/** `total`: if it is not exact, there are more than this. `listed`: length of the list if not all are listed. `found`: all, if they were read. */
type Counted = { matches: Matches; total: number; isTotalExact: boolean; listed?: number; found?: FoundEntry[] }

/**
 * A search stops after enough matches, because a frequent word occurs in most questions. A filter by statistics also stops, because most
 * questions of a new bank are unanswered. A small set of matches is searched only once. The list of hardest questions ends after `matchesMax`,
 * because later pages would need the statistics of all questions.
 */
async function countMatches(db: Db, filter: QuestionSearch): Promise<Counted> {
  if (wordsOf(filter.search) !== '') return countMatchesOfWords(db, filter)
  const matches = matching(db, filter)
  if (filter.statistics) return countUpToMax(db, matches, await listIds(matches, 0, matchesMax + 1))
  const total = await count(matches)
  const isTotalExact = filter.sort !== 'hardest' || total <= matchesMax
  return { matches, total: isTotalExact ? total : matchesMax, isTotalExact }
}

/** `ids`: of all matches, or more than `matchesMax` of them. */
function countUpToMax(db: Db, matches: Matches, ids: readonly string[]): Counted {
  if (ids.length > matchesMax) return { matches, total: matchesMax, isTotalExact: false }
  return { matches: among(db, ids), total: ids.length, isTotalExact: true }
}

async function countMatchesOfWords(db: Db, filter: QuestionSearch): Promise<Counted> {
  const frequent = { matches: matching(db, filter, containsFrequentWords), isTotalExact: false, listed: frequentMax }
  if (filter.statistics) {
    const counted = countUpToMax(db, frequent.matches, await listIds(matching(db, filter), 0, matchesMax + 1))
    return counted.isTotalExact ? counted : { ...frequent, total: counted.total }
  }
  const found = await findEntries(db, filter)
  if (found.length > foundMax) return { ...frequent, total: foundMax }
  const ids = found.map(({ id }) => id)
  return { matches: among(db, ids), total: found.length, isTotalExact: true, found }
}

/** An entry with what it is sorted by: seconds since 1970, exact to the microsecond. */
type FoundEntry = { id: string; createdAt: number; updatedAt: number | null }

/** The questions with the words, unordered. More than `foundMax` if the words are frequent. */
async function findEntries(db: Db, filter: QuestionSearch): Promise<FoundEntry[]> {
  const find = (matches: Matches) =>
    matches
      .select(['question_entries.question_id as id', secondsOf('created_at').as('createdAt'), secondsOf('updated_at').as('updatedAt')])
      .limit(foundMax + 1)
      .execute() as Promise<FoundEntry[]>
  if (isTwoLetters(wordsOf(filter.search))) {
    // This is one of eight patterns, each of which takes as long. It is usually enough for frequent letters.
    const afterSpaces = await find(matching(db, filter, (letters) => sql<boolean>`search_text like ${containing(` ${letters}`)}`))
    if (afterSpaces.length > foundMax) return afterSpaces
  }
  return find(matching(db, filter))
}

const secondsOf = (column: 'created_at' | 'updated_at') => sql<number | null>`date_part('epoch', ${sql.ref(column)})`

/** The ids in the same order as `inOrder`. */
function sortFound(found: readonly FoundEntry[], sort: Order): string[] {
  const byId = (a: FoundEntry, b: FoundEntry) => (a.id < b.id ? -1 : 1)
  const compare = {
    oldest: (a: FoundEntry, b: FoundEntry) => a.createdAt - b.createdAt || byId(a, b),
    newest: (a: FoundEntry, b: FoundEntry) => b.createdAt - a.createdAt || byId(b, a),
    changed: (a: FoundEntry, b: FoundEntry) => (b.updatedAt ?? -Infinity) - (a.updatedAt ?? -Infinity) || byId(a, b),
  }
  return found.toSorted(compare[sort]).map(({ id }) => id)
}

async function count(matches: Matches): Promise<number> {
  const { count } = await matches.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return count
}

async function listIds(matches: Matches, offset: number, limit = questionsPerPage): Promise<string[]> {
  const rows = await matches.select('question_entries.question_id as id').limit(limit).offset(offset).execute()
  return rows.map(({ id }) => id)
}

type Order = 'oldest' | 'newest' | 'changed'

/** Reads a page of the second half from the end of the list, because the database reads and skips everything before a page. */
async function listInOrder(matches: Matches, sort: Order, offset: number, total: number, isTotalExact: boolean): Promise<string[]> {
  const after = Math.max(0, total - offset - questionsPerPage)
  if (!isTotalExact || after >= offset) return listIds(inOrder(matches, sort), offset)
  const ids = await listIds(inOrder(matches, sort, true), after, Math.min(questionsPerPage, total - offset))
  return ids.toReversed()
}

/** `isReversed`: from the last question to the first. */
function inOrder(matches: Matches, sort: Order, isReversed = false): Matches {
  const [first, last] = isReversed ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)
  switch (sort) {
    case 'oldest':
      // Questions of one import share a timestamp; the id keeps their order stable across pages.
      return matches.orderBy('question_entries.created_at', first).orderBy('question_entries.question_id', first)
    case 'newest':
      return matches.orderBy('question_entries.created_at', last).orderBy('question_entries.question_id', last)
    case 'changed':
      return matches
        .orderBy('question_entries.updated_at', (order) => (isReversed ? order.asc().nullsFirst() : order.desc().nullsLast()))
        .orderBy('question_entries.question_id', first)
  }
}

/** Questions with enough answers, lowest share of correct answers first; then all others, oldest first. */
async function listHardest(matches: Matches, offset: number): Promise<string[]> {
  const judgedOnes = matches
    .innerJoin('question_statistics', 'question_statistics.question_id', 'question_entries.question_id')
    .where('answered', '>=', sql.lit(judgedFromAnswers))
  const hardest = await judgedOnes
    .select('question_statistics.question_id as id')
    // Must match the expression of the index.
    .orderBy(sql`(correct::bigint * 1000 / answered)`)
    .orderBy('question_statistics.question_id')
    .limit(questionsPerPage)
    .offset(offset)
    .execute()
  const ids = hardest.map(({ id }) => id)
  if (ids.length === questionsPerPage) return ids
  const before = ids.length > 0 ? offset + ids.length : await count(matches.where((entry) => entry.exists(judged(entry))))
  const others = matches.where((entry) => entry.not(entry.exists(judged(entry))))
  return [...ids, ...(await listIds(inOrder(others, 'oldest'), Math.max(0, offset - before), questionsPerPage - ids.length))]
}

/** The rows of the list for these questions, in this order. */
async function readListed(db: Db, ids: readonly string[]): Promise<ListedQuestion[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('questions')
    .leftJoin('question_statistics', 'question_statistics.question_id', 'questions.id')
    .select(['questions.id', 'question_type', 'text', 'skill_area as skillArea', 'state', 'version', 'updated_at', 'case_study_id'])
    .select((row) => [
      sql<number>`coalesce(jsonb_array_length(case question_type when 'drag_drop' then pairs -> 'left' when 'drop_down' then completion -> 'blanks' else options end), 0)`.as(
        'optionCount',
      ),
      row.fn.coalesce('answered', sql.lit(0)).as('answered'),
      row.fn.coalesce('correct', sql.lit(0)).as('correct'),
    ])
    .where('questions.id', 'in', ids)
    .execute()
  const listed = new Map(
    rows.map(({ question_type, text, state, updated_at, case_study_id, ...row }): [string, ListedQuestion] => [
      row.id,
      {
        ...row,
        type: question_type as QuestionType,
        words: plainText(text).slice(0, wordsMax),
        state: state as QuestionState,
        updatedAt: updated_at?.toISOString() ?? null,
        caseStudyId: case_study_id,
      },
    ]),
  )
  return ids.flatMap((id) => listed.get(id) ?? [])
}

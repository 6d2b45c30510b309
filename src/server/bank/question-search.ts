/**
 * Searches, filters, and sorts questions for administrators, 25 per page. Queries use the narrow rows of `question_entries`
 * and their indexes; only the questions of the page are read from `questions`.
 */
import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely'
import { foldText, plainText } from '#exam/plain-text.ts'
import type { QuestionState, QuestionType } from '#exam/question.ts'
import { containing } from '#server/db/like-pattern.ts'
import { numberedPage } from '#server/db/paging.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** `search` is matched against text and explanation, ignoring accents and case. `page` counts from 1. */
export type QuestionSearch = {
  examId: string
  search: string
  type?: QuestionType
  skillArea?: string
  state?: QuestionState
  statistics?: 'unanswered' | 'hard' | 'easy' | 'flagged'
  sort: 'oldest' | 'newest' | 'changed' | 'hardest'
  page: number
}

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
/** Maximum length of search results and of the list of hardest questions. Users add a word or a filter rather than read twelve pages. */
export const matchesMax = 300

/** Minimum number of answers for a meaningful share of correct answers. */
export const judgedFromAnswers = 10
/** A question with enough answers is hard if a lower percentage of them is correct. */
export const hardBelowPercent = 40
/** A question with enough answers is easy if a higher percentage of them is correct. */
export const easyAbovePercent = 90

const wordsMax = 300
const searchMax = 200

/** One page of the matching questions. A page number that is too high gives the last page. */
export async function findQuestions(db: Db, filter: QuestionSearch): Promise<QuestionPage> {
  const { matches, total, isTotalExact } = await countMatches(db, filter)
  const { page, pages, offset } = numberedPage(filter.page, total, questionsPerPage)
  const ids =
    filter.sort === 'hardest' ? await listHardest(matches, offset) : await listInOrder(matches, filter.sort, offset, total, isTotalExact)
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

type Matches = SelectQueryBuilder<Tables, 'question_entries', object>

/** The matching entries, unordered. */
function matching(db: Db, { examId, search, type, skillArea, state, statistics }: QuestionSearch): Matches {
  let query: Matches = db.selectFrom('question_entries').where('question_entries.exam_id', '=', examId)
  const words = wordsOf(search)
  if (words !== '') query = query.where(containsWords(words))
  if (type) query = query.where('question_type', '=', type)
  if (skillArea !== undefined) query = query.where('skill_area', '=', skillArea)
  if (state) query = query.where('state', '=', state)
  return statistics ? query.where((entry) => hasStatistics(entry, statistics)) : query
}

/** Characters that can precede the first letter of a word. */
const beforeWords = [' ', '(', '"', "'", '’', '-', '/']

/** Must match the expression of the index `question_entries_symbols`. */
const symbolsOfText = sql`string_to_array(regexp_replace(search_text, '[a-z0-9 ]+', '', 'g'), null)`

/**
 * One index contains every run of three letters, and the first two letters of each word. So two letters match only the beginning of a word.
 * For other searches without three letters, an index finds the texts with the same symbols, and `strpos` is faster than `like`.
 */
function containsWords(words: string) {
  if (/[\p{L}\p{N}]{3}/u.test(words)) return sql<boolean>`search_text like ${containing(words)}`
  if (!/^[\p{L}\p{N}]{2}$/u.test(words)) {
    const symbols = Array.from(words.replaceAll(/[a-z0-9 ]/g, ''))
    const hasSymbols = symbols.length > 0 ? sql`${symbolsOfText} @> ${symbols}::text[] and ` : sql``
    return sql<boolean>`(${hasSymbols}strpos(search_text, ${words}) > 0)`
  }
  const patterns = [`${words}%`, ...beforeWords.map((before) => containing(before + words))]
  return sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`search_text like ${pattern}`),
    sql` or `,
  )})`
}

type Entry = ExpressionBuilder<Tables, 'question_entries'>

function hasStatistics(entry: Entry, statistics: NonNullable<QuestionSearch['statistics']>) {
  switch (statistics) {
    case 'unanswered':
      return entry.not(entry.exists(statisticsOf(entry)))
    case 'flagged':
      // Must match the condition of the partial index.
      return entry.exists(statisticsOf(entry).where('needs_review', 'is', true))
    case 'hard':
      return entry.exists(judged(entry).where(sql<boolean>`correct::bigint * 100 < answered::bigint * ${sql.lit(hardBelowPercent)}`))
    case 'easy':
      return entry.exists(judged(entry).where(sql<boolean>`correct::bigint * 100 > answered::bigint * ${sql.lit(easyAbovePercent)}`))
  }
}

function wordsOf(search: string): string {
  return foldText(search.replaceAll('\0', ' ')).slice(0, searchMax)
}

function statisticsOf(entry: Entry) {
  return entry
    .selectFrom('question_statistics')
    .select('answered')
    .whereRef('question_statistics.question_id', '=', 'question_entries.question_id')
}

function judged(entry: Entry) {
  return statisticsOf(entry).where('answered', '>=', sql.lit(judgedFromAnswers))
}

type Counted = { matches: Matches; total: number; isTotalExact: boolean }

/**
 * A search stops after enough matches, because a common word occurs in most questions. A filter by statistics also stops, because most
 * questions of a new bank are unanswered. A small set of matches is searched only once. The list of hardest questions ends after the same number,
 * because later pages would need the statistics of all questions.
 */
async function countMatches(db: Db, filter: QuestionSearch): Promise<Counted> {
  const matches = matching(db, filter)
  if (wordsOf(filter.search) === '' && !filter.statistics) {
    const total = await count(matches)
    const isTotalExact = filter.sort !== 'hardest' || total <= matchesMax
    return { matches, total: isTotalExact ? total : matchesMax, isTotalExact }
  }
  const ids = await listIds(matches, 0, matchesMax + 1)
  if (ids.length > matchesMax) return { matches, total: matchesMax, isTotalExact: false }
  const found = db.selectFrom('question_entries').where(sql<boolean>`question_entries.question_id = any(${ids}::uuid[])`)
  return { matches: found, total: ids.length, isTotalExact: true }
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

/** `isReversed`: from the last one to the first one. */
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

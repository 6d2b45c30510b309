/**
 * Searches, filters, and sorts questions for administrators, 25 per page. Queries use the narrow rows of `question_entries`
 * and their indexes; only the questions of the page are read from `questions`.
 */
import { sql } from 'kysely'
import { plainText } from '#exam/plain-text.ts'
import type { QuestionState, QuestionType } from '#exam/question.ts'
import { numberedPage } from '#server/db/paging.ts'
import type { Db } from '#server/db/tables.ts'
import { among, judged, judgedFromAnswers, matching, wordsOf, type Matches, type QuestionSearch } from '#server/bank/question-filter.ts'
import { inOrder, shareOfCorrect, type Order } from '#server/bank/question-order.ts'
import { findWithWords, wordLimits, type WordLimits } from '#server/bank/word-search.ts'

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

/**
 * `from` and `to` count from 1 and are 0 for an empty list. When the total is not exact, there are more matches, and only `listed` of them
 * are on the pages.
 */
export type QuestionPage = {
  questions: ListedQuestion[]
  total: number
  isTotalExact: boolean
  listed: number
  page: number
  pages: number
  from: number
  to: number
}

export const questionsPerPage = 25
/** Without words, the maximum length of the list of hardest questions, and of the questions with certain statistics. */
export const matchesMax = 300

const wordsMax = 300

/** One page of the matching questions. A page number that is too high gives the last page. Tests pass lower `limits`. */
export async function findQuestions(db: Db, filter: QuestionSearch, limits: WordLimits = wordLimits): Promise<QuestionPage> {
  return wordsOf(filter.search) === '' ? findByFilters(db, filter) : findByWords(db, filter, limits)
}

async function findByWords(db: Db, filter: QuestionSearch, limits: WordLimits): Promise<QuestionPage> {
  const { ids, ...counted } = await findWithWords(db, filter, limits)
  const { page, pages, offset } = numberedPage(filter.page, ids.length, questionsPerPage)
  return readPage(db, ids.slice(offset, offset + questionsPerPage), offset, { ...counted, listed: ids.length, page, pages })
}

async function findByFilters(db: Db, filter: QuestionSearch): Promise<QuestionPage> {
  const { matches, total, isTotalExact } = await countMatches(db, filter)
  const { page, pages, offset } = numberedPage(filter.page, total, questionsPerPage)
  const ids =
    filter.sort === 'hardest' ? await listHardest(matches, offset) : await listInOrder(matches, filter.sort, offset, total, isTotalExact)
  return readPage(db, ids, offset, { total, isTotalExact, listed: total, page, pages })
}

async function readPage(
  db: Db,
  ids: readonly string[],
  offset: number,
  list: Omit<QuestionPage, 'questions' | 'from' | 'to'>,
): Promise<QuestionPage> {
  const questions = await readListed(db, ids)
  return { ...list, questions, from: questions.length === 0 ? 0 : offset + 1, to: offset + questions.length }
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

/** `total`: if it is not exact, there are more than this. */
type Counted = { matches: Matches; total: number; isTotalExact: boolean }

/**
 * Counts without words. A filter by statistics stops after `matchesMax`, because most questions of a new bank are unanswered. If there are
 * fewer, the database searches only once. The list of hardest questions also ends after `matchesMax`, because later pages need the
 * statistics of all questions.
 */
async function countMatches(db: Db, filter: QuestionSearch): Promise<Counted> {
  const matches = matching(db, filter)
  if (filter.statistics) {
    const ids = await listIds(matches, 0, matchesMax + 1)
    if (ids.length > matchesMax) return { matches, total: matchesMax, isTotalExact: false }
    return { matches: among(db, ids), total: ids.length, isTotalExact: true }
  }
  const total = await count(matches)
  const isTotalExact = filter.sort !== 'hardest' || total <= matchesMax
  return { matches, total: isTotalExact ? total : matchesMax, isTotalExact }
}

async function count(matches: Matches): Promise<number> {
  const { count } = await matches.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return count
}

async function listIds(matches: Matches, offset: number, limit = questionsPerPage): Promise<string[]> {
  const rows = await matches.select('question_entries.question_id as id').limit(limit).offset(offset).execute()
  return rows.map(({ id }) => id)
}

/** Reads a page of the second half from the end of the list, because the database reads and skips everything before a page. */
async function listInOrder(matches: Matches, sort: Order, offset: number, total: number, isTotalExact: boolean): Promise<string[]> {
  const after = Math.max(0, total - offset - questionsPerPage)
  if (!isTotalExact || after >= offset) return listIds(inOrder(matches, sort), offset)
  const ids = await listIds(inOrder(matches, sort, true), after, Math.min(questionsPerPage, total - offset))
  return ids.toReversed()
}

/** Questions with enough answers, lowest share of correct answers first; then all others, oldest first. */
async function listHardest(matches: Matches, offset: number): Promise<string[]> {
  const judgedOnes = matches
    .innerJoin('question_statistics', 'question_statistics.question_id', 'question_entries.question_id')
    .where('answered', '>=', sql.lit(judgedFromAnswers))
  const hardest = await judgedOnes
    .select('question_statistics.question_id as id')
    .orderBy(shareOfCorrect)
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

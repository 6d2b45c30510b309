/**
 * The list of questions as administrators search, filter and sort it, 25 a page. Everything is found in the narrow rows of
 * `question_entries` and their indexes; only what a page shows is read from the questions themselves.
 */
import { sql } from 'kysely'
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import { foldText, plainText } from '#exam/plain-text.ts'
import type { QuestionState, QuestionType } from '#exam/question.ts'
import { containing } from '#server/db/like-pattern.ts'
import { numberedPage } from '#server/db/paging.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** `search` is looked for in the words of text and explanation, whatever its accents and capital letters. `page` counts from 1. */
export type QuestionSearch = {
  examId: string
  search: string
  type?: QuestionType
  skillArea?: string
  state?: QuestionState
  statistics?: 'unanswered' | 'hard' | 'easy'
  sort: 'oldest' | 'newest' | 'changed' | 'hardest'
  page: number
}

export type ListedQuestion = {
  id: string
  type: QuestionType
  /** Plain text, cut. */
  words: string
  skillArea: string
  /** Options, or what has to be matched. */
  optionCount: number
  state: QuestionState
  version: number
  /** ISO time; `null` where it still is as the content files have it. */
  updatedAt: string | null
  caseStudyId: string | null
  /** How often it was answered in finished runs, and how often rightly. */
  answered: number
  correct: number
}

/** `from` and `to` count from 1 and are 0 when there is nothing. When the total is not exact, there are more. */
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
/** More matches of a search are neither counted nor shown: nobody turns forty pages, everybody adds a word. */
export const matchesMax = 1_000

/** With fewer answers the share of right ones says little. */
export const judgedFromAnswers = 10
/** Right answers in percent: below it a question is hard. */
export const hardBelowPercent = 40
/** Above it a question is easy. */
export const easyAbovePercent = 90

const wordsMax = 300
const searchMax = 200

/** One page of the questions that fit; a page beyond the last is the last. */
export async function findQuestions(db: Db, filter: QuestionSearch): Promise<QuestionPage> {
  const { matches, total, isTotalExact } = await countMatches(db, filter)
  const { page, pages, offset } = numberedPage(filter.page, total, questionsPerPage)
  const ids = filter.sort === 'hardest' ? await listHardest(matches, offset) : await listIds(inOrder(matches, filter.sort), offset)
  const questions = await readListed(db, ids)
  const from = questions.length === 0 ? 0 : offset + 1
  return { questions, total, isTotalExact, page, pages, from, to: offset + questions.length }
}

/** How many questions of the certification are published, and how many are drafts. */
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

/** The entries that fit, in no order. */
function matching(db: Db, { examId, search, type, skillArea, state, statistics }: QuestionSearch): Matches {
  let query: Matches = db.selectFrom('question_entries').where('question_entries.exam_id', '=', examId)
  const words = wordsOf(search)
  if (words !== '') query = query.where('search_text', 'like', containing(words))
  if (type) query = query.where('question_type', '=', type)
  if (skillArea !== undefined) query = query.where('skill_area', '=', skillArea)
  if (state) query = query.where('state', '=', state)
  return statistics ? query.where((entry) => hasStatistics(entry, statistics)) : query
}

type Entry = ExpressionBuilder<Tables, 'question_entries'>

function hasStatistics(entry: Entry, statistics: NonNullable<QuestionSearch['statistics']>) {
  switch (statistics) {
    case 'unanswered':
      return entry.not(entry.exists(statisticsOf(entry)))
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

/** A search stops when there are enough matches: a common word is in most questions. When there are few, they are found only once. */
async function countMatches(db: Db, filter: QuestionSearch): Promise<Counted> {
  const matches = matching(db, filter)
  if (wordsOf(filter.search) === '') return { matches, total: await count(matches), isTotalExact: true }
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

function inOrder(matches: Matches, sort: 'oldest' | 'newest' | 'changed'): Matches {
  switch (sort) {
    case 'oldest':
      // One import gives many questions the same instant; the id keeps their order from changing between pages.
      return matches.orderBy('question_entries.created_at').orderBy('question_entries.question_id')
    case 'newest':
      return matches.orderBy('question_entries.created_at', 'desc').orderBy('question_entries.question_id', 'desc')
    case 'changed':
      return matches.orderBy('question_entries.updated_at', (order) => order.desc().nullsLast()).orderBy('question_entries.question_id')
  }
}

/** Those with enough answers by the share of right ones, the lowest first; after them all others, the oldest first. */
async function listHardest(matches: Matches, offset: number): Promise<string[]> {
  const judgedOnes = matches
    .innerJoin('question_statistics', 'question_statistics.question_id', 'question_entries.question_id')
    .where('answered', '>=', sql.lit(judgedFromAnswers))
  const hardest = await judgedOnes
    .select('question_statistics.question_id as id')
    // Written as in the index.
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

/** What the list shows of these questions, in this order. */
async function readListed(db: Db, ids: readonly string[]): Promise<ListedQuestion[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('questions')
    .leftJoin('question_statistics', 'question_statistics.question_id', 'questions.id')
    .select([
      'questions.id',
      'question_type',
      'text',
      'skill_area',
      sql<number | null>`jsonb_array_length(case when question_type = 'drag_drop' then pairs -> 'left' else options end)`.as('optionCount'),
      'state',
      'version',
      'updated_at',
      'case_study_id',
      'answered',
      'correct',
    ])
    .where('questions.id', 'in', ids)
    .execute()
  const listed = new Map(
    rows.map((row): [string, ListedQuestion] => [
      row.id,
      {
        id: row.id,
        type: row.question_type as QuestionType,
        words: plainText(row.text).slice(0, wordsMax),
        skillArea: row.skill_area,
        optionCount: row.optionCount ?? 0,
        state: row.state as QuestionState,
        version: row.version,
        updatedAt: row.updated_at?.toISOString() ?? null,
        caseStudyId: row.case_study_id,
        answered: row.answered ?? 0,
        correct: row.correct ?? 0,
      },
    ]),
  )
  return ids.flatMap((id) => listed.get(id) ?? [])
}

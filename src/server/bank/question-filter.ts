/** The conditions of a search of questions (words, filters, and statistics). */
import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely'
import { foldText } from '#exam/plain-text.ts'
import type { QuestionState, QuestionType } from '#exam/question.ts'
import { containing } from '#server/db/like-pattern.ts'
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

/** Minimum number of answers for a meaningful share of correct answers. */
export const judgedFromAnswers = 10
/** A question with enough answers is hard if a lower percentage of them is correct. */
export const hardBelowPercent = 40
/** A question with enough answers is easy if a higher percentage of them is correct. */
export const easyAbovePercent = 90

const searchMax = 200

export type Matches = SelectQueryBuilder<Tables, 'question_entries', object>

/** The matching entries, unordered. `entries`: all entries, or some of them under the same name. */
export function matching(
  db: Db,
  { examId, search, type, skillArea, state, statistics }: QuestionSearch,
  contains = containsWords,
  entries: Matches = db.selectFrom('question_entries'),
): Matches {
  let query = entries.where('question_entries.exam_id', '=', examId)
  const words = wordsOf(search)
  if (words !== '') query = query.where(contains(words))
  if (type) query = query.where('question_type', '=', type)
  if (skillArea !== undefined) query = query.where('skill_area', '=', skillArea)
  if (state) query = query.where('state', '=', state)
  return statistics ? query.where((entry) => hasStatistics(entry, statistics, words !== '')) : query
}

/** Characters that can precede the first letter of a word. */
const beforeWords = [' ', '(', '"', "'", '’', '-', '/']

/** Must match the expression of the index `question_entries_symbols`, see `migrations/0050_bank_search.sql`. */
export const symbolsOfText = sql<string[]>`string_to_array(regexp_replace(search_text, '[a-z0-9 ]+', '', 'g'), null)`

export const isTwoLetters = (words: string) => /^[\p{L}\p{N}]{2}$/u.test(words)

/**
 * One index contains every run of three letters, and the first two letters of each word. So two letters match only the beginning of a word.
 * For other searches with symbols, an index finds the texts that contain all of them. Searches without symbols read all texts.
 */
function containsWords(words: string) {
  if (/[\p{L}\p{N}]{3}/u.test(words)) return sql<boolean>`search_text like ${containing(words)}`
  if (!isTwoLetters(words)) {
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

/** For texts that are read one after the other: `strpos` takes half the time of `like`. */
export function containsFrequentWords(words: string) {
  const isIn = sql<boolean>`strpos(search_text, ${words}) > 0`
  return isTwoLetters(words) ? sql<boolean>`${isIn} and ${containsWords(words)}` : isIn
}

type Entry = ExpressionBuilder<Tables, 'question_entries'>

/**
 * `isLookedUp`: whether to look up the statistics of one entry after the other, and to stop when there are enough. Otherwise, the database may join
 * all questions first, because it underestimates the cost of reading texts.
 */
function hasStatistics(entry: Entry, statistics: NonNullable<QuestionSearch['statistics']>, isLookedUp: boolean) {
  // An offset, even of 0, prevents a join.
  const judgedHere = isLookedUp ? judged(entry).offset(0) : judged(entry)
  switch (statistics) {
    case 'unanswered':
      return entry.not(entry.exists(statisticsOf(entry)))
    case 'flagged':
      // Must match the condition of the partial index.
      return entry.exists(statisticsOf(entry).where('needs_review', 'is', true))
    case 'hard':
      return entry.exists(judgedHere.where(sql<boolean>`correct::bigint * 100 < answered::bigint * ${sql.lit(hardBelowPercent)}`))
    case 'easy':
      return entry.exists(judgedHere.where(sql<boolean>`correct::bigint * 100 > answered::bigint * ${sql.lit(easyAbovePercent)}`))
  }
}

export function wordsOf(search: string): string {
  return foldText(search.replaceAll('\0', ' ')).slice(0, searchMax)
}

function statisticsOf(entry: Entry) {
  return entry
    .selectFrom('question_statistics')
    .select('answered')
    .whereRef('question_statistics.question_id', '=', 'question_entries.question_id')
}

export function judged(entry: Entry) {
  return statisticsOf(entry).where('answered', '>=', sql.lit(judgedFromAnswers))
}

/** The entries with these ids. */
export function among(db: Db, ids: readonly string[]): Matches {
  return db.selectFrom('question_entries').where(sql<boolean>`question_entries.question_id = any(${ids}::uuid[])`)
}

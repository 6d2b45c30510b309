/** Parsers for question fields in a bank file that need more than `parseText`. `read.ts` documents the fields. */
import {
  isRecord,
  lengthsMax,
  parseJson,
  parseName,
  parseRequiredText,
  parseText,
  parseTexts,
  parseTime,
  type RawObject,
  type ReportProblem,
} from '#exam/bank-file/fields.ts'
import { foldText, plainText } from '#exam/plain-text.ts'
import {
  letterOf,
  questionStates,
  questionTypes,
  type CaseStudy,
  type Pairs,
  type QuestionState,
  type QuestionType,
} from '#exam/question.ts'

/** Values for fields that an imported item may lack. `makeId` returns the same UUID for the same text. */
export type ItemDefaults = { readonly makeId: (text: string) => string; readonly createdAt: string }

/** Maximum length, in characters, of a title that is derived from the content of a case study. */
const derivedTitleLengthMax = 80

export function parseType(value: unknown, report: ReportProblem): QuestionType | undefined {
  const letters =
    typeof value === 'string'
      ? value
          .toLowerCase()
          .replace(/[^a-z]/g, '')
          .replace('draganddrop', 'dragdrop')
      : ''
  const type = questionTypes.find((known) => known.replaceAll('_', '') === letters)
  if (!type) report('question_type', `is not one of ${questionTypes.join(', ')}`)
  return type
}

export function parseOptions(value: unknown, type: QuestionType | undefined, report: ReportProblem): string[] {
  let hasProblem = false
  const options = parseTexts(value, 'options', nameOption, (field, reason) => {
    hasProblem = true
    report(field, reason)
  })
  if (!hasProblem && options.length === 0 && type && needsOptions(type)) report('options', 'is empty, but this question type needs options')
  return options
}

export function needsOptions(type: QuestionType): boolean {
  return type !== 'drag_drop' && type !== 'drop_down' && type !== 'solution'
}

/** The name of an option in error messages. */
export function nameOption(index: number): string {
  return `option ${letterOf(index)}`
}

export function parsePairs(written: unknown, report: ReportProblem): Pairs | null {
  const value = parseJson(written)
  if (value == null) return null
  const sides = Array.isArray(value) ? sidesOf(value) : isRecord(value) ? value : undefined
  if (!sides) {
    report('pairs', 'is not an object with left and right, or a list of such objects')
    return null
  }
  const read = (side: 'left' | 'right') => parseTexts(sides[side], 'pairs', (index) => `entry ${index + 1} of the ${side} side`, report)
  const [left, right] = [read('left'), read('right')]
  return left.length + right.length === 0 ? null : { left, right }
}

/** Reads a list of `{ left, right }`. An unmatched entry has only one side. */
function sidesOf(list: readonly unknown[]): RawObject | undefined {
  const side = (name: string) => list.map((entry) => isRecord(entry) && entry[name]).filter((text) => text != null)
  return list.every(isRecord) ? { left: side('left'), right: side('right') } : undefined
}

export function parseCaseStudy(item: RawObject, defaults: ItemDefaults | undefined, report: ReportProblem): CaseStudy | undefined {
  const value = parseJson(item['case_study'])
  const written = defaults && typeof value === 'string' ? { content: value } : value
  if (written == null) return undefined
  if (!isRecord(written)) {
    report('case_study', 'is not an object with title and content')
    return undefined
  }
  const content = parseRequiredText(written['content'], 'case_study.content', lengthsMax.text, report)
  const id = parseName(item['case_study_id'] ?? written['id'], 'case_study_id', report)
  if (!defaults && id === '') report('case_study', 'has no case_study_id')
  const read = defaults ? parseText : parseRequiredText
  const title = read(written['title'], 'case_study.title', lengthsMax.title, report).trim() || deriveTitle(content)
  return { id: id || (defaults?.makeId(`case study ${foldText(plainText(`${title} ${content}`))}`) ?? ''), title, content }
}

/** The first words of a text. */
function deriveTitle(html: string): string {
  const words = plainText(html)
  return words.length <= derivedTitleLengthMax ? words : `${words.slice(0, derivedTitleLengthMax).replace(/\s\S*$/, '')}…`
}

export function parseDifficulty(value: unknown, report: ReportProblem): number | null {
  if (value == null || value === '') return null
  const difficulty = typeof value === 'string' ? Number(value) : value
  if (difficulty === 1 || difficulty === 2 || difficulty === 3) return difficulty
  report('difficulty', 'is not 1, 2 or 3')
  return null
}

export function parseState(value: unknown, report: ReportProblem): QuestionState {
  const state = questionStates.find((known) => known === (value ?? 'published'))
  if (!state) report('state', `is not one of ${questionStates.join(', ')}`)
  return state ?? 'published'
}

export function parseCreatedAt(value: unknown, defaultTime: string | undefined, report: ReportProblem): string {
  if (defaultTime !== undefined && (value == null || value === '')) return defaultTime
  const time = parseTime(value)
  if (time === undefined) report('created_at', 'is not a time such as 2026-01-31T10:00:00Z')
  return time ?? ''
}

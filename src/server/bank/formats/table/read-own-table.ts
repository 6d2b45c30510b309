/**
 * Reads the tables that exports of this site write (`columns.ts`), even after a spreadsheet has saved them: with another delimiter, with
 * columns in another order, or without some of them. The first row names the columns.
 */
import { optionsMax, type RawObject } from '#exam/bank-file/index.ts'
import { letterOf } from '#exam/question.ts'
import type { BankFormat, FormatFile, FormatItem } from '#server/bank/formats/format.ts'
import { readCsvRows, type TableRow } from '#server/bank/formats/table/csv-rows.ts'
import { unescapeFormula } from '#server/bank/formats/table/formula-escape.ts'
import { unreadable } from '#server/bank/import/messages.ts'

const delimiters = [',', ';', '\t'] as const

export const ownCsv: BankFormat = {
  id: 'csv',
  name: 'CSV',
  recognizes: (sample) => sample.kind === 'text' && findDelimiter(sample.text) !== undefined,
  read: readCsv,
}

function* readCsv({ readText, warn }: FormatFile): Generator<FormatItem> {
  const pieces = readText()
  let start = ''
  for (const piece of pieces) {
    start += piece
    if (start.includes('\n')) break
  }
  const rows = readCsvRows(readText(), findDelimiter(start) ?? ',')
  yield* readOwnTable(withoutEscapes(rows), warn)
}

function* withoutEscapes(rows: Iterable<TableRow>): Generator<TableRow> {
  for (const { cells, line } of rows) yield { cells: cells.map(unescapeFormula), line }
}

/** The delimiter with which the first line has the columns that every question needs. */
function findDelimiter(text: string): string | undefined {
  const [first = ''] = text.split(/[\r\n]/, 1)
  return delimiters.find((delimiter) => isOwnHeader(first.split(delimiter)))
}

function cleanName(name: string): string {
  return name
    .replace(/^\uFEFF/, '')
    .replace(/^"(.*)"$/, '$1')
    .trim()
    .toLowerCase()
}

/** Whether a row names the columns of our own exports. */
export function isOwnHeader(cells: readonly string[]): boolean {
  return isHeader(cells.map(cleanName))
}

function isHeader(names: readonly string[]): boolean {
  return ['question_type', 'text', 'correct_answer'].every((name) => names.includes(name))
}

const fields =
  'text exam_id question_type completion correct_answer explanation reference skill_area skill objective difficulty grounding created_at state'
const plainFields = new Set(fields.split(' '))
const otherColumns = /^(?:id|case_study_(?:id|title|content)|(?:option|reason)_[a-z]|(?:prompt|item)_\d{1,2})$/

export function* readOwnTable(rows: Iterable<TableRow>, warn: FormatFile['warn']): Generator<FormatItem> {
  let header: readonly string[] | undefined
  for (const { cells, line } of rows) {
    if (header) {
      yield readRow(new Map(header.map((name, i) => [name, cells[i] ?? ''])), line)
      continue
    }
    header = cells.map(cleanName)
    if (!isHeader(header))
      throw unreadable(
        `Row ${line}: the first row does not name the columns question_type, text, and correct_answer. Export a table to see them.`,
      )
    const unknown = header.filter((name) => name !== '' && !plainFields.has(name) && !otherColumns.test(name))
    if (unknown.length > 0)
      warn(
        '',
        unknown.length === 1
          ? `The column ${unknown[0]} is unknown and was left out.`
          : `The columns ${unknown.join(', ')} are unknown and were left out.`,
      )
  }
}

/** A missing column is a missing field, so that an import keeps the stored value. An empty cell empties the field, except in `mayBeMissing`. */
function readRow(cells: ReadonlyMap<string, string>, line: number): FormatItem {
  const filled = (name: string) => cells.get(name) ?? ''
  const list = (nameOf: (i: number) => string) => {
    const entries = Array.from({ length: optionsMax }, (_, i) => filled(nameOf(i)))
    return entries.slice(0, entries.findLastIndex((entry) => entry !== '') + 1)
  }
  const has = (prefix: string) => [...cells.keys()].some((name) => name.startsWith(prefix))
  const lower = (i: number) => letterOf(i).toLowerCase()
  const options = list((i) => `option_${lower(i)}`)
  const [left, right] = [list((i) => `prompt_${i + 1}`), list((i) => `item_${i + 1}`)]
  const reasons = list((i) => `reason_${lower(i)}`)
  const caseStudyId = filled('case_study_id')
  const item: RawObject = {
    ...Object.fromEntries([...cells].filter(([name, value]) => plainFields.has(name) && (value !== '' || !mayBeMissing.has(name)))),
    ...(has('option_') && { options }),
    ...(has('prompt_') && { pairs: left.length + right.length > 0 ? { left, right } : null }),
    ...(has('reason_') && { option_explanations: reasons.length > 0 ? options.map((_, i) => reasons[i] || null) : [] }),
    ...(cells.has('case_study_id') && { case_study_id: caseStudyId || null }),
    ...(filled('case_study_content') !== '' && {
      case_study: { title: filled('case_study_title'), content: filled('case_study_content') },
    }),
  }
  return {
    place: { line, element: filled('id') || `row ${line}` },
    item,
    sourceId: filled('id') || undefined,
    ownCaseStudyId: caseStudyId || undefined,
  }
}

const mayBeMissing = new Set(['exam_id', 'created_at', 'state'])

/**
 * Reads tables of questions from other tools, CSV and XLSX. `guess-columns.ts` recognizes usual column names, and an administrator can choose
 * the meanings. Rows before the header, such as the title of a template, are skipped. Texts are plain unless they contain tags.
 */
import { optionsMax } from '#exam/bank-file/index.ts'
import { escapeHtml, plainText, shorten } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import type { BankFormat, FormatFile, FormatItem } from '#server/bank/formats/format.ts'
import { readCsvRows, type TableRow } from '#server/bank/formats/table/csv-rows.ts'
import { hasHtml } from '#server/bank/formats/rich-text.ts'
import { listMissing, type ColumnMeaning, type ImportColumns } from '#server/bank/formats/table/column-meanings.ts'
import { findReasonPlace, guessMeanings } from '#server/bank/formats/table/guess-columns.ts'
import { isOwnHeader, readOwnTable } from '#server/bank/formats/table/read-own-table.ts'
import { createKeyReader } from '#server/bank/formats/table/table-answers.ts'
import { listXlsxSheets, readXlsxRows } from '#server/bank/formats/table/xlsx-rows.ts'
import { ImportProblem } from '#server/bank/import/messages.ts'

const delimiters = [',', ';', '\t', '|'] as const
/** How many rows at the start of a table are searched for its header. */
const headerRowsMax = 15

export const csv: BankFormat = {
  id: 'table',
  name: 'CSV',
  recognizes: (sample) => sample.kind === 'text' && findDelimiter(sample.text) !== undefined,
  read: (file) => {
    const delimiter = findDelimiter(startOf(file.readText())) ?? ','
    return readTable([...readCsvRows(file.readText(), delimiter)], file)
  },
}

export const xlsx: BankFormat = {
  id: 'xlsx',
  name: 'XLSX',
  recognizes: (sample) => sample.kind === 'archive' && sample.names.includes('xl/workbook.xml'),
  read: (file) => {
    const sheets = listXlsxSheets(file.entries).map((sheet) => [...readXlsxRows(file.entries, sheet)])
    const own = sheets.find(([first]) => isOwnHeader(first?.cells ?? []))
    if (own) return readOwnTable(own, file.warn)
    // A template often has instructions on its first sheet.
    const known = sheets.find((rows) => isComplete(findHeader(rows).meanings))
    return readTable(known ?? sheets.find((rows) => rows.length > 0) ?? [], file)
  },
}

const startLength = 200_000

function startOf(pieces: Iterable<string>): string {
  let start = ''
  for (const piece of pieces) {
    start += piece
    if (start.length > startLength) break
  }
  return start
}

/** The delimiter with which a header is recognized; otherwise, the delimiter that splits all of the first rows into the same number of cells. */
function findDelimiter(start: string): string | undefined {
  const split = delimiters.map((delimiter) => ({ delimiter, rows: takeRows(start, delimiter) }))
  const found = split.find(({ rows }) => isComplete(findHeader(rows).meanings)) ?? split.find(({ rows }) => isTable(rows))
  return found?.delimiter
}

/** A question needs at least a text, options, and an answer key. Fewer columns mean prose with commas. */
const columnsMin = 3

function isTable(rows: readonly TableRow[]): boolean {
  const length = rows[0]?.cells.length ?? 0
  return rows.length > 1 && length >= columnsMin && rows.every(({ cells }) => cells.length === length)
}

/** The first rows. An unclosed quote is not an error, because the start of a file can end inside a cell. */
function takeRows(start: string, delimiter: string): TableRow[] {
  const rows: TableRow[] = []
  try {
    for (const row of readCsvRows([start], delimiter)) if (rows.push(row) === headerRowsMax) break
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error
  }
  return rows
}

function isComplete(meanings: readonly ColumnMeaning[]): boolean {
  return listMissing(meanings).length === 0
}

/** The first row that is recognized as a header; otherwise the first row. */
function findHeader(rows: readonly TableRow[]): { index: number; meanings: ColumnMeaning[] } {
  for (const [index, { cells }] of rows.slice(0, headerRowsMax).entries()) {
    const meanings = guessMeanings(cells)
    if (isComplete(meanings)) return { index, meanings }
  }
  return { index: 0, meanings: guessMeanings(rows[0]?.cells ?? []) }
}

type TableColumns = {
  readonly fields: ReadonlyMap<ColumnMeaning, number>
  readonly options: readonly number[]
  /** The columns with reasons, by the position of the option. */
  readonly reasons: ReadonlyMap<number, number>
}

function arrange({ meanings, names }: Pick<ImportColumns, 'meanings' | 'names'>): TableColumns {
  const listed = (meaning: ColumnMeaning) => meanings.flatMap((one, column) => (one === meaning ? [column] : []))
  return {
    // If several columns have the same meaning, the first one counts.
    fields: new Map(meanings.map((meaning, column) => [meaning, column] as const).toReversed()),
    options: listed('option'),
    reasons: new Map(listed('reason').map((column, i) => [findReasonPlace(names[column] ?? '') ?? i, column])),
  }
}

/** Reads rows with the meanings that were chosen for the columns or that the header gives. */
export async function* readTable(rows: readonly TableRow[], file: Pick<FormatFile, 'warn' | 'readColumns'>): AsyncGenerator<FormatItem> {
  const { index, meanings: guessed } = findHeader(rows)
  const width = Math.max(0, ...rows.slice(index, index + headerRowsMax).map(({ cells }) => cells.length))
  const names = Array.from({ length: width }, (_, column) => (rows[index]?.cells[column] ?? '').trim())
  const examples = names.map((_, column) => exampleOf(rows.slice(index + 1), column))
  const guess = { meanings: names.map((_, column) => guessed[column] ?? ('' as const)), hasHeader: true }
  const columns = await file.readColumns({ names, examples, ...guess })
  const table = arrange(columns)
  const unknown = names.filter((name, column) => name !== '' && columns.meanings[column] === '')
  if (columns.hasHeader && unknown.length > 0)
    file.warn('', unknown.length === 1 ? `The column ${unknown[0]} is left out.` : `The columns ${unknown.join(', ')} are left out.`)
  const read = rows
    .slice(columns.hasHeader ? index + 1 : index)
    .map((row) => ({ row, options: listOptions(row, table), key: cellOf(row, table, 'key') }))
  const readKey = createKeyReader(read)
  for (const { row, options, key } of read) {
    const text = cellOf(row, table, 'text')
    if (columns.missing.length > 0) yield refuseRow(row, columns.missing)
    else if (text !== '' || options.length > 0) yield readRow(row, table, text, options, readKey({ key, options }))
  }
}

const missingNames: Readonly<Partial<Record<ColumnMeaning, string>>> = {
  text: 'the question',
  option: 'the options',
  key: 'the correct answer',
}

/** Refuses a row because the table has no column for a meaning that questions need. */
function refuseRow({ cells, line }: TableRow, missing: readonly ColumnMeaning[]): FormatItem {
  const names = missing.map((meaning) => missingNames[meaning] ?? meaning).join(' and ')
  return {
    place: { line, element: `row ${line}` },
    item: { text: toHtml(cells.find((text) => text.trim() !== '') ?? '') },
    problems: [
      { field: 'columns', reason: `have no known name for ${names}; choose the columns, or name them Question, Option A, Correct Answer` },
    ],
  }
}

const exampleLengthMax = 60

function exampleOf(rows: readonly TableRow[], column: number): string {
  const [example = ''] = rows
    .slice(0, headerRowsMax)
    .flatMap(({ cells }) => ((cells[column] ?? '').trim() === '' ? [] : [cells[column] ?? '']))
  return shorten(plainText(example), exampleLengthMax)
}

function cellOf({ cells }: TableRow, { fields }: TableColumns, field: ColumnMeaning): string {
  return (cells[fields.get(field) ?? -1] ?? '').trim()
}

/** The options, without empty ones at the end. */
function listOptions(row: TableRow, columns: TableColumns): string[] {
  const single = columns.options.map((column) => (row.cells[column] ?? '').trim())
  const together = cellOf(row, columns, 'options')
  const options = single.some((text) => text !== '')
    ? single
    : together.split(together.includes('\n') ? '\n' : together.includes('|') ? '|' : ';').map((text) => text.trim())
  const listed = options.slice(0, options.findLastIndex((text) => text !== '') + 1).slice(0, optionsMax)
  return listed.length === 0 && /true.?false|^tf$/i.test(cellOf(row, columns, 'type')) ? ['True', 'False'] : listed
}

const unfitTypes = /essay|open.?ended|short.?answer|fill|blank|typed|numeric|poll|survey|draw|match|order|sequence|reorder/i
const severalTypes = /multi\w*.?(?:select|answer|response|correct)|checkbox|select all|^(?:ms|ma|mr)$/i

function readRow(row: TableRow, columns: TableColumns, text: string, options: readonly string[], key: readonly number[]): FormatItem {
  const place = { line: row.line, element: `row ${row.line}` }
  const type = cellOf(row, columns, 'type')
  const id = cellOf(row, columns, 'id')
  if (unfitTypes.test(type)) {
    const problems = [{ field: 'question_type', reason: `is ${JSON.stringify(type)}, which is not read from a table; only choices are` }]
    return { place, item: { text: toHtml(text) }, problems }
  }
  const difficulty = /^[123]$/.exec(cellOf(row, columns, 'difficulty'))?.[0]
  const reasons = options.map((_, i) => toHtml((row.cells[columns.reasons.get(i) ?? -1] ?? '').trim()) || null)
  const category = cellOf(row, columns, 'category')
  const explanation = cellOf(row, columns, 'explanation')
  const reference = cellOf(row, columns, 'reference')
  return {
    place,
    item: {
      question_type: key.length > 1 || severalTypes.test(type) ? 'multiple_choice' : 'single_choice',
      text: toHtml(text),
      options: options.map(toHtml),
      correct_answer: key.map(letterOf),
      ...(explanation !== '' && { explanation: toHtml(explanation) }),
      ...(reasons.some((one) => one !== null) && { option_explanations: reasons }),
      ...(reference !== '' && { reference }),
      ...(difficulty !== undefined && { difficulty: Number(difficulty) }),
    },
    sourceId: id === '' ? undefined : id,
    categories: category === '' ? [] : [category],
    leftOut:
      cellOf(row, columns, 'image') === ''
        ? []
        : [{ field: 'text', reason: 'has an image or video in a column, which is left out; upload it' }],
    // A key that names no option must not look like an empty key.
    problems: key.length === 0 ? [{ field: 'correct_answer', reason: explainKey(cellOf(row, columns, 'key')) }] : [],
  }
}

function explainKey(key: string): string {
  return key === '' ? 'is missing' : `is neither a letter, nor a number, nor the text of an option: ${JSON.stringify(key.slice(0, 60))}`
}

function toHtml(text: string): string {
  return hasHtml(text) ? text : escapeHtml(text).replace(/\r?\n/g, '<br>')
}

/**
 * Reads tables of questions of other tools, CSV and XLSX, with columns that `guess-columns.ts` understands. Rows before the header, such as
 * the title of a template, are skipped. Texts are plain unless they contain tags.
 */
import { optionsMax } from '#exam/bank-file/index.ts'
import { escapeHtml } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import type { BankFormat, FormatFile, FormatItem } from '#server/bank/formats/format.ts'
import { readCsvRows, type TableRow } from '#server/bank/formats/table/csv-rows.ts'
import { guessColumns, type TableColumns, type TableField } from '#server/bank/formats/table/guess-columns.ts'
import { isOwnHeader, readOwnTable } from '#server/bank/formats/table/read-own-table.ts'
import { createKeyReader } from '#server/bank/formats/table/table-answers.ts'
import { readXlsxRows } from '#server/bank/formats/table/xlsx-rows.ts'
import { ImportProblem, unreadable } from '#server/bank/import/messages.ts'

const delimiters = [',', ';', '\t', '|'] as const
/** The header is one of the first rows. */
const headerRowsMax = 15

export const csv: BankFormat = {
  id: 'table',
  name: 'CSV with a header',
  recognizes: (sample) => sample.kind === 'text' && findDelimiter(sample.text) !== undefined,
  read: ({ readText, warn }) => {
    let start = ''
    for (const piece of readText()) {
      start += piece
      if (start.length > 200_000) break
    }
    return readTable([...readCsvRows(readText(), findDelimiter(start) ?? ',')], warn)
  },
}

export const xlsx: BankFormat = {
  id: 'xlsx',
  name: 'XLSX',
  recognizes: (sample) => sample.kind === 'archive' && sample.names.includes('xl/workbook.xml'),
  read: ({ entries, warn }) => {
    const rows = [...readXlsxRows(entries)]
    return isOwnHeader(rows[0]?.cells ?? []) ? readOwnTable(rows, warn) : readTable(rows, warn)
  },
}

function findDelimiter(start: string): string | undefined {
  return delimiters.find((delimiter) => findHeader(takeRows(start, delimiter)) !== undefined)
}

/** The start of a file can end inside a cell. */
function takeRows(start: string, delimiter: string): TableRow[] {
  const rows: TableRow[] = []
  try {
    for (const row of readCsvRows([start], delimiter)) if (rows.push(row) === headerRowsMax) break
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error
  }
  return rows
}

function findHeader(rows: readonly TableRow[]): { index: number; columns: TableColumns } | undefined {
  for (const [index, { cells }] of rows.slice(0, headerRowsMax).entries()) {
    const columns = guessColumns(cells)
    if (columns) return { index, columns }
  }
  return undefined
}

function* readTable(rows: readonly TableRow[], warn: FormatFile['warn']): Generator<FormatItem> {
  const header = findHeader(rows)
  if (!header) throw unreadable(noHeader)
  const { index, columns } = header
  if (columns.unknown.length > 0) warn('', `The columns ${columns.unknown.join(', ')} are unknown and were left out.`)
  const read = rows.slice(index + 1).map((row) => ({ row, options: listOptions(row, columns), key: cellOf(row, columns, 'key') }))
  const readKey = createKeyReader(read)
  for (const { row, options, key } of read) {
    const text = cellOf(row, columns, 'text')
    if (text === '' && options.length === 0) continue
    yield readRow(row, columns, text, options, readKey({ key, options }))
  }
}

const noHeader =
  'No row names the columns of questions. Name a column Question, columns Option A, Option B and so on, and a column Correct Answer.'

function cellOf({ cells }: TableRow, { fields }: TableColumns, field: TableField): string {
  return (cells[fields.get(field) ?? -1] ?? '').trim()
}

/** Without empty options at the end. */
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
    // A key that names no option must not look like an empty one.
    problems: key.length === 0 ? [{ field: 'correct_answer', reason: explainKey(cellOf(row, columns, 'key')) }] : [],
  }
}

function explainKey(key: string): string {
  return key === '' ? 'is missing' : `is neither a letter, nor a number, nor the text of an option: ${JSON.stringify(key.slice(0, 60))}`
}

const tag = /<\/?(?:p|br|b|i|em|strong|u|sub|sup|code|pre|ul|ol|li|span|div|img|table)\b[^<>]*>/i

function toHtml(text: string): string {
  return tag.test(text) ? text : escapeHtml(text).replace(/\r?\n/g, '<br>')
}

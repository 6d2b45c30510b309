/** Writes questions as CSV: RFC 4180 with commas, UTF-8 with a byte order mark for spreadsheets. See `columns.ts` and `formula-escape.ts`. */
import type { ExportSource } from '#server/bank/export/source.ts'
import { createTable } from '#server/bank/formats/table/columns.ts'
import { escapeFormula } from '#server/bank/formats/table/formula-escape.ts'

export async function* writeCsv(source: ExportSource): AsyncGenerator<string> {
  const { header, printRow } = createTable(await source.findListLengths())
  yield `\uFEFF${printLine(header)}`
  for await (const batch of source.listQuestions()) yield batch.map((exported) => printLine(printRow(exported))).join('')
}

function printLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoteCell(escapeFormula(cell))).join(',')}\r\n`
}

function quoteCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Prints lines of CSV: RFC 4180 with commas. Cells that a spreadsheet could run as formulas are escaped; see `formula-escape.ts`. */
import { escapeFormula } from '#server/bank/formats/table/formula-escape.ts'

/** The first character of a file. Spreadsheets need it to recognize UTF-8. */
export const byteOrderMark = '\uFEFF'

export function printCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoteCell(escapeFormula(cell))).join(',')}\r\n`
}

function quoteCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Keeps spreadsheets from running a cell of a CSV file as a formula. A cell that starts with one of the characters below gets a leading
 * apostrophe, as OWASP describes for CSV injection. A cell that already has apostrophes before such a character gets one more, so that
 * removing one apostrophe always restores the original.
 *
 * | cell     | written   | read    |
 * |----------|-----------|---------|
 * | `=1+1`   | `'=1+1`   | `=1+1`  |
 * | `'=1+1`  | `''=1+1`  | `'=1+1` |
 * | `-5`     | `'-5`     | `-5`    |
 * | `'tis`   | `'tis`    | `'tis`  |
 */

/** Characters that start a formula, or that spreadsheets skip before a formula. The last four are full-width forms. */
const dangerous = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

export function escapeFormula(cell: string): string {
  return dangerous.test(cell) ? `'${cell}` : cell
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && dangerous.test(cell) ? cell.slice(1) : cell
}

/** Whether a spreadsheet could run the cell as a formula. */
export function startsFormula(cell: string): boolean {
  return dangerous.test(cell)
}

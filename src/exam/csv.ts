/** Prints tables as CSV (RFC 4180) for programs such as Excel. */

/** A spreadsheet would run a cell that begins with one of these as a formula. */
const startsFormula = /^[=+\-@\t\r]/

/** Rows as CSV with a byte order mark, which Excel needs to read accents. Cells that look like formulas get an apostrophe. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')}`
}

function formatCell(text: string): string {
  const safe = startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

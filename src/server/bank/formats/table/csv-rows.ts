/** Splits CSV into rows, as RFC 4180 describes it. Cells in quotes may have line breaks, delimiters, and doubled quotes. */
import { unreadable } from '#server/bank/import/messages.ts'

/** `line` counts from 1 and is where the row starts. */
export type TableRow = { readonly cells: readonly string[]; readonly line: number }

/** Maximum length of a row, in characters. A longer row means that a closing quote is missing. */
const rowLengthMax = 5_000_000

/**
 * Yields the rows of a file that is given in pieces. Rows with only empty cells are skipped.
 *
 * @throws {ImportProblem} when a quote is never closed
 */
export function* readCsvRows(pieces: Iterable<string>, delimiter: string): Generator<TableRow> {
  let cells: string[] = []
  let cell = ''
  let state: 'plain' | 'quoted' | 'quoteInQuoted' = 'plain'
  let line = 1
  let startLine = 1
  let length = 0
  let isAfterReturn = false
  const endCell = () => {
    cells.push(cell)
    cell = ''
    state = 'plain'
  }
  for (const piece of pieces) {
    for (const character of piece) {
      if (character === '\n') line += 1
      length += 1
      if (length > rowLengthMax) throw unreadable(`Line ${startLine}: the row has a quotation mark that is never closed.`)
      const isLineFeedOfReturn = isAfterReturn && character === '\n'
      isAfterReturn = false
      if (state === 'quoted') {
        if (character === '"') state = 'quoteInQuoted'
        else cell += character
      } else if (character === '"' && state === 'quoteInQuoted') {
        cell += '"'
        state = 'quoted'
      } else if (character === '"' && cell === '') state = 'quoted'
      else if (character === delimiter) endCell()
      else if (character === '\r' || character === '\n') {
        if (isLineFeedOfReturn) {
          startLine = line
          length = 0
          continue
        }
        isAfterReturn = character === '\r'
        endCell()
        if (cells.some((text) => text !== '')) yield { cells, line: startLine }
        cells = []
        startLine = line
        length = 0
      } else {
        state = 'plain'
        cell += character
      }
    }
  }
  if (state === 'quoted') throw unreadable(`Line ${startLine}: the row has a quotation mark that is never closed.`)
  endCell()
  if (cells.some((text) => text !== '')) yield { cells, line: startLine }
}

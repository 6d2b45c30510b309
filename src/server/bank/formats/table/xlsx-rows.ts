/** Reads the sheets of an XLSX workbook. Cells are text; a formula is read as the value that was stored with it. */
import { decode } from '#server/bank/formats/decode.ts'
import type { TableRow } from '#server/bank/formats/table/csv-rows.ts'
import { childOf, childrenOf, readXmlRecords, textOf, type XmlElement } from '#server/bank/formats/xml.ts'
import { unreadable } from '#server/bank/import/messages.ts'

const columnsMax = 1_000

/** The names of the sheet files among the entries of a workbook. @throws {ImportProblem} when there are none */
export function listXlsxSheets(entries: ReadonlyMap<string, Buffer>): string[] {
  const sheets = [...entries.keys()]
    .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  if (sheets.length === 0) throw unreadable('The workbook has no sheet.')
  return sheets
}

/** @throws {ImportProblem} */
export function* readXlsxRows(entries: ReadonlyMap<string, Buffer>, sheet: string): Generator<TableRow> {
  const shared = readSharedTexts(entries.get('xl/sharedStrings.xml'))
  let number = 0
  for (const { element } of readXmlRecords(
    decode(entries.get(sheet) ?? Buffer.alloc(0), 'utf-8'),
    ({ name }) => name === 'row',
    `${sheet}: `,
  )) {
    number = Number(element.attributes.get('r') ?? number + 1)
    const cells: string[] = []
    for (const cell of childrenOf(element, 'c')) {
      const column = positionOf(cell.attributes.get('r') ?? '') ?? cells.length
      if (column >= columnsMax) throw unreadable(`Row ${number}: the sheet has more than ${columnsMax.toLocaleString('en')} columns.`)
      while (cells.length < column) cells.push('')
      cells[column] = readCell(cell, shared)
    }
    if (cells.some((text) => text !== '')) yield { cells, line: number }
  }
}

function readSharedTexts(bytes: Buffer | undefined): string[] {
  if (!bytes) return []
  const found = readXmlRecords(
    decode(bytes, 'utf-8'),
    ({ name }, ancestors) => name === 'si' && ancestors.length === 1,
    'xl/sharedStrings.xml: ',
  )
  return Array.from(found, ({ element }) => readText(element))
}

function readCell(cell: XmlElement, shared: readonly string[]): string {
  const value = textOf(childOf(cell, 'v'))
  const type = cell.attributes.get('t')
  switch (type) {
    case 's':
      return shared[Number(value)] ?? ''
    case 'inlineStr':
      return readText(childOf(cell, 'is') ?? cell)
    case 'b':
      return value.trim() === '' ? '' : /^(?:1|true)$/i.test(value.trim()) ? 'TRUE' : 'FALSE'
    case 'n':
    case undefined:
      return readNumber(value)
    default:
      return decodeCell(value)
  }
}

/** Excel shows 15 digits, and some programs write 2 as `2.0`. */
function readNumber(value: string): string {
  const number = Number(value)
  return value.trim() !== '' && Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value
}

/** Text may be in several pieces with their own fonts. Phonetic hints are left out. */
function readText(element: XmlElement): string {
  const pieces = childrenOf(element).flatMap((child) => (child.name === 't' ? [child] : child.name === 'r' ? childrenOf(child, 't') : []))
  return decodeCell(pieces.map(textOf).join(''))
}

/** `_x000D_` is a carriage return. */
function decodeCell(text: string): string {
  return text.replace(/_x([\da-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

/** `A1` → 0, `AB7` → 27. */
function positionOf(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((position, letter) => position * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/**
 * Writes questions as XLSX: one sheet with a row per question, see `columns.ts`. Every cell is text with the number format Text, so that
 * a spreadsheet shows it as it is, even after editing. A cell that looks like a formula has the mark `quotePrefix`, which is how
 * spreadsheets store the apostrophe that `formula-escape.ts` writes into CSV.
 */
import type { ExportSource } from '#server/bank/export/source.ts'
import { createZipWriter } from '#server/bank/export/zip-writer.ts'
import { createTable } from '#server/bank/formats/table/columns.ts'
import { startsFormula } from '#server/bank/formats/table/formula-escape.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packageTypes = 'http://schemas.openxmlformats.org/package/2006'
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes of `cellXfs` in `xl/styles.xml`. */
const styles = { text: 1, formulaLike: 2, header: 3 } as const

const files: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${officeTypes}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${officeTypes}"><sheets><sheet name="Questions" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${officeTypes}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeTypes}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

export async function* writeXlsx(source: ExportSource): AsyncGenerator<Uint8Array> {
  const zip = createZipWriter()
  for (const [name, content] of Object.entries(files)) yield* zip.addText(name, content)
  yield* zip.addTexts('xl/worksheets/sheet1.xml', printSheet(source))
  yield* zip.close()
}

async function* printSheet(source: ExportSource): AsyncGenerator<string> {
  const { header, printRow: cellsOf } = createTable(await source.findListLengths())
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  yield `<sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${header.length}" width="24" customWidth="1"/></cols><sheetData>`
  yield printRow(1, header, styles.header)
  let number = 1
  for await (const batch of source.listQuestions()) {
    let rows = ''
    for (const exported of batch) rows += printRow((number += 1), cellsOf(exported), styles.text)
    yield rows
  }
  yield '</sheetData></worksheet>'
}

/** Empty cells are left out. */
function printRow(number: number, cells: readonly string[], style: number): string {
  const written = cells.map((cell, column) => {
    if (cell === '') return ''
    const cellStyle = startsFormula(cell) ? styles.formulaLike : style
    return `<c r="${columnName(column)}${number}" s="${cellStyle}" t="inlineStr"><is><t xml:space="preserve">${escapeCell(cell)}</t></is></c>`
  })
  return `<row r="${number}">${written.join('')}</row>`
}

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(position: number): string {
  const before = Math.floor(position / 26)
  return `${before > 0 ? columnName(before - 1) : ''}${String.fromCharCode(65 + (position % 26))}`
}

/** Escapes characters that XML cannot contain, and carriage returns: `_x000D_`. Text that already looks like an escape has its `_` escaped. */
function escapeCell(text: string): string {
  return (
    text
      .replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (character) => {
        return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
      })
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  )
}

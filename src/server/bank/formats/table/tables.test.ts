import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { unescapeFormula } from '#server/bank/formats/table/formula-escape.ts'
import { writeCsv } from '#server/bank/formats/table/write-csv.ts'
import { columnName, writeXlsx } from '#server/bank/formats/table/write-xlsx.ts'
import { childrenOf, parseXml, textOf } from '#server/bank/formats/xml.ts'
import { hardCaseStudy, hardQuestions } from '#tests/export-questions.ts'
import { anExportSource } from '#tests/export-source.ts'

const source = anExportSource(hardQuestions, [hardCaseStudy])

/** The rows of a CSV file, without quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

async function readCsv(): Promise<Record<string, string>[]> {
  const pieces: string[] = []
  for await (const piece of writeCsv(source)) pieces.push(piece)
  const text = pieces.join('')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [header = [], ...rows] = parseCsv(text.slice(1))
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])))
}

describe('a CSV file', () => {
  test('has a row for each question, with a column for each entry of its lists', async () => {
    const rows = await readCsv()
    expect(rows.map(({ id }) => id)).toEqual(hardQuestions.map(({ id }) => id))
    expect(rows[4]).toMatchObject({ option_a: 'd', option_d: 'b', option_e: '', correct_answer: '2, 3, 1', reason_a: 'Unused: <b>d</b>' })
    expect(rows[5]).toMatchObject({ prompt_2: '<b>two</b>', item_3: 'unused', correct_answer: '0=1, 1=1' })
    expect(rows[0]?.['text']).toBe(hardQuestions[0]?.text)
  })

  test('contains a case study once', async () => {
    const rows = await readCsv()
    expect(rows[0]).toMatchObject({ case_study_id: hardCaseStudy.id, case_study_title: hardCaseStudy.title })
    expect(rows[1]).toMatchObject({ case_study_id: hardCaseStudy.id, case_study_title: '', case_study_content: '' })
  })

  test('has no cell that a spreadsheet would run', async () => {
    const rows = await readCsv()
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    expect(rows[1]).toMatchObject({ option_a: "'=1+1", option_b: "'-5", option_c: "'@SUM(A1)", option_d: "''=x" })
    expect(['option_a', 'option_d'].map((name) => unescapeFormula(rows[1]?.[name] ?? ''))).toEqual(['=1+1', "'=x"])
  })
})

describe('an XLSX file', () => {
  const readFiles = async () => {
    const pieces: Uint8Array[] = []
    for await (const piece of writeXlsx(source)) pieces.push(piece)
    const files = unzipSync(Buffer.concat(pieces))
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
  }

  test('has the parts that a workbook needs', async () => {
    const files = await readFiles()
    expect(Object.keys(files)).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ])
    for (const xml of Object.values(files)) expect(parseXml(xml).children.length).toBeGreaterThan(0)
  })

  test('has only text cells, and marks those that look like formulas', async () => {
    const sheet = parseXml((await readFiles())['xl/worksheets/sheet1.xml'] ?? '')
    const rows = childrenOf(childrenOf(sheet, 'sheetData')[0] ?? sheet, 'row')
    expect(rows).toHaveLength(hardQuestions.length + 1)
    const cells = rows.flatMap((row) => childrenOf(row, 'c'))
    for (const cell of cells) {
      expect(cell.attributes.get('t')).toBe('inlineStr')
      expect(childrenOf(cell, 'f')).toEqual([])
      expect(cell.attributes.get('s') === '2').toBe(/^'*[=+\-@]/.test(textOf(cell)))
    }
    const texts = cells.map(textOf)
    for (const text of ['=1+1', '-5', "'=x", '_x005F_x000D_', hardQuestions[0]?.text]) expect(texts).toContain(text)
  })

  test('names its columns as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })
})

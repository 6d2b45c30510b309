import { describe, expect, test } from 'vitest'
import type { FormatFile, FormatItem } from '#server/bank/formats/format.ts'
import { readCsvRows } from '#server/bank/formats/table/csv-rows.ts'
import { ownCsv } from '#server/bank/formats/table/read-own-table.ts'
import { xlsx } from '#server/bank/formats/table/read-table.ts'
import { readXlsxRows } from '#server/bank/formats/table/xlsx-rows.ts'

const rowsOf = (text: string, delimiter = ',') => [...readCsvRows([text], delimiter)]

describe('the rows of a CSV file', () => {
  test.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\nb', [['a'], ['b']]],
    ['a\rb\r', [['a'], ['b']]],
    ['"a,""b""","c\r\nd"\n', [['a,"b"', 'c\r\nd']]],
    ['a"b,c', [['a"b', 'c']]],
    [
      'a,,\n\n,\n"",x',
      [
        ['a', '', ''],
        ['', 'x'],
      ],
    ],
  ])('of %j', (text, rows) => {
    expect(rowsOf(text).map(({ cells }) => cells)).toEqual(rows)
    // A piece can end anywhere.
    expect([...readCsvRows(text.split(''), ',')].map(({ cells }) => cells)).toEqual(rows)
  })

  test('know their lines', () => {
    expect(rowsOf('a\r\n"b\nb"\r\n\r\nc').map(({ line }) => line)).toEqual([1, 2, 5])
  })

  test('need every quotation mark to be closed', () => {
    expect(() => rowsOf('a\n"b\nc')).toThrow('Line 2: the row has a quotation mark that is never closed.')
  })
})

describe('the rows of a workbook', () => {
  const workbook = (sheet: string, shared = '') =>
    new Map([
      ['xl/worksheets/sheet1.xml', Buffer.from(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`)],
      ['xl/sharedStrings.xml', Buffer.from(`<sst>${shared}</sst>`)],
    ])

  test('have the texts of all kinds of cells, at their columns', () => {
    const shared = '<si><t>shared</t></si><si><r><t>two </t></r><r><t>fonts_x000D_</t></r><rPh><t>hint</t></rPh></si>'
    const sheet = `<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c><c r="AA3"><v>2.5</v></c></row>
      <row r="7"><c r="B7" t="inlineStr"><is><t xml:space="preserve"> inline</t></is></c><c r="C7" t="str"><f>1+1</f><v>2</v></c></row><row r="8"/>`
    const [first, second, ...more] = readXlsxRows(workbook(sheet, shared), 'xl/worksheets/sheet1.xml')
    expect(first?.line).toBe(3)
    expect(first?.cells.slice(0, 3)).toEqual(['shared', '', 'two fonts\r'])
    expect(first?.cells[26]).toBe('2.5')
    expect(second).toEqual({ cells: ['', ' inline', '2'], line: 7 })
    expect(more).toEqual([])
  })

  test('are bounded in width', () => {
    expect(() => [...readXlsxRows(workbook('<row r="1"><c r="ZZZ1"><v>1</v></c></row>'), 'xl/worksheets/sheet1.xml')]).toThrow(
      'more than 1,000 columns',
    )
  })
})

describe('a table of an export', () => {
  const warnings: string[] = []
  const read = (text: string): FormatItem[] => {
    warnings.length = 0
    const file = { readText: () => [text], warn: (_: string, reason: string) => void warnings.push(reason) }
    return [...(ownCsv.read(file as unknown as FormatFile) as Iterable<FormatItem>)]
  }

  test('can be saved with other delimiters and with its columns in another order', () => {
    const [item] = read(`\uFEFF"Text";option_a;option_b;correct_answer;question_type;reason_b\n'=1;A;"B;b";A;single_choice;no\n`)
    expect(item?.item).toEqual({
      text: '=1',
      correct_answer: 'A',
      question_type: 'single_choice',
      options: ['A', 'B;b'],
      option_explanations: [null, 'no'],
    })
  })

  test('keeps stored fields whose columns are missing, and empties those whose cells are empty', () => {
    const [item] = read('id,question_type,text,correct_answer,skill,state,objective\nx,reorder,t,"1, 0",,,\n')
    expect(item).toMatchObject({ sourceId: 'x', item: { skill: '', objective: '' } })
    expect(Object.keys(item?.item ?? {})).not.toContain('state')
    expect(Object.keys(item?.item ?? {})).not.toContain('reference')
  })

  test('names columns that it does not know', () => {
    read('question_type,text,correct_answer,remark\n')
    expect(warnings).toEqual(['The column remark is unknown and was left out.'])
  })

  test.each([
    ['Stem,A,B,Right\n', false],
    ['text, question_type ,correct_answer\n', true],
    ['{"text": "question_type,correct_answer"}', false],
  ])('is recognized by its first row: %j', (text, isOwn) => {
    expect(ownCsv.recognizes({ kind: 'text', text })).toBe(isOwn)
  })

  test('is a workbook by its entries', () => {
    expect(xlsx.recognizes({ kind: 'archive', names: ['xl/workbook.xml'] })).toBe(true)
    expect(xlsx.recognizes({ kind: 'archive', names: ['imsmanifest.xml'] })).toBe(false)
  })
})

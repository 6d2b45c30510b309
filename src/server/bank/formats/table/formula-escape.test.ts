import { describe, expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from '#server/bank/formats/table/formula-escape.ts'

describe('a cell that a spreadsheet could run', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a', "'=1", "''-1"])(
    '%j gets an apostrophe',
    (cell) => {
      expect(escapeFormula(cell)).toBe(`'${cell}`)
      expect(unescapeFormula(escapeFormula(cell))).toBe(cell)
    },
  )

  test.each(['', 'a=1', "'tis", "'", '<p>-1</p>', '1-1', ' =1'])('%j stays the same', (cell) => {
    expect(escapeFormula(cell)).toBe(cell)
    expect(unescapeFormula(cell)).toBe(cell)
  })
})

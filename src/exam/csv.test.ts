import { describe, expect, test } from 'vitest'
import { formatCsv } from '#exam/csv.ts'

describe('a table as CSV', () => {
  test('quotes cells with separators, quotation marks and line breaks', () => {
    expect(formatCsv([['plain', 'a,b', 'say "no"', 'two\nlines']])).toBe('\uFEFFplain,"a,b","say ""no""","two\nlines"\r\n')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('never has the formula %j', (text) => {
    expect(formatCsv([[text]])).toMatch(/^\uFEFF"?'/)
  })

  test('of other cells is as it was', () => {
    expect(formatCsv([['A = B', '']])).toBe('\uFEFFA = B,\r\n')
  })
})

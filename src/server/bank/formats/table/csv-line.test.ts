import { describe, expect, test } from 'vitest'
import { printCsvLine } from '#server/bank/formats/table/csv-line.ts'

describe('a line of CSV', () => {
  test('quotes cells with separators, quotation marks, line breaks and spaces at an end', () => {
    expect(printCsvLine(['plain', 'a,b', 'say "no"', 'two\nlines', ' x', ''])).toBe('plain,"a,b","say ""no""","two\nlines"," x",\r\n')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1"])('never has the formula %j', (text) => {
    expect(printCsvLine([text])).toMatch(/^"?'/)
  })

  test('has other cells as they are', () => {
    expect(printCsvLine(['A = B', "'tis"])).toBe("A = B,'tis\r\n")
  })
})

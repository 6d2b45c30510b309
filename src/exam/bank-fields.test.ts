import { describe, expect, test } from 'vitest'
import { quoted, readList, readTime } from '#exam/bank-fields.ts'

describe('reading a list', () => {
  test.each([
    [['a'], ['a']],
    ['["a", "b"]', ['a', 'b']],
    ['{a,b}', ['a', 'b']],
    [' { a , "b, c" ,d} ', ['a', 'b, c', 'd']],
    ['{"say \\"no\\"","back\\\\slash"}', ['say "no"', 'back\\slash']],
    ['{NULL,"NULL",""}', [null, 'NULL', '']],
    ['{}', []],
    ['[]', []],
    ['null', []],
    ['', []],
    [null, []],
    [undefined, []],
  ])('takes %j', (written, read) => {
    expect(readList(written)).toEqual(read)
  })

  test.each([['a'], ['a,b'], ['{"a":"b"}'], ['{{a},{b}}'], ['{"a'], ['["a"'], ['{a"b}'], [{}], [5], [true], ['"a"']])(
    'finds none in %j',
    (written) => {
      expect(readList(written)).toBeUndefined()
    },
  )
})

describe('reading a time', () => {
  test.each([
    ['2025-01-01T10:00:00Z', '2025-01-01T10:00:00.000Z'],
    ['2025-01-01T11:00:00+01:00', '2025-01-01T10:00:00.000Z'],
    ['2025-01-01 10:00:00+00', '2025-01-01T10:00:00.000Z'],
    ['2025-01-01 15:30:00.123456+0530', '2025-01-01T10:00:00.123Z'],
    ['2025-01-01 05:00:00-05', '2025-01-01T10:00:00.000Z'],
    ['2025-01-01 10:00', '2025-01-01T10:00:00.000Z'],
    [' 2025-01-01 ', '2025-01-01T00:00:00.000Z'],
    [1735725600000, '2025-01-01T10:00:00.000Z'],
    [0, '1970-01-01T00:00:00.000Z'],
  ])('takes %j', (written, read) => {
    expect(readTime(written)).toBe(read)
  })

  test.each([
    [''],
    ['yesterday'],
    ['2025'],
    ['01/02/2025'],
    ['2025-13-01'],
    ['2025-01-01T25:00:00Z'],
    ['1969-01-01'],
    ['+010000-01-01T00:00:00Z'],
    [NaN],
    [1e300],
    [-1],
    [null],
    [{}],
    [true],
  ])('finds none in %j', (written) => {
    expect(readTime(written)).toBeUndefined()
  })
})

test('quotes a piece of what was written, on one line', () => {
  expect(quoted('a\nb')).toBe('"a b"')
  expect(quoted('x'.repeat(50))).toBe(`"${'x'.repeat(40)}…"`)
})

import { describe, expect, test } from 'vitest'
import { quote, parseList, parseTime } from '#exam/bank-file/fields.ts'

describe('parsing a list', () => {
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
  ])('accepts %j', (written, read) => {
    expect(parseList(written)).toEqual(read)
  })

  test.each([['a'], ['a,b'], ['{"a":"b"}'], ['{{a},{b}}'], ['{"a'], ['["a"'], ['{a"b}'], [{}], [5], [true], ['"a"']])(
    'returns undefined for %j',
    (written) => {
      expect(parseList(written)).toBeUndefined()
    },
  )
})

describe('parsing a time', () => {
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
  ])('accepts %j', (written, read) => {
    expect(parseTime(written)).toBe(read)
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
  ])('returns undefined for %j', (written) => {
    expect(parseTime(written)).toBeUndefined()
  })
})

test('quote() shortens a value and puts it on one line', () => {
  expect(quote('a\nb')).toBe('"a b"')
  expect(quote('x'.repeat(50))).toBe(`"${'x'.repeat(40)}…"`)
})

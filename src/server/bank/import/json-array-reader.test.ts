import { describe, expect, test } from 'vitest'
import { findEntries, nestingMax, readEntry } from '#server/bank/import/json-array-reader.ts'
import { ImportProblem } from '#server/bank/import/messages.ts'

const entriesOf = (text: string | Buffer, entriesMax = 100) => {
  const bytes = Buffer.from(text)
  return findEntries(bytes, entriesMax).map((entry) => ({ line: entry.line, value: readEntry(bytes, entry) }))
}

function problemOf(text: string | Buffer, entriesMax?: number): string {
  try {
    entriesOf(text, entriesMax)
  } catch (error) {
    if (error instanceof ImportProblem) return error.message
    throw error
  }
  return 'none'
}

describe('a JSON list', () => {
  test('returns its entries with their lines', () => {
    const text = '\n[\n  {"text": "été [}\\"\\u00e9 \\n", "n": [1, -2.5e+3, {"a": null}]},\n\n  "x", true\n]\n'
    expect(entriesOf(text)).toEqual([
      { line: 3, value: { text: 'été [}"é \n', n: [1, -2500, { a: null }] } },
      { line: 5, value: 'x' },
      { line: 5, value: true },
    ])
    expect(entriesOf(' [ ] ')).toEqual([])
  })

  test('can start with a byte order mark', () => {
    expect(entriesOf('\uFEFF[1]')).toEqual([{ line: 1, value: 1 }])
    expect(problemOf('\uFEFFx')).toContain('Line 1, column 1')
  })

  test('can be nested up to the limit', () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(problemOf(deep(nestingMax))).toBe('none')
    expect(problemOf(`[\n${deep(nestingMax)}]`)).toBe('Line 2, column 32: lists and objects are nested more than 32 deep.')
    expect(problemOf('{"a":'.repeat(1_000_000))).toContain('nested more than 32 deep')
    expect(problemOf('['.repeat(20_000_000))).toContain('nested more than 32 deep')
  })

  test('has a maximum number of entries', () => {
    expect(problemOf('[1,\n2,\n3]', 2)).toBe('Line 3: the file has more than 2 questions. Split it.')
  })

  test.each(['{}', '{"questions": []}', 'null', '"text"', '12'])('is not %s', (text) => {
    expect(problemOf(text)).toBe('Invalid file format. Expected an array of questions.')
    expect(() => entriesOf(text)).toThrow(expect.objectContaining({ code: 'IMPORT_NOT_A_LIST' }))
  })

  test.each([
    ['', 'The file is empty.'],
    ['  \n', 'The file is empty.'],
    ['hello', 'Line 1, column 1: a value is missing; found "hello".'],
    ['[1,]', 'Line 1, column 4: an entry is missing after the comma; found "]".'],
    ['[1 2]', 'Line 1, column 4: "," or "]" is missing; found "2]".'],
    ['[1', 'Line 1, column 3: "," or "]" is missing; the file ends here.'],
    ['[1]]', 'Line 1, column 4: unexpected content after the end of the list; found "]".'],
    ['[1] [2]', 'Line 1, column 5: unexpected content after the end'],
    ['[{"a" 1}]', 'Line 1, column 7: ":" is missing; found "1}]".'],
    ['[{a: 1}]', 'Line 1, column 3: a field name in double quotes is missing; found "a: 1}]".'],
    ['[{"a": 1,}]', 'Line 1, column 10: an entry is missing after the comma'],
    ["[\n  {'a': 1}]", 'Line 2, column 4: a field name in double quotes'],
    ['["é",\n "ö\n"]', 'Line 2, column 4: a string contains a line break'],
    ['["a', 'Line 1, column 4: the closing quote of a string is missing; the file ends here.'],
    ['["\\x"]', 'Line 1, column 3: invalid escape after a backslash'],
    ['["\\u12g4"]', 'invalid escape'],
    ['[01]', 'Line 1, column 2: a value is missing; found "01]".'],
    ['[1.]', 'a value is missing'],
    ['[NaN]', 'a value is missing; found "NaN]".'],
    ['[undefined]', 'a value is missing'],
    ['[tru]', 'a value is missing'],
    ['[// comment\n1]', 'a value is missing; found "// comment\\n1]".'],
    ['<html>', 'a value is missing; found "<html>".'],
    ['[,1]', 'a value is missing; found ",1]".'],
  ])('is not %j', (text, problem) => {
    expect(problemOf(text)).toContain(problem)
  })

  test('is valid exactly when JSON.parse accepts it', () => {
    const pieces = ['[', ']', '{', '}', ',', ':', '"a"', '1', 'true', ' ', '-', '"', '\\', '0', 'e5', '.5', 'null', '\n']
    let seed = 7
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31)
    for (let i = 0; i < 20_000; i++) {
      const text = `[${Array.from({ length: random() % 7 }, () => pieces[random() % pieces.length]).join('')}]`
      expect([text, problemOf(text) === 'none']).toEqual([text, isJsonList(text)])
    }
  })

  test.each([
    ['UTF-16 with a byte order mark', Buffer.from('\uFEFF[1]', 'utf16le'), 'The file is UTF-16. Save it as UTF-8.'],
    ['UTF-16 without a byte order mark', Buffer.from('[1]', 'utf16le'), 'The file is UTF-16. Save it as UTF-8.'],
    ['Latin-1', Buffer.from('[1,\n"é"]', 'latin1'), 'Line 2 is not UTF-8. Save the file as UTF-8.'],
    ['with an incomplete character', Buffer.from('["é').subarray(0, 3), 'Line 1 is not UTF-8. Save the file as UTF-8.'],
  ])('is refused: %s', (_, bytes, problem) => {
    expect(problemOf(bytes)).toBe(problem)
  })
})

function isJsonList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}

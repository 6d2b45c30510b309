import { describe, expect, test } from 'vitest'
import { compareLines, hashLines, pickLines, shortenText } from '#server/freshness/cited-lines.ts'

const lines = [
  '# Payment terms',
  '',
  'Payment terms say when an invoice is due.',
  'A discount is granted for early payment.',
  '',
  '## Set up',
  'Open the page Payment Terms and select New.',
  'Enter a due date calculation such as 30D.',
]
const page = lines.join('\n')

describe('the cited lines', () => {
  test('are several ranges, whatever ends a line', () => {
    expect(pickLines(page, '3-4,7-7')).toEqual([lines[2], lines[3], lines[6]])
    expect(pickLines(`\uFEFF${lines.join('\r\n')}`, '1-1')).toEqual(['# Payment terms'])
    expect(hashLines(pickLines(lines.join('\r\n'), '3-4') ?? [])).toBe(hashLines(pickLines(page, '3-4') ?? []))
    expect(hashLines(['due', ''])).toBe('1990a836a3679131a0793eead0fb09df77983863f5c3a60ad6ad97b64791b92f')
  })

  test('are unknown after the end of the page', () => {
    expect(pickLines(page, '90-95')).toBeUndefined()
    expect(pickLines(page, 'all')).toBeUndefined()
  })
})

describe('cited lines on a newer page', () => {
  const compare = (newLines: readonly string[], cited = '3-4') => compareLines(page, newLines.join('\n'), cited)

  test('are unchanged at the same place, and spaces do not count', () => {
    expect(compare([...lines, 'More.'])).toEqual({ outcome: 'unchanged', lines: '3-4' })
    expect(compare(lines.map((line) => ` ${line.replaceAll(' ', '  ')}\r`))).toEqual({ outcome: 'unchanged', lines: '3-4' })
  })

  test('have moved when lines before them were added', () => {
    expect(compare(['---', 'title: x', '---', ...lines])).toEqual({ outcome: 'moved', lines: '6-7' })
  })

  test('have moved when their section is now elsewhere', () => {
    const [title = '', , ...others] = lines
    const moved = [title, ...others.slice(3), '', ...others.slice(0, 2)]
    expect(compare(moved)).toEqual({ outcome: 'moved', lines: `${moved.indexOf(lines[2] ?? '') + 1}-${moved.length}` })
  })

  test('have changed when a word is different', () => {
    const newLines = ['New first line.', ...lines].map((line) => line.replace('early payment', 'payment in cash'))
    expect(compare(newLines)).toEqual({
      outcome: 'changed',
      lines: '4-5',
      oldText: `${lines[2]}\n${lines[3]}`,
      newText: `${lines[2]}\nA discount is granted for payment in cash.`,
    })
  })

  test('show only the range that changed', () => {
    const newLines = lines.map((line) => line.replace('30D', '14D'))
    expect(compare(newLines, '3-4,8-8')).toEqual({
      outcome: 'changed',
      lines: '3-4,8-8',
      oldText: 'Enter a due date calculation such as 30D.',
      newText: 'Enter a due date calculation such as 14D.',
    })
  })

  test('have no place when they were removed', () => {
    expect(compare([...lines.slice(0, 2), ...lines.slice(4)])).toEqual({
      outcome: 'changed',
      lines: null,
      oldText: `${lines[2]}\n${lines[3]}`,
      newText: '',
    })
  })

  test('that are short are not looked for elsewhere', () => {
    const code = ['if (a) {', '  b()', '}', 'c()']
    expect(compareLines(code.join('\n'), 'd()\n}', '3-3')).toMatchObject({ outcome: 'moved' })
    expect(compareLines(code.join('\n'), ['c()', 'x', '}'].join('\n'), '3-3')).toMatchObject({ outcome: 'changed' })
  })

  test('are compared on pages that have nothing in common', () => {
    const other = Array.from({ length: 4_000 }, (_, i) => `Line ${i}`)
    const long = Array.from({ length: 4_000 }, (_, i) => `Sentence ${i}`)
    const compared = compareLines(long.join('\n'), other.join('\n'), '1-2')
    expect(compared).toMatchObject({ outcome: 'changed', oldText: 'Sentence 0\nSentence 1' })
    expect(compared.outcome === 'changed' && compared.newText.split('\n').length).toBeLessThanOrEqual(60)
  })
})

test('stored texts are short and printable', () => {
  expect(shortenText('a\u0000b\u001B[31m\tc\nd')).toBe('a b [31m\tc\nd')
  expect(shortenText('x'.repeat(9_000))).toHaveLength(4_001)
  expect(shortenText('x\n'.repeat(100)).split('\n')).toHaveLength(60)
})

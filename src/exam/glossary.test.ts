import { describe, expect, test } from 'vitest'
import { listTermKeys, termKeyOf } from '#exam/glossary.ts'

describe('the key of a term', () => {
  test.each([
    ['Posting groups', 'posting group'],
    ['G/L account', 'g l account'],
    ['direct-debit mandate', 'direct debit mandate'],
    ['Ledger entries', 'ledger entry'],
    ['batches, processes', 'batch process'],
    ['status', 'status'],
    ['SLA KPIs', 'sla kpi'],
  ])('of %j is %j', (term, key) => expect(termKeyOf(term)).toBe(key))
})

describe('the keys of a text', () => {
  test('are its runs of words, each once', () => {
    expect(listTermKeys('Posting groups, posting group', 10)).toEqual([
      'posting',
      'posting group',
      'posting group posting',
      'posting group posting group',
      'group',
      'group posting',
      'group posting group',
    ])
  })

  test('have at most six words, and come from the beginning of a long text', () => {
    const keys = listTermKeys('a b c d e f g h', 7)
    expect(Math.max(...keys.map((key) => key.split(' ').length))).toBe(6)
    expect(keys).toContain('b c d e f g')
    expect(keys.join(' ')).not.toContain('h')
    expect(listTermKeys('', 7)).toEqual([])
  })
})

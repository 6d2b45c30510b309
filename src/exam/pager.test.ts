import { describe, expect, test } from 'vitest'
import { listPagerEntries } from '#exam/pager.ts'

const drawn = (current: number, total: number) =>
  listPagerEntries(current, total)
    .map((entry) => (entry.type === 'gap' ? '…' : entry.number))
    .join(' ')

describe('the pager', () => {
  test.each([
    [1, 1, '1'],
    [1, 7, '1 2 3 4 5 6 7'],
    [4, 7, '1 2 3 4 5 6 7'],
    [1, 8, '1 2 3 … 8'],
    [8, 8, '1 … 6 7 8'],
    [4, 8, '1 2 3 4 5 6 … 8'],
    [7, 40, '1 … 5 6 7 8 9 … 40'],
    [38, 40, '1 … 36 37 38 39 40'],
  ])('at question %i of %i shows %s', (current, total, expected) => {
    expect(drawn(current, total)).toBe(expected)
  })

  test('is empty without questions', () => {
    expect(listPagerEntries(1, 0)).toEqual([])
  })
})

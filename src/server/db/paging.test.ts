import { describe, expect, test } from 'vitest'
import { numberedPage, pageAfterKey } from '#server/db/paging.ts'

describe('a numbered page', () => {
  test('starts after the rows of the pages before it', () => {
    expect(numberedPage(3, 51, 25)).toEqual({ page: 3, pages: 3, offset: 50 })
  })

  test('is the last one when a later page is requested', () => {
    expect(numberedPage(9, 50, 25)).toEqual({ page: 2, pages: 2, offset: 25 })
  })

  test.each([0, -1, Number.NaN])('is the first one when page %s is requested', (requested) => {
    expect(numberedPage(requested, 50, 25).page).toBe(1)
  })

  test('exists for an empty list', () => {
    expect(numberedPage(1, 0, 25)).toEqual({ page: 1, pages: 1, offset: 0 })
  })
})

describe('a page that continues after a row', () => {
  test('leaves out the extra row and names its own last row', () => {
    expect(pageAfterKey(['a', 'b', 'c'], 2)).toEqual({ rows: ['a', 'b'], last: 'b' })
  })

  test('has no continuation when no row follows', () => {
    expect(pageAfterKey(['a', 'b'], 2)).toEqual({ rows: ['a', 'b'], last: undefined })
  })
})

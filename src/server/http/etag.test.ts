import { describe, expect, test } from 'vitest'
import { createEtag, matchesEtag } from '#server/http/etag.ts'

describe('an If-None-Match header', () => {
  test.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ['"b,c","a"', true],
    ['*', true],
    ['"b"', false],
    ['W/"ab"', false],
    ['a', false],
    ['"b, a"', false],
    ['', false],
    [null, false],
    [undefined, false],
  ])('of %s names "a": %s', (header, isNamed) => {
    expect(matchesEtag(header, '"a"')).toBe(isNamed)
  })
})

test('different bytes have different ETags', () => {
  expect(createEtag(Buffer.from('a'))).toMatch(/^"[\w-]{22}"$/)
  expect(createEtag(Buffer.from('a'))).not.toBe(createEtag(Buffer.from('b')))
})

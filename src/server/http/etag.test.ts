import { describe, expect, test } from 'vitest'
import { etagOf, namesEtag } from '#server/http/etag.ts'

describe('an If-None-Match', () => {
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
    expect(namesEtag(header, '"a"')).toBe(isNamed)
  })
})

test('other bytes have another ETag', () => {
  expect(etagOf(Buffer.from('a'))).toMatch(/^"[\w-]{22}"$/)
  expect(etagOf(Buffer.from('a'))).not.toBe(etagOf(Buffer.from('b')))
})

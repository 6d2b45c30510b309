import { expect, test } from 'vitest'
import { createRecentMap } from '#server/platform/recent-map.ts'

const sizeOf = (text: string) => text.length
const read = (map: { get: (key: string) => string | undefined }) => ['a', 'b', 'c'].map((key) => map.get(key))

test('forgets the entries that were used least recently', () => {
  const map = createRecentMap<string, string>({ max: 2 })
  map.set('a', 'one')
  map.set('b', 'two')
  map.get('a')
  map.set('c', 'three')
  expect(read(map)).toEqual(['one', undefined, 'three'])
})

test('adds up the sizes of the entries', () => {
  const map = createRecentMap<string, string>({ max: 8, sizeOf })
  map.set('a', 'one')
  map.set('b', 'two')
  map.set('c', 'three')
  expect(read(map)).toEqual([undefined, 'two', 'three'])
})

test('counts an entry once, however often it is set, and not after it is deleted', () => {
  const map = createRecentMap<string, string>({ max: 6, sizeOf })
  map.set('a', 'one')
  for (let i = 0; i < 3; i++) map.set('b', 'two')
  expect(read(map)).toEqual(['one', 'two', undefined])
  expect([map.delete('a'), map.delete('a')]).toEqual([true, false])
  map.set('c', 'six')
  expect(read(map)).toEqual([undefined, 'two', 'six'])
})

test('does not keep an entry that is larger than the limit', () => {
  const map = createRecentMap<string, string>({ max: 4, sizeOf })
  map.set('a', 'one')
  map.set('b', 'three')
  expect(read(map)).toEqual(['one', undefined, undefined])
})

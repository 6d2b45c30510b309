import { expect, test } from 'vitest'
import { compareTexts, printChanges } from '#server/freshness/readable-diff.ts'

test('a difference is shown by words', () => {
  const changes = compareTexts('A discount of two percent.', 'A discount of three percent, if early.')
  expect(changes).toContainEqual({ type: 'removed', text: 'two' })
  expect(printChanges(changes)).toBe('A discount of [-two-]{+three+} percent{+, if early+}.')
})

test('a removed text is one part', () => {
  expect(compareTexts('Gone.', '')).toEqual([{ type: 'removed', text: 'Gone.' }])
  expect(compareTexts('Same', 'Same')).toEqual([{ type: 'same', text: 'Same' }])
})

test('texts without anything in common are shown one after the other', () => {
  const words = (name: string) => Array.from({ length: 400 }, (_, i) => `${name}${i}`).join(' - ')
  expect(compareTexts(words('a'), words('b')).map(({ type }) => type)).toEqual(['removed', 'added'])
})

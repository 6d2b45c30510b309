import { expect, test } from 'vitest'
import { inBatches } from '#server/platform/in-batches.ts'

test('a list is split into parts of the size, and the rest', () => {
  expect(inBatches(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(inBatches(['a', 'b'], 2)).toEqual([['a', 'b']])
  expect(inBatches([], 2)).toEqual([])
})

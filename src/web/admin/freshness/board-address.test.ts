import { expect, test } from 'vitest'
import { freshnessLists } from '#exam/freshness.ts'
import { printBoardAddress, readBoardAddress } from '#web/admin/freshness/board-address.ts'

const read = (query: string) => readBoardAddress(new URLSearchParams(query), ['mb-230', 'mb-800'])
const empty = { list: 're-check', exam: undefined, objective: undefined, age: '', after: undefined }

test('the address of the board has its list and filters', () => {
  const part = { list: 'orphaned', exam: 'mb-800', objective: 'payment-terms', age: '90', after: 'x_1' } as const
  const address = '/admin/freshness?state=orphaned&exam=mb-800&objective=payment-terms&age=90&after=x_1'
  expect(printBoardAddress(part)).toBe(address)
  expect(read(address.split('?')[1] ?? '')).toEqual(part)
  expect(printBoardAddress({ list: 're-check', age: '' })).toBe('/admin/freshness')
  for (const list of freshnessLists) expect(read(printBoardAddress({ list }).split('?')[1] ?? '')).toEqual({ ...empty, list })
})

test('unknown values are left out, and an objective without its exam', () => {
  expect(read('')).toEqual(empty)
  expect(read('state=gone&exam=xx-100&age=7&objective=payment-terms')).toEqual(empty)
  expect(read('exam=MB-800&objective=')).toEqual({ ...empty, exam: 'mb-800' })
})

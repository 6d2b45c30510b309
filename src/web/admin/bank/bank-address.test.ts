import { describe, expect, test } from 'vitest'
import {
  listPart,
  printBankAddress,
  printEditAddress,
  printHistoryAddress,
  readBankAddress,
  readReturnAddress,
} from '#web/admin/bank/bank-address.ts'

const exams = [
  { id: 'mb-800', name: 'MB-800', skillAreas: [{ name: 'Configure financials', skills: [] }] },
  { id: 'pl-900', name: 'PL-900', skillAreas: [{ name: 'Build a canvas app', skills: [] }] },
]
const read = (query: string) => readBankAddress(new URLSearchParams(query), exams)

describe('the address of the question bank', () => {
  test('without parameters shows the first page of the first exam', () => {
    expect(read('')).toEqual({ examId: 'mb-800', search: '', sort: 'oldest', page: 1 })
  })

  test('keeps every parameter', () => {
    const filter = {
      examId: 'pl-900',
      search: 'Données & flows',
      type: 'reorder',
      skillArea: 'Build a canvas app',
      state: 'draft',
      statistics: 'hard',
      sort: 'newest',
      page: 3,
    } as const
    expect(read(printBankAddress(filter).split('?')[1] ?? '')).toEqual(filter)
  })

  test.each([
    ['exam=MB-800'],
    ['exam=nothing'],
    ['type=essay&state=&statistics=x&sort=up'],
    ['page=0'],
    ['page=-3'],
    ['page=1.5'],
    ['page=1e99'],
    ['page=two'],
    // An area of another exam.
    ['area=Build+a+canvas+app'],
  ])('ignores invalid parameters: %s', (query) => {
    expect(read(query)).toEqual({ examId: 'mb-800', search: '', sort: 'oldest', page: 1 })
  })

  test('shortens a long search', () => {
    expect(read(`search=${'x'.repeat(10_000)}`).search).toHaveLength(200)
    expect(read('search=a%00b').search).toBe('ab')
  })
})

test('the address of the editor of a challenged question can open its history, leads back, and leaves the list as it is', () => {
  const challenge = '01a20000-0000-7000-8000-000000000001'
  const [edit, history] = [printEditAddress, printHistoryAddress].map(
    (print) => new URLSearchParams(print('mb-800', 'q1', challenge).split('?')[1]),
  )
  expect([edit?.has('history'), history?.has('history')]).toEqual([false, true])
  for (const parameters of [edit, history]) {
    expect(parameters?.get('edit')).toBe('q1')
    expect(readReturnAddress(parameters ?? new URLSearchParams())).toBe(`/admin/challenges/${challenge}`)
    expect(String(listPart(parameters ?? new URLSearchParams()))).toBe('exam=mb-800')
  }
})

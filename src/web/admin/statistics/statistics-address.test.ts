import { expect, test } from 'vitest'
import { printStatisticsAddress, readStatisticsAddress } from '#web/admin/statistics/statistics-address.ts'

const exams = ['mb-800', 'pl-900']
const read = (query: string) => readStatisticsAddress(new URLSearchParams(query), exams)

test('the address of the statistics has its filter, order, page and question', () => {
  const address = printStatisticsAddress({ exam: 'pl-900', show: 'all', sort: 'hardest', page: 3, question: 'one' })
  expect(address).toBe('/admin/statistics?exam=pl-900&show=all&sort=hardest&page=3&question=one')
  expect(read(address.split('?')[1] ?? '')).toEqual({ exam: 'pl-900', show: 'all', sort: 'hardest', page: 3, question: 'one' })
})

test('unknown values count as the first choice, which the address leaves out', () => {
  const part = read('exam=xx-1&show=bad&sort=newest&page=-2')
  expect(part).toEqual({ exam: 'mb-800', show: 'flagged', sort: 'oldest', page: 1, question: undefined })
  expect(printStatisticsAddress(part)).toBe('/admin/statistics?exam=mb-800')
})

import { expect, test } from 'vitest'
import { groupPages } from '#exam/documentation.ts'

const site = 'https://learn.microsoft.com/en-us/dynamics365/business-central'
const page = (skillArea: string, name: string, title?: string) => ({ skillArea, address: `${site}/${name}`, title })

test('pages are listed once per skill area, by title, in the order of the outline', () => {
  const cited = [
    page('Old area', 'inventory', 'Inventory'),
    page('Sales', 'returns', 'Process returns'),
    page('Financials', 'finance-posting-groups'),
    page('Financials', 'currencies', 'Update exchange rates'),
    page('Financials', 'currencies'),
    page('Financials', 'dimensions', 'Analyze with dimensions'),
    page('Sales', 'dimensions', 'Analyze with dimensions'),
  ]
  const listed = groupPages(cited, ['Financials', 'Purchasing', 'Sales']).map(({ skillArea, pages }) => [
    skillArea,
    pages.map(({ title }) => title),
  ])
  expect(listed).toEqual([
    ['Financials', ['Analyze with dimensions', 'Finance posting groups', 'Update exchange rates']],
    ['Sales', ['Analyze with dimensions', 'Process returns']],
    ['Old area', ['Inventory']],
  ])
})

test('a page without a title is named by its address', () => {
  const titleOf = (address: string) => groupPages([{ skillArea: 'Sales', address }], [])[0]?.pages[0]?.title
  expect(titleOf(`${site}/finance-posting-groups#set-up`)).toBe('Finance posting groups')
  expect(titleOf('https://learn.microsoft.com/')).toBe('Microsoft Learn')
})

import { describe, expect, test } from 'vitest'
import { createAddressFinder, joinAddress } from '#server/tutor/documents/page-addresses.ts'

const find = createAddressFinder([
  { path: 'articles/finance/posting.md', address: 'https://docs.example/erp/finance/posting#dates' },
  { path: 'articles/other.md', address: 'https://docs.example/elsewhere/renamed' },
])

describe('the address of a page', () => {
  test.each([
    ['articles/finance/posting.md', 'https://docs.example/erp/finance/posting'],
    ['articles/finance/dates.md', 'https://docs.example/erp/finance/dates'],
    ['articles/finance/tax/rates.md', 'https://docs.example/erp/finance/tax/rates'],
    ['articles/finance/index.md', 'https://docs.example/erp/finance/'],
    ['articles/other.md', 'https://docs.example/elsewhere/renamed'],
    ['articles/sales/orders.md', null],
    ['readme.md', null],
  ])('of %s is %s', (path, address) => expect(find(path)).toBe(address))

  test('is the one that the operator gives, with the path below the folder', () => {
    expect(joinAddress('https://docs.example/erp/', 'sales/sales orders.md')).toBe('https://docs.example/erp/sales/sales%20orders')
  })
})

import { expect, test } from 'vitest'
import { pageNameOf, siteNameOf } from '#web/reports/page-name.ts'

test.each([
  ['https://learn.microsoft.com/en-us/dynamics365/sales/change-product-parent', 'Change product parent', 'Microsoft Learn'],
  ['https://learn.microsoft.com/en-us/power-platform/admin/copy_environment.md?tabs=new#steps', 'Copy environment', 'Microsoft Learn'],
  ['https://example.com/', 'example.com', 'example.com'],
])('%s is named by its last part', (address, name, site) => {
  expect([pageNameOf(address), siteNameOf(address)]).toEqual([name, site])
})

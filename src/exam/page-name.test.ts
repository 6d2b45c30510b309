import { expect, test } from 'vitest'
import { pageNameOf, siteNameOf } from '#exam/page-name.ts'

test.each([
  ['https://learn.microsoft.com/en-us/dynamics365/sales/change-product-parent', 'Change product parent', 'Microsoft Learn'],
  ['https://learn.microsoft.com/en-us/power-platform/admin/copy_environment.md?tabs=new#steps', 'Copy environment', 'Microsoft Learn'],
  ['https://Learn.Microsoft.com/en-us/power-bi/?view=a/b#c/d', 'Power bi', 'Microsoft Learn'],
  ['https://learn.microsoft.com/', 'Microsoft Learn', 'Microsoft Learn'],
  ['http://example.com:8080/guide/--/', 'example.com', 'example.com'],
  ['https://example.com?page=1', 'example.com', 'example.com'],
  ['no address', '', ''],
])('%s is named by its last part', (address, name, site) => {
  expect([pageNameOf(address), siteNameOf(address)]).toEqual([name, site])
})

/** Names of official pages whose title is not known. */

const siteNames: Record<string, string> = { 'learn.microsoft.com': 'Microsoft Learn', 'github.com': 'Microsoft on GitHub' }

/** The site of an address: `Microsoft Learn`, otherwise its host. */
export function siteNameOf(address: string): string {
  const host = URL.parse(address)?.hostname ?? ''
  return siteNames[host] ?? host
}

/** The last part of an address in words: `https://learn.microsoft.com/en-us/dynamics365/sales/change-product-parent` → `Change product parent`. */
export function pageNameOf(address: string): string {
  const url = URL.parse(address)
  const part = url?.pathname.split('/').findLast((each) => each !== '') ?? ''
  const words = part
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words === '' ? siteNameOf(address) : words.charAt(0).toUpperCase() + words.slice(1)
}

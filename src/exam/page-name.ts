/** Names for official pages whose title is not known. */

const siteNames: Record<string, string> = { 'learn.microsoft.com': 'Microsoft Learn', 'github.com': 'Microsoft on GitHub' }

/** The site of an address: `Microsoft Learn`, or the host of other sites. */
export function siteNameOf(address: string): string {
  const { host } = splitAddress(address)
  return siteNames[host] ?? host
}

/** The last part of an address in words: `https://learn.microsoft.com/en-us/dynamics365/sales/change-product-parent` → `Change product parent`. */
export function pageNameOf(address: string): string {
  const part = splitAddress(address)
    .path.split('/')
    .findLast((each) => each !== '')
  const words = part
    ?.replace(/\.\w+$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : siteNameOf(address)
}

/** The host and the path are empty for a string that is not a web address. */
function splitAddress(address: string): { host: string; path: string } {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#:]+)(?::\d+)?([^?#]*)/i.exec(address) ?? []
  return { host: host.toLowerCase(), path }
}

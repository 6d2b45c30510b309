/**
 * Finds where a page is published. A question with a grounding states the address, repository, and path of the page that it cites. The
 * addresses of other pages in the same folder and its subfolders follow from that.
 *
 * With a question that cites `articles/finance/posting.md` at `https://docs.example/erp/finance/posting`:
 *
 * | page                                | address                                       |
 * |-------------------------------------|-----------------------------------------------|
 * | `articles/finance/posting.md`       | `https://docs.example/erp/finance/posting`    |
 * | `articles/finance/dates.md`         | `https://docs.example/erp/finance/dates`      |
 * | `articles/finance/tax/rates.md`     | `https://docs.example/erp/finance/tax/rates`  |
 * | `articles/sales/orders.md`          | unknown                                       |
 */

export type PublishedPage = { readonly path: string; readonly address: string }

export function createAddressFinder(cited: readonly PublishedPage[]): (path: string) => string | null {
  const known = new Map(cited.map(({ path, address }) => [path, withoutFragment(address)]))
  const folders = new Map<string, string>()
  for (const { path, address } of cited) {
    const name = nameOf(path)
    const base = withoutFragment(address).replace(/\/$/, '')
    if (base.toLowerCase().endsWith(`/${name.toLowerCase()}`)) folders.set(folderOf(path), base.slice(0, -name.length - 1))
  }
  return (path) => {
    const exact = known.get(path)
    if (exact !== undefined) return exact
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const base = folders.get(folder)
      if (base !== undefined) return joinAddress(base, folder === '' ? path : path.slice(folder.length + 1))
      if (folder === '') return null
    }
  }
}

/** `https://docs.example/erp`, `finance/dates.md` → `https://docs.example/erp/finance/dates` */
export function joinAddress(base: string, path: string): string {
  const page = path.replace(/\.md$/i, '').replace(/(^|\/)index$/i, '$1')
  return `${base.replace(/\/+$/, '')}/${page.split('/').map(encodeURIComponent).join('/')}`
}

function withoutFragment(address: string): string {
  return address.replace(/[?#].*$/, '')
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '')
}

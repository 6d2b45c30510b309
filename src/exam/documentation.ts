/** The pages of the documentation that a simulation offers while the clock runs, as `GET /api/banks/:certificationId/documentation`. */

export type OfferedPage = { readonly title: string; readonly address: string }
export type DocumentationArea = { readonly skillArea: string; readonly pages: readonly OfferedPage[] }

/** A page that a question refers to. Without a title, the last part of the address is shown. */
type CitedPage = { readonly skillArea: string; readonly address: string; readonly title?: string | undefined }

/**
 * Every page that questions of the exam refer to, once per skill area and by title. So the list is the same whatever questions were drawn, and
 * does not say which page answers which question. Areas that are not in the outline come last.
 */
export function groupPages(cited: readonly CitedPage[], outline: readonly string[]): DocumentationArea[] {
  const areas = new Set([...outline, ...cited.map(({ skillArea }) => skillArea)])
  return [...areas].flatMap((skillArea) => {
    const pages = new Map<string, OfferedPage>()
    for (const { address, title } of cited.filter((page) => page.skillArea === skillArea))
      if (title !== undefined || !pages.has(address)) pages.set(address, { title: title ?? nameOf(address), address })
    return pages.size === 0 ? [] : [{ skillArea, pages: [...pages.values()].toSorted((a, b) => a.title.localeCompare(b.title, 'en')) }]
  })
}

/** `https://learn.microsoft.com/en-us/dynamics365/business-central/finance-posting-groups#top` → `Finance posting groups` */
function nameOf(address: string): string {
  const [, , host = '', ...folders] = address.split(/[?#]/)[0]?.split('/') ?? []
  const words = folders.findLast((part) => part !== '')?.replaceAll('-', ' ')
  return words === undefined ? host : words.charAt(0).toUpperCase() + words.slice(1)
}

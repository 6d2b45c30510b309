/** The documentation pages that a simulation offers while the clock runs. `GET /api/banks/:certificationId/documentation` returns them. */
import { pageNameOf } from '#exam/page-name.ts'

export type OfferedPage = { readonly title: string; readonly address: string }
export type DocumentationArea = { readonly skillArea: string; readonly pages: readonly OfferedPage[] }

/** A page that a question refers to. If it has no title, the last part of its address is shown. */
type CitedPage = { readonly skillArea: string; readonly address: string; readonly title?: string | undefined }

/**
 * Every page that questions of the exam refer to, once per skill area, sorted by title. The list is the same regardless of the questions drawn,
 * so it does not reveal which page answers which question. Areas that are not in the outline come last.
 */
export function groupPages(cited: readonly CitedPage[], outline: readonly string[]): DocumentationArea[] {
  const areas = new Set([...outline, ...cited.map(({ skillArea }) => skillArea)])
  return [...areas].flatMap((skillArea) => {
    const pages = new Map<string, OfferedPage>()
    for (const { address, title } of cited.filter((page) => page.skillArea === skillArea))
      if (title !== undefined || !pages.has(address)) pages.set(address, { title: title ?? pageNameOf(address), address })
    return pages.size === 0 ? [] : [{ skillArea, pages: [...pages.values()].toSorted((a, b) => a.title.localeCompare(b.title, 'en')) }]
  })
}

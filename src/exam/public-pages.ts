/**
 * The public pages: addresses that show every visitor the same page. The page cache, the service worker and its build, the
 * sitemap, and the check of guides all read this list.
 *
 * | route                            | matches                               | saved offline |
 * | -------------------------------- | ------------------------------------- | ------------- |
 * | `exam/:certificationId`          | `/exam/mb-800`                        | page          |
 * | `exam/:certificationId/simulation` | `/exam/mb-800/simulation`           | scripts       |
 * | `seo/:slug`                      | `/seo/questions-certification-mb-800` | page          |
 * | none                             | `/exam/MB-800`, `/terms/`, `/profile` |               |
 *
 * A page in another language matches the same route: `/fr/exam/mb-800`. See `languages.ts`.
 */
import { addressIn, splitLanguage, type Language } from '#exam/languages.ts'

export type PublicPage = {
  /** The path as written in `routes.ts`, without a leading slash. It is empty for the home page. */
  route: string
  /**
   * What the service worker saves: `page` saves the page and its scripts, `scripts` only the scripts, so that an open page keeps
   * working; `none` saves nothing.
   */
  offline: 'page' | 'scripts' | 'none'
  /** Whether search engines should index the page. The sitemap lists it in every language, except guides, which are only in French. */
  isInSitemap: boolean
  /** Which query parameters the server reads: none, only `family`, or others. A page with `personal` parameters is rendered for each request. */
  query: 'ignored' | 'family' | 'personal'
}

export const publicPages = [
  { route: '', offline: 'page', isInSitemap: true, query: 'ignored' },
  { route: 'certifications', offline: 'page', isInSitemap: true, query: 'family' },
  { route: 'certifications/:certificationId', offline: 'page', isInSitemap: true, query: 'ignored' },
  // The query selects a later part of the list. Such a page is rendered for each request.
  { route: 'certifications/:certificationId/changes', offline: 'none', isInSitemap: true, query: 'personal' },
  { route: 'certifications/:certificationId/changes.atom', offline: 'none', isInSitemap: false, query: 'ignored' },
  { route: 'exam/:certificationId', offline: 'page', isInSitemap: false, query: 'ignored' },
  { route: 'exam/:certificationId/build', offline: 'page', isInSitemap: false, query: 'ignored' },
  { route: 'exam/:certificationId/review', offline: 'page', isInSitemap: false, query: 'ignored' },
  // The query says which questions to print.
  { route: 'exam/:certificationId/paper', offline: 'none', isInSitemap: false, query: 'personal' },
  { route: 'exam/:certificationId/simulation', offline: 'scripts', isInSitemap: false, query: 'ignored' },
  { route: 'seo/:slug', offline: 'page', isInSitemap: true, query: 'ignored' },
  { route: 'privacy', offline: 'page', isInSitemap: true, query: 'ignored' },
  { route: 'terms', offline: 'page', isInSitemap: true, query: 'ignored' },
  { route: 'legal-notice', offline: 'page', isInSitemap: true, query: 'ignored' },
  { route: 'readiness', offline: 'page', isInSitemap: true, query: 'ignored' },
  // The contact form shows the question that the query names.
  { route: 'contact', offline: 'none', isInSitemap: true, query: 'personal' },
  // The service worker always saves these two pages, because it shows them in place of other pages.
  { route: 'offline', offline: 'none', isInSitemap: false, query: 'ignored' },
  { route: 'offline/simulation', offline: 'none', isInSitemap: false, query: 'ignored' },
] as const satisfies readonly PublicPage[]

type ListedPage = (typeof publicPages)[number]
export type SitemapRoute = Extract<ListedPage, { isInSitemap: true }>['route']

const parameterPatterns: Record<string, string> = { certificationId: String.raw`([a-z]{2}-\d{3})`, slug: String.raw`([a-z\d-]+)` }

const matchers = publicPages.map((page) => ({
  page,
  pattern: new RegExp(`^/${page.route.replaceAll(/:(\w+)/g, (_, name: string) => parameterPatterns[name] ?? '')}$`),
}))

type FoundPage = { page: ListedPage; parameter: string | undefined; language: Language }

/** The public page at a path such as `/exam/mb-800` or `/fr/exam/mb-800`, and the parameter in that path: `mb-800`. */
export function findPublicPage(address: string): FoundPage | undefined {
  const { language, path } = splitLanguage(address)
  // Only canonical addresses match. `/fr/` and `/fr/seo/reussir` do not.
  if (addressIn(language, path) !== address) return undefined
  for (const { page, pattern } of matchers) {
    const match = pattern.exec(path)
    if (match) return { page, parameter: match[1], language }
  }
  return undefined
}

/** Response header with the fingerprint of the build. The service worker only saves pages of its own build. */
export const buildHeader = 'Praxam-Build'

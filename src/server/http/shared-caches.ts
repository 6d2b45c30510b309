/**
 * Headers of public pages for shared caches, such as a CDN, nginx, or Varnish. Only the page cache sets them, and it renders pages without
 * cookies.
 *
 * | page | keys |
 * |---|---|
 * | every public page | `content` |
 * | `/exam/mb-800`, `/certifications/mb-800` | also `certification-mb-800` |
 * | `/seo/questions-certification-mb-800` | also `guide-questions-certification-mb-800` |
 */
import { dayMs } from '#exam/duration.ts'
import { findPublicPage } from '#exam/public-pages.ts'

/** The key of all public pages. They are purged together, because each of them may show any content. */
export const contentKey = 'content'

/** While the site is unavailable, an outdated page is better than none. */
const staleSeconds = dayMs / 1000

/** `address` is the path of a public page, with the query if the page reads it (see `pageCacheKey`). */
export function sharedCacheHeaders(address: string, cacheSeconds: number): Record<string, string> {
  if (cacheSeconds === 0) return {}
  const keys = keysOf(address.split('?', 1)[0] ?? '')
  return {
    // Browsers revalidate on each visit. They would also apply `stale-while-revalidate`, so this header omits it.
    'Cache-Control': `public, max-age=0, s-maxage=${cacheSeconds}, stale-if-error=${staleSeconds}`,
    // Only shared caches read this header. Source: RFC 9213.
    'CDN-Cache-Control': `max-age=${cacheSeconds}, stale-while-revalidate=${staleSeconds}, stale-if-error=${staleSeconds}`,
    'Surrogate-Key': keys.join(' '),
    'Cache-Tag': keys.join(','),
  }
}

function keysOf(path: string): string[] {
  const found = findPublicPage(path)
  if (found?.parameter === undefined) return [contentKey]
  return [contentKey, `${found.page.route.startsWith('seo/') ? 'guide' : 'certification'}-${found.parameter}`]
}

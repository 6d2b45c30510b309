/**
 * Classifies a request by its address and headers.
 *
 * | request                                           | kind                                                          |
 * | ------------------------------------------------- | ------------------------------------------------------------- |
 * | navigation to `/exam/mb-800?set=area-1`           | `page`, cached as `/exam/mb-800`                              |
 * | navigation to `/certifications?family=ERP`        | `page`, cached under this address                             |
 * | navigation to `/profile`                          | `page` without a cache key: it is never cached                |
 * | navigation to `/exam/mb-800/simulation`           | `page` without a cache key, which needs a network             |
 * | fetch of `/exam/mb-800.data?_routes=…`, `/_.data` | `data` of the page `/exam/mb-800`, `/`                        |
 * | `/assets/exam-CVkVWyPN.js`                        | `file` of the build                                           |
 * | `/storage/questions/question-images/3f9c.png`     | `image` of a question                                         |
 * | `/chunks/mb-800/1Zb8aT-x3_9k.json`                | `chunk` of questions                                          |
 * | `/api/banks/mb-800/translations/fr`               | `translations`: the list of their chunks                      |
 * | `/api/viewer`, a form, another site, a range      | `undefined`: the browser handles it as if there were no worker |
 */
import { splitLanguage } from '#exam/languages.ts'
import { certificationOfChunk, certificationOfTranslations } from '#exam/question-chunks.ts'
import { findPublicPage } from '#exam/public-pages.ts'
import { parseDataAddress } from '#exam/react-router-internals.ts'

export type ClassifiedRequest =
  | { kind: 'page'; cacheKey: string | undefined; isSimulation: boolean }
  | { kind: 'data'; page: string; cacheKey: string | undefined }
  | { kind: 'file' | 'image' }
  | { kind: 'chunk' | 'translations'; address: string }

type RequestSummary = { method: string; mode: string; url: string; headers: { has: (name: string) => boolean } }

/** `files`: addresses of the build files, including those outside `/assets/`, such as `/mark.svg`. */
export function classifyRequest(
  { method, mode, url, headers }: RequestSummary,
  origin: string,
  files: readonly string[],
): ClassifiedRequest | undefined {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(url.slice(origin.length)) ?? []
  if (method !== 'GET' || !url.startsWith(`${origin}/`) || headers.has('Range')) return undefined
  if (path.startsWith('/assets/') || files.includes(path)) return { kind: 'file' }
  if (imagePath.test(path)) return { kind: 'image' }
  if (certificationOfChunk(path) !== undefined) return { kind: 'chunk', address: path }
  if (mode !== 'navigate' && certificationOfTranslations(path) !== undefined) return { kind: 'translations', address: path }
  if (mode === 'navigate') {
    if (otherNavigation.test(path)) return undefined
    return { kind: 'page', cacheKey: findCacheKey(path, query), isSimulation: simulationPath.test(splitLanguage(path).path) }
  }
  const data = parseDataAddress(path, query)
  if (!data) return undefined
  const page = data.query ? `${data.path}?${data.query}` : data.path
  return { kind: 'data', page, cacheKey: findCacheKey(data.path, data.query) }
}

/** Targets of a navigation that are not pages of the site: downloads, files, and API responses. */
const otherNavigation = /^\/(?:api|storage|cards|health|\.well-known)\/|\.[a-z]+$/

const simulationPath = /^\/exam\/[^/]+\/simulation$/

const imagePath = /^\/(?:storage\/questions\/question-images|pictures)\/[\w./-]+$/

/** The address under which a page is cached, or `undefined` if it is never cached. The server must also mark the page as public. */
export function findCacheKey(path: string, query: string): string | undefined {
  const page = findPublicPage(path)?.page
  if (page?.offline !== 'page') return undefined
  return page.query === 'family' && query !== '' ? `${path}?${query}` : path
}

/** Addresses of the question images in a text: in the markup and the script data of a page, or in a chunk. */
export function findImages(html: string): string[] {
  return [...new Set(html.match(/\/(?:storage\/questions\/question-images|pictures)\/[\w./-]*\w/g))]
}

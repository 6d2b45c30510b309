/**
 * What a request is to the worker, by its form alone.
 *
 * | request                                          | kind                                                       |
 * | ------------------------------------------------ | ---------------------------------------------------------- |
 * | `/exam/mb-800?set=area-1`, opened                | `page`, kept under `/exam/mb-800`                          |
 * | `/certifications?family=ERP`, opened             | `page`, kept under just that                               |
 * | `/profile`, opened                               | `page` without a place: it never enters a cache            |
 * | `/exam/mb-800/simulation`, opened                | `page` without a place, which needs a network              |
 * | `/exam/mb-800.data?_routes=…`, `/_.data`, fetched | `data` of the page `/exam/mb-800`, `/`                     |
 * | `/assets/exam-CVkVWyPN.js`                       | `file` of the build                                        |
 * | `/storage/questions/question-images/3f9c.png`    | `image` of a question                                      |
 * | `/api/viewer`, a form, another site, a range     | `undefined`: the browser does what it does without worker  |
 */
export type ClassifiedRequest =
  | { kind: 'page'; place: string | undefined; isSimulation: boolean }
  | { kind: 'data'; page: string; place: string | undefined }
  | { kind: 'file' | 'image' }

type RequestOf = { method: string; mode: string; url: string; headers: { has: (name: string) => boolean } }

/** `files`: addresses of the build that have no hash in their names, such as `/mark.svg`. */
export function classifyRequest(
  { method, mode, url, headers }: RequestOf,
  origin: string,
  files: readonly string[],
): ClassifiedRequest | undefined {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(url.slice(origin.length)) ?? []
  if (method !== 'GET' || !url.startsWith(`${origin}/`) || headers.has('Range')) return undefined
  if (path.startsWith('/assets/') || files.includes(path)) return { kind: 'file' }
  if (imageForm.test(path)) return { kind: 'image' }
  if (mode === 'navigate') {
    return notPages.test(path) ? undefined : { kind: 'page', place: placeOf(path, query), isSimulation: simulation.test(path) }
  }
  if (!path.endsWith('.data')) return undefined
  const page = path.endsWith('/_.data') ? path.slice(0, -'_.data'.length) : path.slice(0, -'.data'.length)
  const search = query
    .split('&')
    .filter((each) => each !== '' && !each.startsWith('_routes='))
    .join('&')
  return { kind: 'data', page: search ? `${page}?${search}` : page, place: placeOf(page, search) }
}

/** Pages that are the same for everybody, and of use without a network. None of them reads a query on the server but the list. */
const publicPages =
  /^\/(?:(?:certifications|exam)\/[a-z]{2}-\d{3}|exam\/[a-z]{2}-\d{3}\/(?:build|review)|certifications|privacy|terms|seo\/[a-z\d-]+)?$/

/** What browsers can be led to that is no page of the site: downloads, files, answers for programs. */
const notPages = /^\/(?:api|storage|cards|health|\.well-known)\/|\.[a-z]+$/

const simulation = /^\/exam\/[^/]+\/simulation$/

const imageForm = /^\/(?:storage\/questions\/question-images|pictures)\/[\w./-]+$/

/** The address under which a page is kept, or `undefined` when it is not. The server decides as well: it has to call the page public. */
export function placeOf(path: string, query: string): string | undefined {
  if (!publicPages.test(path)) return undefined
  return path === '/certifications' && query !== '' ? `${path}?${query}` : path
}

/** Addresses of the images of questions that a page names, in its markup or in the data for its scripts. */
export function imagesIn(html: string): string[] {
  return [...new Set(html.match(/\/(?:storage\/questions\/question-images|pictures)\/[\w./-]*\w/g))]
}

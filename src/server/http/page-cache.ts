/**
 * Public pages, the same bytes for everyone: rendered on a miss, kept compressed with their policy and ETag, served
 * without regard to the session, rendered anew after a publication. While a page is rendered, those who ask for it
 * wait for that one rendering, or get the version before.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { securityHeaders, withHashes } from '#server/http/csp.ts'
import { chooseBody, compress } from '#server/http/encoding.ts'
import type { Bodies } from '#server/http/encoding.ts'

/** How long a process may go on with pages of an earlier publication, in milliseconds. */
const publicationAgeMaxMs = 2_000
/** Public pages are few; the limit keeps an unforeseen address from filling the memory. */
const pagesMax = 500

type Page = { publication: number; status: number; bodies: Bodies; headers: Record<string, string> }

export type PageCache = {
  /** Answers from the cache if the request is for a public page that may be kept. */
  send: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  /** Forgets every page. */
  clear: () => void
}

export type PageSource = {
  /** Renders the page of an address; `undefined` when the answer may not be kept. */
  render: (address: string) => Promise<{ status: number; html: string; nonce: string } | undefined>
  readPublication: () => Promise<number>
}

export function makePageCache({ render, readPublication }: PageSource): PageCache {
  const pages = new Map<string, Page>()
  const rendering = new Map<string, Promise<Page | undefined>>()
  let publication = 0
  let checkedAt = -Infinity

  const checkPublication = async () => {
    checkedAt = performance.now()
    publication = await readPublication().catch(() => publication)
  }

  const renderOnce = (key: string): Promise<Page | undefined> => {
    const running = rendering.get(key)
    if (running) return running
    const made = render(key)
      .then((answer) => {
        if (!answer) return undefined
        const page = makePage(answer, publication)
        if (page.status === 200) {
          if (pages.size >= pagesMax) pages.delete(pages.keys().next().value ?? '')
          pages.set(key, page)
        }
        return page
      })
      .finally(() => rendering.delete(key))
    rendering.set(key, made)
    return made
  }

  return {
    clear: () => pages.clear(),
    send: async (request, response) => {
      const key = cacheKeyOf(request)
      if (key === undefined) return false
      if (performance.now() - checkedAt > publicationAgeMaxMs) {
        const checking = checkPublication()
        if (pages.size === 0) await checking
      }
      const kept = pages.get(key)
      if (kept && kept.publication !== publication)
        void renderOnce(key).catch((error: unknown) => console.error('A page could not be rendered anew:', error))
      const page = kept ?? (await renderOnce(key))
      if (!page) return false
      sendPage(page, request, response)
      return true
    },
  }
}

const plainPaths = new Set(['/', '/certifications', '/privacy', '/terms', '/contact', '/login', '/signup'])
const certificationPath = /^\/(?:certifications|exam)\/[a-z]{2}-\d{3}$/
const families = new Set(['ERP', 'CRM', 'Power Platform'])

/**
 * The address under which a page is kept, or `undefined` for requests that are not for a public page. A query that the
 * server does not read is left out: exam pages read theirs in the browser.
 */
export function cacheKeyOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const [path = '', query] = url.split('?', 2)
  if (certificationPath.test(path)) return path
  if (!plainPaths.has(path)) return undefined
  if (query === undefined || query === '') return path
  const parameters = [...new URLSearchParams(query)]
  const [name, value] = parameters[0] ?? []
  return path === '/certifications' && parameters.length === 1 && name === 'family' && families.has(value ?? '')
    ? `${path}?family=${encodeURIComponent(value ?? '')}`
    : undefined
}

function makePage({ status, html, nonce }: { status: number; html: string; nonce: string }, publication: number): Page {
  const hashed = withHashes(html, nonce)
  const identity = Buffer.from(hashed.html)
  return {
    publication,
    status,
    bodies: compress(identity),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // The browser asks again each time and gets a 304; nothing but the address decides the bytes.
      'Cache-Control': 'public, no-cache',
      ETag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      Vary: 'Accept-Encoding',
      ...securityHeaders(hashed.policy),
    },
  }
}

function sendPage(page: Page, request: IncomingMessage, response: ServerResponse): void {
  if (page.status === 200 && request.headers['if-none-match'] === page.headers['ETag']) {
    response.writeHead(304, page.headers).end()
    return
  }
  const { body, encoding } = chooseBody(page.bodies, request.headers['accept-encoding'])
  response.writeHead(page.status, { ...page.headers, 'Content-Length': body.length, ...(encoding && { 'Content-Encoding': encoding }) })
  response.end(request.method === 'HEAD' ? undefined : body)
}

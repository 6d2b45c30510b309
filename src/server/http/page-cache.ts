/**
 * Public pages, the same bytes for everyone: rendered on a miss, kept compressed with their policy and ETag, served
 * without regard to the session, rendered anew after a publication. While a page is rendered, those who ask for it
 * wait for that one rendering, or get the version before.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { securityHeaders, withHashes } from '#server/http/csp.ts'
import { keepAnswer, sendKeptAnswer } from '#server/http/kept-answer.ts'
import type { KeptAnswer } from '#server/http/kept-answer.ts'

/** How long a process may go on with pages of an earlier publication, in milliseconds. */
const publicationAgeMaxMs = 2_000
/** Public pages are few; the limit keeps an unforeseen address from filling the memory. */
const pagesMax = 500

type Page = { publication: number; answer: KeptAnswer }

export type PageCache = {
  /** Answers at once if the page is kept. */
  sendKept: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Renders a public page, keeps and sends it. `false` when the request is not for one, or the answer may not be kept. */
  sendRendered: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
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
    // A publication during the rendering makes the page stale: it counts as made at the number before.
    const madeAt = publication
    const made = render(key)
      .then((rendered) => {
        if (!rendered) return undefined
        const page = { publication: madeAt, answer: makeAnswer(rendered) }
        if (rendered.status === 200) keep(key, page)
        return page
      })
      .finally(() => rendering.delete(key))
    rendering.set(key, made)
    return made
  }

  const keep = (key: string, page: Page) => {
    const oldest = pages.keys().next()
    if (pages.size >= pagesMax && !oldest.done) pages.delete(oldest.value)
    pages.set(key, page)
  }

  const renderAnew = (key: string) => {
    renderOnce(key).catch((error: unknown) => console.error(`${key} could not be rendered anew:`, error))
  }

  return {
    sendKept: (request, response) => {
      const key = cacheKeyOf(request)
      const page = key === undefined ? undefined : pages.get(key)
      if (key === undefined || !page) return false
      if (performance.now() - checkedAt > publicationAgeMaxMs) void checkPublication()
      if (page.publication !== publication) renderAnew(key)
      sendKeptAnswer(page.answer, request, response)
      return true
    },
    sendRendered: async (request, response) => {
      const key = cacheKeyOf(request)
      if (key === undefined) return false
      if (performance.now() - checkedAt > publicationAgeMaxMs) await checkPublication()
      const page = await renderOnce(key)
      if (page) sendKeptAnswer(page.answer, request, response)
      return page !== undefined
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

function makeAnswer({ status, html, nonce }: { status: number; html: string; nonce: string }): KeptAnswer {
  const hashed = withHashes(html, nonce)
  return keepAnswer(status, Buffer.from(hashed.html), {
    'Content-Type': 'text/html; charset=utf-8',
    // The browser asks again each time and gets a 304; nothing but the address decides the bytes.
    'Cache-Control': 'public, no-cache',
    ...securityHeaders(hashed.policy),
  })
}

/**
 * Public pages, the same bytes for everyone: rendered on a miss, kept compressed with their policy and ETag, served
 * without regard to the session, rendered anew after a publication. While a page is rendered, those who ask for it
 * wait for that one rendering.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { securityHeaders, withHashes } from '#server/http/csp.ts'
import { keepAnswer, sendKeptAnswer } from '#server/http/precompressed-response.ts'
import type { KeptAnswer } from '#server/http/precompressed-response.ts'
import type { Log } from '#server/log.ts'

/** Longest that a page of an earlier publication is still sent, in milliseconds. */
const publicationAgeMaxMs = 2_000
/** Longest that somebody waits to hear of a new publication: an import keeps others from the embedded database for seconds. */
const checkPatienceMs = 250
/** Public pages are few; the limit keeps an unforeseen address from filling the memory. */
const pagesMax = 500

type Page = { publication: number; answer: KeptAnswer }

export type PageCache = {
  /** Answers at once if the page is kept. */
  sendKept: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Renders a public page, keeps and sends it. `false` when the request is not for one, or the answer may not be kept. */
  sendRendered: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
}

/** `type` is its `Content-Type`. */
type RenderedPage = { status: number; type: string; text: string; nonce: string }

export type PageSource = {
  /** Renders the page of an address; `undefined` when the answer may not be kept. */
  render: (address: string) => Promise<RenderedPage | undefined>
  readPublication: () => Promise<number>
  build: string
  log: Log
}

/** Names the build whose files a page stands on. The worker keeps pages of its own build only. */
export const buildHeader = 'Praxam-Build'

export function makePageCache({ render, readPublication, build, log }: PageSource): PageCache {
  const pages = new Map<string, Page>()
  const rendering = new Map<string, Promise<Page | undefined>>()
  let publication = 0
  let checkedAt = -Infinity
  let checking: Promise<void> | undefined

  const isCheckDue = () => performance.now() - checkedAt > publicationAgeMaxMs

  const checkPublication = () => {
    // A database that does not answer, or not soon, is no reason to withhold a page that is kept.
    checking ??= Promise.race([readNumber(), setTimeout(checkPatienceMs, undefined, { ref: false })])
    return checking
  }

  const readNumber = () =>
    readPublication()
      .then((read) => {
        publication = read
      })
      .catch((error: unknown) => log.warn({ error }, 'The publication could not be read'))
      .finally(() => {
        checkedAt = performance.now()
        checking = undefined
      })

  const renderOnce = (key: string): Promise<Page | undefined> => {
    const running = rendering.get(key)
    if (running) return running
    // A publication during the rendering makes the page stale: it counts as made at the number before.
    const madeAt = publication
    const made = render(key)
      .then((rendered) => {
        const page = rendered && { publication: madeAt, answer: makeAnswer(rendered, build) }
        pages.delete(key)
        if (page && rendered.status === 200) keep(key, page)
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

  const freshPage = (key: string) => {
    const page = pages.get(key)
    return page?.publication === publication ? page : undefined
  }

  return {
    sendKept: (request, response) => {
      const key = cacheKeyOf(request)
      const page = key === undefined || isCheckDue() ? undefined : freshPage(key)
      if (page) sendKeptAnswer(page.answer, request, response)
      return page !== undefined
    },
    sendRendered: async (request, response) => {
      const key = cacheKeyOf(request)
      if (key === undefined) return false
      if (isCheckDue()) await checkPublication()
      const page = freshPage(key) ?? (await renderOnce(key))
      if (page) sendKeptAnswer(page.answer, request, response)
      return page !== undefined
    },
  }
}

/** Pages that read no query on the server. Exam pages, and those on which sets are made, read theirs in the browser. */
const pathWithoutQuery =
  /^\/(?:(?:certifications|exam)\/[a-z]{2}-\d{3}|exam\/[a-z]{2}-\d{3}\/(?:build|review|simulation)|privacy|terms|offline(?:\/simulation)?|seo\/[a-z\d-]+|sitemap\.xml)?$/
const families = new Set(['ERP', 'CRM', 'Power Platform'])

/**
 * The address under which a page is kept, or `undefined` for requests that are not for a public page. A query that the
 * page does not read is left out; where it does read one, only the values that it knows are kept.
 */
export function cacheKeyOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const [path = '', query = ''] = url.split('?', 2)
  if (pathWithoutQuery.test(path)) return path
  if (path === '/contact') return query === '' ? path : undefined
  if (path !== '/certifications') return undefined
  const [family, ...others] = new URLSearchParams(query).getAll('family')
  if (family === undefined) return path
  return others.length === 0 && families.has(family) ? `${path}?family=${encodeURIComponent(family)}` : undefined
}

/**
 * The address of a public page that was asked for in another spelling: in capitals, with a slash at its end or with
 * letters in percent signs. `undefined` for the address itself, and for what is no public page.
 */
export function properAddressOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string | undefined {
  const [path = '', query] = url.split('?', 2)
  const proper = decodeURIComponent(path)
    .toLowerCase()
    .replace(/(?<=.)\/+$/, '')
  if (proper === path || !cacheKeyOf({ method, url: proper })) return undefined
  return query === undefined ? proper : `${proper}?${query}`
}

function makeAnswer({ status, type, text, nonce }: RenderedPage, build: string): KeptAnswer {
  const hashed = withHashes(text, nonce)
  return keepAnswer(status, Buffer.from(hashed.html), {
    'Content-Type': type,
    // The browser asks again each time and gets a 304; nothing but the address decides the bytes. A failure passes.
    'Cache-Control': status < 500 ? 'public, no-cache' : 'no-store',
    ...securityHeaders(hashed.policy),
    [buildHeader]: build,
  })
}

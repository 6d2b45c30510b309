/**
 * The cache of public pages, of their data, and of the public API. A response is rendered on the first request, stored compressed with its
 * policy and ETag, and sent to every visitor, signed in or not. It is rendered again after the content changes. Concurrent requests share
 * one rendering.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { families } from '#exam/certification.ts'
import { addressIn, splitLanguage } from '#exam/languages.ts'
import { buildHeader, findPublicPage } from '#exam/public-pages.ts'
import { findRoutesParameter, parseDataAddress } from '#exam/react-router-internals.ts'
import { sharedCacheHeaders } from '#server/http/shared-caches.ts'
import { policyWithoutScripts, securityHeaders, withHashes } from '#server/http/csp.ts'
import { precompress, sendPrecompressed, type PrecompressedResponse } from '#server/http/precompressed-response.ts'
import { retryAfterSeconds } from '#server/http/send-response.ts'
import type { Log } from '#server/log.ts'
import { pageLookups } from '#server/platform/events.ts'

/**
 * How long a content version is trusted before it is read again, in milliseconds. Outdated pages may be served this long, or longer while
 * the database is slow.
 */
const versionMaxAgeMs = 2_000
/** Longest wait for the content version. An import can block the embedded database for seconds. */
const versionTimeoutMs = 250
/** More than there are public pages. The limit protects the memory. */
const cachedPagesMax = 500
/** The limit for data and API responses. They are stored separately, so that they cannot displace pages. */
const cachedDataMax = 200

type CachedPage = { contentVersion: number; response: PrecompressedResponse }

export type PageCache = {
  /** Sends the page if it is cached and current. Returns whether it was sent. */
  sendCached: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Sends a public page, rendered if needed. Returns `false` if the request is not for a public page or the page must not be cached. */
  sendRendered: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
}

/** `type` is the `Content-Type`. */
type RenderedPage = { status: number; type: string; text: string; nonce: string }

export type PageSource = {
  /** Renders the page at an address. Returns `undefined` if the response must not be cached. */
  render: (address: string) => Promise<RenderedPage | undefined>
  readContentVersion: () => Promise<number>
  build: string
  /** How long shared caches may send a page without revalidating it. 0 if they must revalidate it each time. */
  edgeCacheSeconds?: number | undefined
  log: Log
}

export function createPageCache({ render, readContentVersion, build, edgeCacheSeconds = 0, log }: PageSource): PageCache {
  const pages = new Map<string, CachedPage>()
  const data = new Map<string, CachedPage>()
  const storeOf = (key: string) => (isData(key) ? data : pages)
  const renderings = new Map<string, Promise<CachedPage | undefined>>()
  let contentVersion = 0
  let versionReadAt = -Infinity
  let versionRequest: Promise<void> | undefined

  const isVersionOutdated = () => performance.now() - versionReadAt > versionMaxAgeMs

  const updateVersion = () => {
    // A slow or failing database must not withhold a cached page.
    versionRequest ??= Promise.race([readVersion(), versionTimeout()])
    return versionRequest
  }

  const versionTimeout = () => setTimeout(versionTimeoutMs, undefined, { ref: false })

  const readVersion = () =>
    readContentVersion()
      .then((version) => {
        contentVersion = version
      })
      .catch((error: unknown) => log.warn({ error }, 'The content version could not be read'))
      .finally(() => {
        versionReadAt = performance.now()
        versionRequest = undefined
      })

  const renderOnce = (key: string): Promise<CachedPage | undefined> => {
    const current = renderings.get(key)
    if (current) return current
    // If the content changes during rendering, the page is outdated. So it is stored with the version from before the rendering.
    const versionBefore = contentVersion
    const rendering = render(key)
      .then(async (rendered) => {
        // Without the database, an outdated page is better than none.
        const outdated = storeOf(key).get(key)
        if (rendered?.status === 503 && outdated) return outdated
        const page = rendered && {
          contentVersion: versionBefore,
          response: await createResponse(rendered, build, isData(key) ? {} : sharedCacheHeaders(key, edgeCacheSeconds)),
        }
        storeOf(key).delete(key)
        if (page && rendered.status === 200) store(key, page)
        return page
      })
      .finally(() => renderings.delete(key))
    renderings.set(key, rendering)
    return rendering
  }

  const store = (key: string, page: CachedPage) => {
    const stored = storeOf(key)
    const oldest = stored.keys().next()
    if (stored.size >= (stored === data ? cachedDataMax : cachedPagesMax) && !oldest.done) stored.delete(oldest.value)
    stored.set(key, page)
  }

  const findCurrentPage = (key: string) => {
    const page = storeOf(key).get(key)
    return page?.contentVersion === contentVersion ? page : undefined
  }

  return {
    sendCached: (request, response) => {
      const key = pageCacheKey(request)
      const page = key === undefined || isApi(key) || isVersionOutdated() ? undefined : findCurrentPage(key)
      if (page) {
        pageLookups.publish('hit')
        sendPrecompressed(page.response, request, response)
      }
      return page !== undefined
    },
    sendRendered: async (request, response) => {
      const key = pageCacheKey(request)
      if (key === undefined) return false
      // A program that uses the API must be able to read what it has just written.
      if (isApi(key)) await Promise.race([readVersion(), versionTimeout()])
      else if (isVersionOutdated()) await updateVersion()
      const cached = findCurrentPage(key)
      pageLookups.publish(cached ? 'hit' : 'miss')
      const page = cached ?? (await renderOnce(key))
      if (page) sendPrecompressed(page.response, request, response)
      return page !== undefined
    },
  }
}

/** Cached like the public pages. */
const sitemapPath = '/sitemap.xml'

/** Parts of the public API that change only with the content: `/api/questions?exam_id=mb-800` and `/api/banks/mb-800`. */
const apiPattern = /^\/api\/(?:questions\?exam_id=|banks\/)[a-z]{2}-\d{3}$/

function isApi(key: string): boolean {
  return apiPattern.test(key)
}

function isData(key: string): boolean {
  return isApi(key) || parseDataAddress(key.split('?', 1)[0] ?? '', '') !== undefined
}

/**
 * The address under which a page is cached, or `undefined` if the request is not for a public page or must be rendered each time. Query
 * parameters that the page does not read are omitted. A query that it reads is part of the address if its value is known; requests with other
 * values are not cached.
 *
 * | request                                      | key                          |
 * | -------------------------------------------- | ---------------------------- |
 * | `/exam/mb-800?set=mixed`                     | `/exam/mb-800`               |
 * | `/exam/mb-800.data?set=mixed&_routes=a%2Fb`  | `/exam/mb-800.data?_routes=a%2Fb` |
 * | `/api/banks/mb-800`                          | `/api/banks/mb-800`          |
 */
export function pageCacheKey({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (isApi(url)) return url
  const [path = '', query = ''] = url.split('?', 2)
  if (path === sitemapPath) return path
  const request = parseDataAddress(path, query)
  if (!request) return documentKey(path, query)
  // The browser asks only for the parts that it lacks.
  const routes = findRoutesParameter(query)
  const key = documentKey(request.path, request.query)
  // Other forms of the query are rendered for each request.
  if (key === undefined || routes === null) return undefined
  const [, pageQuery] = key.split('?', 2)
  const dataQuery = [pageQuery, routes].filter((part) => part !== undefined).join('&')
  return dataQuery ? `${path}?${dataQuery}` : path
}

/** The key of a page that is requested as a document. */
function documentKey(path: string, query: string): string | undefined {
  switch (findPublicPage(path)?.page.query) {
    case undefined:
      return undefined
    case 'ignored':
      return path
    case 'personal':
      return query === '' ? path : undefined
    case 'family': {
      const [family, ...others] = new URLSearchParams(query).getAll('family')
      if (family === undefined) return path
      const isKnown = others.length === 0 && families.some((known) => known === family)
      return isKnown ? `${path}?family=${encodeURIComponent(family)}` : undefined
    }
  }
}

/**
 * The canonical address of a public page that was requested with capitals, a trailing slash, or percent-encoded letters.
 * `undefined` for a canonical address, and for other requests.
 */
export function canonicalAddress({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string | undefined {
  const [path = '', query] = url.split('?', 2)
  const plain = decodeURIComponent(path)
    .toLowerCase()
    .replace(/(?<=.)\/+$/, '')
  const page = splitLanguage(plain)
  // A guide has only one address.
  const canonical = addressIn(page.language, page.path)
  const key = pageCacheKey({ method, url: canonical })
  if (canonical === path || key === undefined || isData(key)) return undefined
  return query === undefined ? canonical : `${canonical}?${query}`
}

function createResponse(
  { status, type, text, nonce }: RenderedPage,
  build: string,
  forSharedCaches: Record<string, string>,
): Promise<PrecompressedResponse> {
  const isDocument = type.startsWith('text/html')
  const hashed = isDocument ? withHashes(text, nonce) : { html: text, policy: policyWithoutScripts }
  return precompress(status, Buffer.from(hashed.html), {
    'Content-Type': type,
    // The browser revalidates on each visit and gets a 304. Errors are not stored: they are temporary.
    'Cache-Control': status < 500 ? 'public, no-cache' : 'no-store',
    ...(status === 200 && forSharedCaches),
    ...(status === 503 && { 'Retry-After': retryAfterSeconds }),
    ...(!isDocument && !type.startsWith('application/xml') && { 'X-Robots-Tag': 'noindex' }),
    ...securityHeaders(hashed.policy),
    [buildHeader]: build,
  })
}

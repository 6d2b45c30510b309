/** Responds to requests for pages, their data, chunks, and lists of translation chunks. */
import { addressIn, languages, splitLanguage, type Language } from '#exam/languages.ts'
import { findPublicPage } from '#exam/public-pages.ts'
import { documentLoadHeaders } from '#exam/react-router-internals.ts'
import { findChunk, keepChunk } from './cached-chunks.ts'
import { fetchPage, findPage, isOtherBuild, updatePage } from './cached-pages.ts'
import { runMaintenance } from './maintenance.ts'
import { listAvailableExams } from './saved-exams.ts'
import type { SiteCopy } from './site-copy.ts'
import { offlinePages } from './storage.ts'

declare const self: ServiceWorkerGlobalScope

/** If the network takes longer than this, the cached page is shown. */
const networkTimeoutMs = 3_000
/** For this long after a timeout, cached pages are shown without waiting for the network. */
const slowNetworkMs = 30_000

let slowUntil = 0

/** Responds from the network, or from the cache if the network fails or is slow. `key` is the address of the page in the cache. */
export async function respondWithPage(
  copy: SiteCopy,
  event: FetchEvent,
  key: string | undefined,
  isSimulation: boolean,
): Promise<Response> {
  const fetching = fetch(event.request)
  // This comes first, because the response can only be cloned before the page reads it.
  event.waitUntil(
    fetching.then((response) => updateCopy(copy, key, key === undefined ? response : response.clone())).catch(() => undefined),
  )
  const cached = key === undefined ? undefined : await findPage(copy, key).catch(() => undefined)
  if (!cached) return fetching.catch(() => offlinePage(copy, event.request.url, isSimulation))
  const response = await withTimeout(fetching.catch(() => undefined))
  return response && response.status < 500 ? response : cached
}

/** Updates the copy of the site in the background, after a response has arrived. */
async function updateCopy(copy: SiteCopy, key: string | undefined, response: Response): Promise<void> {
  if (isOtherBuild(copy, response)) await self.registration.update()
  else if (key !== undefined) await updatePage(copy, key, response)
  await runMaintenance(copy)
}

/**
 * Responds with data that an open page requests. For a navigation, the router must load a document instead if the network fails, if it is
 * slow and the page is cached, if the site is away but the page can be read, or if the data is from another build. That document comes
 * completely from the network, where a shared cache may have it, or from this device.
 */
export async function respondWithData(copy: SiteCopy, event: FetchEvent, page: string, key: string | undefined): Promise<Response> {
  const { request } = event
  const isNavigation = pathOf(request.referrer) !== pathOf(page)
  const isCached = key !== undefined && isNavigation && (await findPage(copy, key).catch(() => undefined)) !== undefined
  try {
    const fetching = fetch(request)
    const response = isCached ? await withTimeout(fetching) : await fetching
    if (!response) return loadDocument(page)
    if (!isOtherBuild(copy, response)) {
      if (isNavigation && response.status >= 500 && (isCached || (await canReadPage(copy, page)))) return loadDocument(page)
      if (key !== undefined && response.ok) event.waitUntil(fetchPage(copy, key).catch(() => undefined))
      return response
    }
    event.waitUntil(self.registration.update().catch(() => undefined))
    return isNavigation ? loadDocument(page) : response
  } catch (error) {
    if (!isNavigation || request.signal.aborted) throw error
    return loadDocument(page)
  }
}

/** Whether a public page can be loaded, without much waiting. Shared caches may have it while the site is away, but never have its data. */
async function canReadPage(copy: SiteCopy, page: string): Promise<boolean> {
  if (!findPublicPage(pathOf(page))) return false
  try {
    const { ok, body } = await copy.fetch(page, { signal: AbortSignal.timeout(networkTimeoutMs) })
    // Only the status is needed: the router loads the page.
    await body?.cancel()
    return ok
  } catch {
    return false
  }
}

/** Responds from the cache if possible, because a chunk never changes. Caches a chunk from the network, so that practice continues offline. */
export async function respondWithChunk(copy: SiteCopy, event: FetchEvent, address: string): Promise<Response> {
  const cached = await findChunk(copy, address).catch(() => undefined)
  if (cached) return cached
  const response = await fetch(event.request)
  if (response.status === 200) event.waitUntil(keepChunk(copy, address, response.clone()).catch(() => undefined))
  return response
}

/** Responds from the network, or from the cache if the network fails or is slow. */
export async function respondWithTranslations(copy: SiteCopy, event: FetchEvent, address: string): Promise<Response> {
  const fetching = fetch(event.request)
  event.waitUntil(
    fetching.then((response) => (response.status === 200 ? keepChunk(copy, address, response.clone()) : undefined)).catch(() => undefined),
  )
  const cached = await findChunk(copy, address).catch(() => undefined)
  if (!cached) return fetching
  const response = await withTimeout(fetching.catch(() => undefined))
  return response && response.status < 500 ? response : cached
}

/** Tells the router of the page to load a document. The path has no language, because the router adds it. */
function loadDocument(page: string): Response {
  return new Response(null, { status: 204, headers: documentLoadHeaders(splitLanguage(page).path) })
}

function pathOf(address: string): string {
  return address.replace(self.location.origin, '').replace(/[?#].*$/, '')
}

/** The response, or `undefined` if it takes too long. */
async function withTimeout(fetching: Promise<Response | undefined>): Promise<Response | undefined> {
  const timeoutMs = Date.now() < slowUntil ? 0 : networkTimeoutMs
  const timeout = new Promise<'timeout'>((resolve) => setTimeout(() => resolve('timeout'), timeoutMs))
  const first = await Promise.race([fetching, timeout])
  if (first !== 'timeout') return first
  slowUntil = Date.now() + slowNetworkMs
  fetching.then(
    () => (slowUntil = 0),
    () => undefined,
  )
  return undefined
}

/** The offline page with a list of the exams on this device. */
async function offlinePage(copy: SiteCopy, address: string, isSimulation: boolean): Promise<Response> {
  const page = await findOfflinePage(copy, splitLanguage(new URL(address).pathname).language, isSimulation)
  if (!page) return Response.error()
  const exams = await listAvailableExams(copy)
  const links = exams.map(({ address, title }) => `<li><a href="${address}">${title}</a></li>`).join('')
  const fillList = (section: string) => (links ? section.replace(' hidden=""', '') + links : section)
  const html = (await page.text()).replace(/<section[^>]* hidden=""[^>]*>[\s\S]*?<ul[^>]*>/, fillList)
  const headers = new Headers(page.headers)
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name)
  return new Response(html, { headers })
}

/** The offline page in this language or, if it is not cached, in another language. */
async function findOfflinePage(copy: SiteCopy, language: Language, isSimulation: boolean): Promise<Response | undefined> {
  const path = isSimulation ? offlinePages.simulation : offlinePages.default
  for (const one of [language, ...languages]) {
    const page = await findPage(copy, addressIn(one, path))
    if (page) return page
  }
  return undefined
}

/** Shared by the tests of the site copy: the caches of a device that may be full, and a site with pages and chunks. */
import { buildHeader } from '#exam/public-pages.ts'
import type { SiteCopy } from './site-copy.ts'

const origin = 'https://praxam.example'

/** An in-memory `CacheStorage`. `room` is the maximum number of responses that it can store; `onRead` gets the path of each look-up in a cache. */
export function makeCaches(room = Infinity, onRead: (path: string) => void = () => undefined): CacheStorage {
  const stores = new Map<string, Map<string, Response>>()
  const count = () => [...stores.values()].reduce((sum, store) => sum + store.size, 0)
  const pathOf = (request: RequestInfo) => (typeof request === 'string' ? request : request.url).replace(origin, '')
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (request: RequestInfo) => {
        onRead(pathOf(request))
        return store.get(pathOf(request))?.clone()
      },
      matchAll: async () => [...store.values()].map((response) => response.clone()),
      put: async (request: RequestInfo, response: Response) => {
        store.delete(pathOf(request))
        if (count() >= room) throw new DOMException('No room', 'QuotaExceededError')
        store.set(pathOf(request), response)
      },
      delete: async (request: RequestInfo) => store.delete(pathOf(request)),
      keys: async () => [...store.keys()].map((path) => ({ url: origin + path })),
    }
  }
  const match = async (request: RequestInfo) => {
    for (const name of stores.keys()) {
      const found = await (await open(name)).match(request)
      if (found) return found
    }
    return undefined
  }
  return {
    open,
    match,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  } as unknown as CacheStorage
}

type TestPage = { status?: number; html?: string; build?: string; caching?: string }

export type TestSite = ReturnType<typeof makeSite>

/** A site on which every page exists, except for `special` responses. Each page names its build. */
export function makeSite(build: string, special: Record<string, TestPage | 'unreachable'> = {}) {
  const fetch = async (path: string) => {
    const page = special[path] ?? {}
    if (page === 'unreachable') throw new TypeError('Failed to fetch')
    const html = page.html ?? `<title>${path}</title> from build ${build}`
    return new Response(html, {
      status: page.status ?? 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': page.caching ?? 'public, no-cache',
        [buildHeader]: page.build ?? build,
      },
    })
  }
  return { build, fetch, special }
}

export function openCopy(caches: CacheStorage, { build, fetch }: TestSite, now = () => 0): SiteCopy {
  const files = [`/assets/own-${build}.js`, '/mark.svg']
  return {
    caches,
    fetch,
    build,
    files: { en: files, fr: [...files, `/assets/own-fr-${build}.js`] },
    listOpenLanguages: async () => ['en'],
    now,
  }
}

export const textOf = async (response: Promise<Response | undefined>) => (await response)?.text()

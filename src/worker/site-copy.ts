/**
 * The copy of the site on this device: its caches and what they store.
 *
 * | cache                  | content                                                         | until                                        |
 * | ---------------------- | --------------------------------------------------------------- | -------------------------------------------- |
 * | `praxam-files-<build>` | the build files that practicing needs                           | no page of that build is open                |
 * | `praxam-pages-<build>` | public pages as the server sent them, the most recent one last  | the worker of the next build takes over      |
 * | `praxam-chunks`        | chunks of the banks that those pages list                       | no cached page lists them                    |
 * |                        | lists of translation chunks, and those chunks                   | no page of the exam is cached                |
 * | `praxam-images`        | images of the questions on those pages and in those chunks      | no cached page or chunk contains them        |
 * | `praxam-kept`          | a note for each saved exam: `/exam/mb-800` → {@link SavedExam}  | the user removes it, or the exam was removed |
 *
 * A page is only cached if the server marks it as public and it is from the same build as the cached files, so pages and files always
 * match. No personal data is stored. If the device is full, cached copies may be lost, but requests still work.
 */

import type { Language } from '#exam/languages.ts'

export type SiteCopy = {
  caches: CacheStorage
  fetch: (address: string, options: RequestInit) => Promise<Response>
  /** Fingerprint of the build of this worker. Responses state theirs in the build header. */
  build: string
  /** Addresses of all build files that the pages of a language need. */
  files: Record<Language, readonly string[]>
  /** The languages of the open pages. */
  listOpenLanguages: () => Promise<Language[]>
  now: () => number
}

// Devices have caches with these names, so they must not change.
export const filesCachePrefix = 'praxam-files-'
export const pagesCachePrefix = 'praxam-pages-'

export const openFiles = ({ caches, build }: SiteCopy) => caches.open(filesCachePrefix + build)
export const openPages = ({ caches, build }: SiteCopy) => caches.open(pagesCachePrefix + build)
export const openImages = ({ caches }: SiteCopy) => caches.open('praxam-images')
export const openChunks = ({ caches }: SiteCopy) => caches.open('praxam-chunks')
export const openNotes = ({ caches }: SiteCopy) => caches.open('praxam-kept')

/** Names of the caches with this prefix, over all builds. */
export async function listCaches({ caches }: SiteCopy, prefix: string): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix))
}

/** Addresses in a cache without the origin, the oldest entry first. */
export async function listAddresses(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => url.replace(/^[a-z]+:\/\/[^/]+/, ''))
}

/** The `Vary` header is about encodings, which do not matter here. */
export const ignoreVary = { ignoreVary: true }

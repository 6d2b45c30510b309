/** Stores files in the caches. When the device is full, removes older pages and everything that no page uses. */
import { splitLanguage } from '#exam/languages.ts'
import { certificationOfTranslations, findChunkAddresses } from '#exam/question-chunks.ts'
import { findImages } from './classify-request.ts'
import { listCachedLanguages, translatePages } from './device-languages.ts'
import { listExamPages, listSavedExams } from './exam-notes.ts'
import type { SaveProblem } from './messages.ts'
import { ignoreVary, listAddresses, listCaches, openChunks, openImages, openPages, pagesCachePrefix, type SiteCopy } from './site-copy.ts'

/** Shown offline in place of a page that is not cached. */
export const offlinePages = { default: '/offline', simulation: '/offline/simulation' }

/** Pages that are always cached in each language: the offline pages, and the pages that every other page links to. */
export const permanentPages = [...Object.values(offlinePages), '/', '/certifications']
export const recentPagesMax = 24

/** Downloads and stores a file whose content never changes, unless it is already cached. Returns why the file could not be stored. */
export async function storeFile(copy: SiteCopy, cache: Cache, address: string): Promise<SaveProblem | undefined> {
  try {
    if (await cache.match(address, ignoreVary)) return undefined
    const response = await copy.fetch(address, {})
    if (response.status === 404) return 'missing'
    if (response.status !== 200 || response.redirected) return 'unreachable'
    return (await putWithRetry(copy, cache, address, response)) ? undefined : 'full'
  } catch {
    return 'unreachable'
  }
}

/** Stores the images in a text. A missing image is not a problem: the question is shown without it. */
export async function storeImages(copy: SiteCopy, text: string): Promise<SaveProblem | undefined> {
  const images = await openImages(copy)
  const problems = await Promise.all(findImages(text).map((address) => storeFile(copy, images, address)))
  return problems.find((problem) => problem !== undefined && problem !== 'missing')
}

/** Stores a response. If the device is full, removes older pages and tries again. Returns whether the response is stored. */
export async function putWithRetry(copy: SiteCopy, cache: Cache, address: string, response: Response): Promise<boolean> {
  const duplicate = response.clone()
  try {
    await cache.put(address, response)
    return true
  } catch {
    await removeOldPages(copy, recentPagesMax / 4)
    await removeUnused(copy)
    return cache.put(address, duplicate).then(
      () => true,
      () => false,
    )
  }
}

/** Keeps the `recentMax` pages that were cached last, the permanent pages, and the pages of saved exams. Removes other pages. */
export async function removeOldPages(copy: SiteCopy, recentMax: number): Promise<void> {
  const savedExams = await listSavedExams(copy)
  const fixed = [...permanentPages, ...savedExams.flatMap(({ id }) => listExamPages(id))]
  const permanent = new Set(translatePages(fixed, await listCachedLanguages(copy)))
  const pages = await openPages(copy)
  const recent = (await listAddresses(pages)).filter((address) => !permanent.has(address))
  for (const address of recent.slice(0, Math.max(0, recent.length - recentMax))) await pages.delete(address, ignoreVary)
}

/** Removes the chunks that no cached page and no translation list of a cached exam refers to, and the images that are on no page and in no chunk. */
export async function removeUnused(copy: SiteCopy): Promise<void> {
  const chunks = await openChunks(copy)
  const images = await openImages(copy)
  const usedChunks = new Set<string>()
  const cachedPages = new Set<string>()
  const usedImages = new Set<string>()
  // Pages of the earlier build also count, because that build stays active if a release cannot be installed.
  for (const name of await listCaches(copy, pagesCachePrefix)) {
    const pages = await copy.caches.open(name)
    for (const address of await listAddresses(pages)) {
      const html = (await (await pages.match(address, ignoreVary))?.text()) ?? ''
      cachedPages.add(splitLanguage(address).path)
      for (const chunk of findChunkAddresses(html)) usedChunks.add(chunk)
      for (const image of findImages(html)) usedImages.add(image)
    }
  }
  for (const address of await listAddresses(chunks)) {
    const id = certificationOfTranslations(address)
    if (id === undefined || !cachedPages.has(`/exam/${id}`)) continue
    usedChunks.add(address)
    for (const chunk of findChunkAddresses((await (await chunks.match(address, ignoreVary))?.text()) ?? '')) usedChunks.add(chunk)
  }
  for (const address of await listAddresses(chunks)) {
    if (!usedChunks.has(address)) await chunks.delete(address, ignoreVary)
    else for (const image of findImages((await (await chunks.match(address, ignoreVary))?.text()) ?? '')) usedImages.add(image)
  }
  for (const address of await listAddresses(images)) if (!usedImages.has(address)) await images.delete(address, ignoreVary)
}

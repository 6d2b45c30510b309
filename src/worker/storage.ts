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

const concurrentReadsMax = 50

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
  // What a save adds after this moment is not removed, because its page may be read before.
  const storedChunks = await listAddresses(chunks)
  const unusedImages = new Set(await listAddresses(images))
  const usedChunks = new Set<string>()
  const cachedPages = new Set<string>()
  // Pages of the earlier build also count, because that build stays active if a release cannot be installed.
  for (const name of await listCaches(copy, pagesCachePrefix)) {
    const pages = await copy.caches.open(name)
    const addresses = await listAddresses(pages)
    for (const address of addresses) cachedPages.add(splitLanguage(address).path)
    for (const html of await readTexts(pages, addresses)) {
      for (const chunk of findChunkAddresses(html)) usedChunks.add(chunk)
      for (const image of findImages(html)) unusedImages.delete(image)
    }
  }
  const usedLists = storedChunks.filter((address) => cachedPages.has(`/exam/${certificationOfTranslations(address)}`))
  for (const list of await readTexts(chunks, usedLists)) for (const chunk of findChunkAddresses(list)) usedChunks.add(chunk)
  for (const address of usedLists) usedChunks.add(address)
  await deleteAll(
    chunks,
    storedChunks.filter((address) => !usedChunks.has(address)),
  )
  await keepImagesInChunks(chunks, unusedImages)
  await deleteAll(images, [...unusedImages])
}

/** Deletes the images that are in chunks from `unusedImages`. Reads chunks only until all images are found, because there may be thousands. */
async function keepImagesInChunks(chunks: Cache, unusedImages: Set<string>): Promise<void> {
  const addresses = await listAddresses(chunks)
  for (let i = 0; i < addresses.length && unusedImages.size > 0; i += concurrentReadsMax)
    for (const text of await readTexts(chunks, addresses.slice(i, i + concurrentReadsMax)))
      for (const image of findImages(text)) unusedImages.delete(image)
}

async function readTexts(cache: Cache, addresses: readonly string[]): Promise<string[]> {
  return Promise.all(addresses.map(async (address) => (await (await cache.match(address, ignoreVary))?.text()) ?? ''))
}

async function deleteAll(cache: Cache, addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map((address) => cache.delete(address, ignoreVary)))
}

/** The cached pages and their images. */
import { buildHeader } from '#exam/public-pages.ts'
import { findImages } from './classify-request.ts'
import { deleteNote, listExamPages, listSavedExams, refreshNote } from './exam-notes.ts'
import type { SaveProblem } from './messages.ts'
import { ignoreVary, listAddresses, listCaches, openImages, openPages, pagesCachePrefix, type SiteCopy } from './site-copy.ts'

/** Shown offline in place of a page that is not cached. */
export const offlinePages = { default: '/offline', simulation: '/offline/simulation' }

/** Pages that are always cached: the offline pages, and the pages that every other page links to. */
export const permanentPages = [...Object.values(offlinePages), '/', '/certifications']
const recentPagesMax = 24

/** If a filtered list is not cached, this returns the unfiltered one. */
export async function findPage(copy: SiteCopy, key: string): Promise<Response | undefined> {
  const pages = await openPages(copy)
  return (await pages.match(key, ignoreVary)) ?? pages.match(key.split('?', 1)[0] ?? key, ignoreVary)
}

export async function findImage(copy: SiteCopy, address: string): Promise<Response | undefined> {
  return (await openImages(copy)).match(address, ignoreVary)
}

/** Downloads a page and caches it, if that is allowed. @throws if the site cannot be reached */
export async function fetchPage(copy: SiteCopy, key: string): Promise<void> {
  await updatePage(copy, key, await copy.fetch(key, { cache: 'no-cache' }))
}

/**
 * Updates the cache from a response of the server: stores the page, or removes it if it no longer exists.
 *
 * @returns why the page or one of its images is not cached
 */
export async function updatePage(copy: SiteCopy, key: string, response: Response): Promise<SaveProblem | undefined> {
  const problem = await applyResponse(copy, key, response)
  if (!problem) await refreshNote(copy, key)
  return problem
}

/** Like {@link updatePage}, but does not change the date of a saved exam. */
export async function applyResponse(copy: SiteCopy, key: string, response: Response): Promise<SaveProblem | undefined> {
  if (isMissing(response)) {
    await (await openPages(copy)).delete(key, ignoreVary)
    await deleteNote(copy, key)
    return 'missing'
  }
  if (!isCacheable(copy, response)) return 'unreachable'
  const problem = await storePage(copy, key, response)
  // The exam page links to the page of its certification.
  const [, id] = examAddress.exec(key) ?? []
  const certificationPage = `/certifications/${id}`
  if (id !== undefined && !(await findPage(copy, certificationPage))) await fetchPage(copy, certificationPage)
  return problem
}

export const examAddress = /^\/exam\/([^/]+)$/

export function isOtherBuild({ build }: SiteCopy, response: Response): boolean {
  return (response.headers.get(buildHeader) ?? build) !== build
}

export function isMissing({ status }: Response): boolean {
  return status === 404 || status === 410
}

/** A browser refuses a redirected response to a navigation, so that is not cacheable. */
export function isCacheable({ build }: SiteCopy, { status, redirected, headers }: Response): boolean {
  return (
    status === 200 &&
    !redirected &&
    headers.get(buildHeader) === build &&
    (headers.get('Content-Type')?.startsWith('text/html') ?? false) &&
    (headers.get('Cache-Control')?.startsWith('public') ?? false)
  )
}

/** Stores a page and its images. Returns why the page or one of its images is not cached. */
export async function storePage(copy: SiteCopy, key: string, response: Response): Promise<SaveProblem | undefined> {
  const html = await response.clone().text()
  if (!(await putWithRetry(copy, await openPages(copy), key, response))) return 'full'
  await removeOldPages(copy, recentPagesMax)
  const problems = await Promise.all(findImages(html).map((address) => storeImage(copy, address)))
  return problems.find((problem) => problem !== undefined)
}

/** A missing image is not a problem: the question is shown without it. */
async function storeImage(copy: SiteCopy, address: string): Promise<SaveProblem | undefined> {
  try {
    const images = await openImages(copy)
    if (await images.match(address, ignoreVary)) return undefined
    const response = await copy.fetch(address, {})
    if (response.status === 404) return undefined
    if (response.status !== 200 || response.redirected) return 'unreachable'
    return (await putWithRetry(copy, images, address, response)) ? undefined : 'full'
  } catch {
    return 'unreachable'
  }
}

/** If the device is full, removes older pages and tries again. Returns whether the response is stored. */
async function putWithRetry(copy: SiteCopy, cache: Cache, address: string, response: Response): Promise<boolean> {
  const duplicate = response.clone()
  try {
    await cache.put(address, response)
    return true
  } catch {
    await removeOldPages(copy, recentPagesMax / 4)
    await removeUnusedImages(copy)
    return cache.put(address, duplicate).then(
      () => true,
      () => false,
    )
  }
}

/** Removes the least recently opened pages, except those of saved exams. */
async function removeOldPages(copy: SiteCopy, recentMax: number): Promise<void> {
  const savedExams = await listSavedExams(copy)
  const permanent = new Set([...permanentPages, ...savedExams.flatMap(({ id }) => listExamPages(id))])
  const pages = await openPages(copy)
  const recent = (await listAddresses(pages)).filter((address) => !permanent.has(address))
  for (const address of recent.slice(0, Math.max(0, recent.length - recentMax))) await pages.delete(address, ignoreVary)
}

/** Removes the images that no cached page uses. */
export async function removeUnusedImages(copy: SiteCopy): Promise<void> {
  const images = await openImages(copy)
  const addresses = await listAddresses(images)
  if (addresses.length === 0) return
  const used = new Set<string>()
  // This includes pages of the earlier build, which stays active if a release cannot be installed.
  for (const name of await listCaches(copy, pagesCachePrefix)) {
    const pages = await copy.caches.open(name)
    for (const address of await listAddresses(pages)) {
      const html = await (await pages.match(address, ignoreVary))?.text()
      for (const image of findImages(html ?? '')) used.add(image)
    }
  }
  for (const address of addresses) if (!used.has(address)) await images.delete(address, ignoreVary)
}

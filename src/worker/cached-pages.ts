/** The cached pages and their images. */
import { addressIn, splitLanguage } from '#exam/languages.ts'
import { buildHeader } from '#exam/public-pages.ts'
import { findChunkAddresses } from '#exam/question-chunks.ts'
import { listSuccessors, storeChunks } from './cached-chunks.ts'
import { deleteNote, listSavedExams, refreshNote } from './exam-notes.ts'
import type { SaveProblem } from './messages.ts'
import { ignoreVary, openImages, openPages, type SiteCopy } from './site-copy.ts'
import { putWithRetry, recentPagesMax, removeOldPages, storeImages } from './storage.ts'

/** The cached page. If a filtered list is not cached, returns the unfiltered list. */
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
 * Updates the cache from a server response: stores the page, or removes it if it no longer exists.
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
  const { language, path } = splitLanguage(key)
  const [, examId] = examPageAddress.exec(path) ?? []
  const isSaved = (await listSavedExams(copy)).some((exam) => exam.id === examId)
  const problem = await storePage(copy, key, response, isSaved)
  // The exam page links to the page of its certification.
  const [, id] = examAddress.exec(path) ?? []
  const certificationPage = addressIn(language, `/certifications/${id}`)
  if (id !== undefined && !(await findPage(copy, certificationPage))) await fetchPage(copy, certificationPage)
  return problem
}

/** Matches the pages of an exam that list its chunks, in addresses without a language. */
const examPageAddress = /^\/exam\/([^/]+)(?:\/build)?$/

export const examAddress = /^\/exam\/([^/]+)$/

export function isOtherBuild({ build }: SiteCopy, response: Response): boolean {
  return (response.headers.get(buildHeader) ?? build) !== build
}

export function isMissing({ status }: Response): boolean {
  return status === 404 || status === 410
}

/** Whether a response is a public page of this build. Redirected responses do not count, because browsers refuse them for a navigation. */
export function isCacheable({ build }: SiteCopy, { status, redirected, headers }: Response): boolean {
  return (
    status === 200 &&
    !redirected &&
    headers.get(buildHeader) === build &&
    (headers.get('Content-Type')?.startsWith('text/html') ?? false) &&
    (headers.get('Cache-Control')?.startsWith('public') ?? false)
  )
}

/**
 * Stores a page, its images, and its chunks: all chunks for a saved exam, otherwise only chunks that replace cached ones. Returns why
 * something is not cached.
 */
export async function storePage(copy: SiteCopy, key: string, response: Response, isSaved: boolean): Promise<SaveProblem | undefined> {
  const html = await response.clone().text()
  const wanted = isSaved ? findChunkAddresses(html) : await listSuccessors(copy, await findEarlierHtml(copy, key), html)
  if (!(await putWithRetry(copy, await openPages(copy), key, response))) return 'full'
  await removeOldPages(copy, recentPagesMax)
  return (await storeImages(copy, html)) ?? (await storeChunks(copy, wanted)).problem
}

/** The HTML of the cached page, from this build or an earlier one. */
async function findEarlierHtml(copy: SiteCopy, key: string): Promise<string> {
  const page = (await findPage(copy, key)) ?? (await copy.caches.match(key, ignoreVary))
  return (await page?.text()) ?? ''
}

/** Exams that the user saved for offline use. */
import { splitLanguage } from '#exam/languages.ts'
import { findChunkAddresses, translationsAddress } from '#exam/question-chunks.ts'
import { storeChunks } from './cached-chunks.ts'
import { examAddress, findImage, isCacheable, isMissing, storePage } from './cached-pages.ts'
import { findImages } from './classify-request.ts'
import { listCachedLanguages, translatePages } from './device-languages.ts'
import { deleteNote, listExamPages, listSavedExams, writeNote } from './exam-notes.ts'
import type { SaveProblem, SavedExam } from './messages.ts'
import { ignoreVary, listAddresses, openChunks, openPages, type SiteCopy } from './site-copy.ts'
import { putWithRetry, removeUnused } from './storage.ts'

/** A saved exam is downloaded again if it is older than this and a page of the site is open. */
const maxAgeMs = 24 * 3_600_000

/**
 * Downloads the pages of an exam, its missing chunks and images, and its translations into a language. Then writes its note. By default,
 * the language is the one in the note. `onProgress` gets the share of the chunks that are saved, from 0 to 1. Returns why the exam is not saved.
 *
 * The chunks of an earlier version stay until {@link removeUnused}, so that the user does not have to wait for that.
 */
export async function saveExam(
  copy: SiteCopy,
  id: string,
  wanted?: string,
  onProgress: (share: number) => void = () => undefined,
): Promise<SaveProblem | undefined> {
  try {
    const language = wanted ?? (await listSavedExams(copy)).find((exam) => exam.id === id)?.language
    // The pages of all languages list the same chunks.
    const chunks = new Set<string>()
    for (const address of await listOwnPages(copy, id)) {
      const response = await copy.fetch(address, { cache: 'no-cache' })
      if (isMissing(response)) return 'missing'
      if (!isCacheable(copy, response)) return 'unreachable'
      for (const chunk of findChunkAddresses(await response.clone().text())) chunks.add(chunk)
      const problem = await storePage(copy, address, response, false)
      if (problem) return problem
    }
    if (language !== undefined) {
      const translations = await storeTranslationList(copy, translationsAddress(id, language))
      if ('problem' in translations) return translations.problem
      for (const chunk of translations.chunks) chunks.add(chunk)
    }
    const stored = await storeChunks(copy, [...chunks], onProgress)
    if (stored.problem) return stored.problem
    const bytes = stored.bytes + (await measurePages(copy, id, stored.images))
    await writeNote(copy, { id, keptAt: copy.now(), bytes, ...(language !== undefined && { language }) })
  } catch (error) {
    return error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'unreachable'
  }
  return undefined
}

/** Stores the list of translation chunks. Returns their addresses. */
async function storeTranslationList(copy: SiteCopy, address: string): Promise<{ chunks: string[] } | { problem: SaveProblem }> {
  const response = await copy.fetch(address, { cache: 'no-cache' })
  // Servers of earlier releases have no translations.
  if (response.status === 404) return { chunks: [] }
  if (response.status !== 200) return { problem: 'unreachable' }
  const list = await response.clone().text()
  if (!(await putWithRetry(copy, await openChunks(copy), address, response))) return { problem: 'full' }
  return { chunks: findChunkAddresses(list) }
}

/** The pages of an exam in the languages of this device. If no page is cached, the languages are those of the open pages. */
async function listOwnPages(copy: SiteCopy, id: string): Promise<string[]> {
  const cached = await listCachedLanguages(copy)
  return translatePages(listExamPages(id), cached.length > 0 ? cached : await copy.listOpenLanguages())
}

/** Removes a saved exam with its chunks and images, except images on other pages. */
export async function removeExam(copy: SiteCopy, id: string): Promise<void> {
  await deleteNote(copy, `/exam/${id}`)
  const pages = await openPages(copy)
  for (const address of await listOwnPages(copy, id)) await pages.delete(address, ignoreVary)
  await removeUnused(copy)
}

/** Size of the pages of an exam, of the images on its first page, and of the images in its chunks, in bytes. */
async function measurePages(copy: SiteCopy, id: string, imagesInChunks: ReadonlySet<string>): Promise<number> {
  const pages = await openPages(copy)
  const own = await listOwnPages(copy, id)
  const [examPage = ''] = own
  const html = (await (await pages.match(examPage, ignoreVary))?.text()) ?? ''
  const images = new Set([...findImages(html), ...imagesInChunks])
  const sizes = await Promise.all([
    ...own.map(async (address) => sizeOf(await pages.match(address, ignoreVary))),
    ...[...images].map(async (address) => sizeOf(await findImage(copy, address))),
  ])
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function sizeOf(response: Response | undefined): Promise<number> {
  return (await response?.blob())?.size ?? 0
}

export async function findOutdatedExam(copy: SiteCopy): Promise<SavedExam | undefined> {
  return (await listSavedExams(copy)).find(({ keptAt }) => copy.now() - keptAt > maxAgeMs)
}

const titleWithinBytes = 4_096

/** All exams that are available offline. `title` is HTML as on the page. */
export async function listAvailableExams(copy: SiteCopy): Promise<{ address: string; title: string }[]> {
  const pages = await openPages(copy)
  const addresses = (await listAddresses(pages)).filter((address) => examAddress.test(splitLanguage(address).path)).toSorted()
  return Promise.all(
    addresses.map(async (address) => {
      const body = await (await pages.match(address, ignoreVary))?.blob()
      const html = await body?.slice(0, titleWithinBytes).text()
      return { address, title: /<title>([^<]+)</.exec(html ?? '')?.[1] ?? address }
    }),
  )
}

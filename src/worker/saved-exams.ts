/** Exams that the user saved for offline use. */
import { findChunkAddresses } from '#exam/question-chunks.ts'
import { findChunk } from './cached-chunks.ts'
import { examAddress, findImage, isCacheable, isMissing, storePage } from './cached-pages.ts'
import { findImages } from './classify-request.ts'
import { deleteNote, listExamPages, listSavedExams, writeNote } from './exam-notes.ts'
import type { SaveProblem, SavedExam } from './messages.ts'
import { ignoreVary, listAddresses, openPages, type SiteCopy } from './site-copy.ts'
import { removeUnused } from './storage.ts'

/** A saved exam is downloaded again after this time, when a page of the site is open. */
const maxAgeMs = 24 * 3_600_000

/** Downloads all pages, chunks and images of an exam that are not here, and writes its note. Returns why it is not saved. */
export async function saveExam(copy: SiteCopy, id: string): Promise<SaveProblem | undefined> {
  try {
    for (const address of listExamPages(id)) {
      const response = await copy.fetch(address, { cache: 'no-cache' })
      if (isMissing(response)) return 'missing'
      if (!isCacheable(copy, response)) return 'unreachable'
      const problem = await storePage(copy, address, response, true)
      if (problem) return problem
    }
    await removeUnused(copy)
    await writeNote(copy, { id, keptAt: copy.now(), bytes: await measureExam(copy, id) })
  } catch (error) {
    return error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'unreachable'
  }
  return undefined
}

/** Removes a saved exam with its chunks and images, except images on other pages. */
export async function removeExam(copy: SiteCopy, id: string): Promise<void> {
  await deleteNote(copy, `/exam/${id}`)
  const pages = await openPages(copy)
  for (const address of listExamPages(id)) await pages.delete(address, ignoreVary)
  await removeUnused(copy)
}

/** Size of the pages, chunks and images of an exam, in bytes. */
async function measureExam(copy: SiteCopy, id: string): Promise<number> {
  const pages = await openPages(copy)
  const responses = await Promise.all(listExamPages(id).map((address) => pages.match(address, ignoreVary)))
  const html = (await (await pages.match(`/exam/${id}`, ignoreVary))?.text()) ?? ''
  const images = new Set(findImages(html))
  let bytes = 0
  for (const address of findChunkAddresses(html)) {
    const chunk = await findChunk(copy, address)
    for (const image of findImages((await chunk?.clone().text()) ?? '')) images.add(image)
    bytes += await sizeOf(chunk)
  }
  responses.push(...(await Promise.all([...images].map((address) => findImage(copy, address)))))
  for (const response of responses) bytes += await sizeOf(response)
  return bytes
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
  const addresses = (await listAddresses(pages)).filter((address) => examAddress.test(address)).toSorted()
  return Promise.all(
    addresses.map(async (address) => {
      const body = await (await pages.match(address, ignoreVary))?.blob()
      const html = await body?.slice(0, titleWithinBytes).text()
      return { address, title: /<title>([^<]+)</.exec(html ?? '')?.[1] ?? address }
    }),
  )
}

/** Exams that the user saved for offline use. */
import { examAddress, findImage, isCacheable, isMissing, removeUnusedImages, storePage } from './cached-pages.ts'
import { findImages } from './classify-request.ts'
import { deleteNote, listExamPages, listSavedExams, writeNote } from './exam-notes.ts'
import type { SaveProblem, SavedExam } from './messages.ts'
import { ignoreVary, listAddresses, openPages, type SiteCopy } from './site-copy.ts'

/** A saved exam is downloaded again after this time, when a page of the site is open. */
const maxAgeMs = 24 * 3_600_000

/** Downloads all pages and images of an exam and writes its note. Returns why it is not saved. */
export async function saveExam(copy: SiteCopy, id: string): Promise<SaveProblem | undefined> {
  try {
    for (const address of listExamPages(id)) {
      const response = await copy.fetch(address, { cache: 'no-cache' })
      if (isMissing(response)) return 'missing'
      if (!isCacheable(copy, response)) return 'unreachable'
      const problem = await storePage(copy, address, response)
      if (problem) return problem
    }
    await writeNote(copy, { id, keptAt: copy.now(), bytes: await measureExam(copy, id) })
  } catch (error) {
    return error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'unreachable'
  }
  return undefined
}

/** Removes a saved exam with its images, except images on other pages. */
export async function removeExam(copy: SiteCopy, id: string): Promise<void> {
  await deleteNote(copy, `/exam/${id}`)
  const pages = await openPages(copy)
  for (const address of listExamPages(id)) await pages.delete(address, ignoreVary)
  await removeUnusedImages(copy)
}

/** Size of the pages and images of an exam, in bytes. */
async function measureExam(copy: SiteCopy, id: string): Promise<number> {
  const pages = await openPages(copy)
  const html = await (await pages.match(`/exam/${id}`, ignoreVary))?.text()
  const responses = [
    ...(await Promise.all(listExamPages(id).map((address) => pages.match(address, ignoreVary)))),
    ...(await Promise.all(findImages(html ?? '').map((address) => findImage(copy, address)))),
  ]
  const sizes = await Promise.all(responses.map(async (response) => (await response?.blob())?.size ?? 0))
  return sizes.reduce((sum, size) => sum + size, 0)
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

/** Installs a release in the languages of the pages on this device, adds a language, and removes the leftovers of earlier releases. */
import { applyResponse, fetchPage, findPage, isOtherBuild } from './cached-pages.ts'
import { languages, type Language } from '#exam/languages.ts'
import { listCachedLanguages, translatePages } from './device-languages.ts'
import { listExamPages, listSavedExams, writeNote } from './exam-notes.ts'
import { filesCachePrefix, listAddresses, listCaches, openFiles, pagesCachePrefix, type SiteCopy } from './site-copy.ts'
import { offlinePages, permanentPages, removeUnused } from './storage.ts'

/**
 * Downloads the files of the release, the permanent pages, and all pages that are cached from earlier releases. The pages of saved exams must
 * be stored with their chunks and images, unless the server reports that they no longer exist. Other cached pages may be lost.
 *
 * @throws if a file or a required page could not be stored, or while the server is being replaced. Then the earlier release stays active, and
 * the browser tries again later.
 */
export async function installRelease(copy: SiteCopy): Promise<void> {
  const namesBefore = new Set(await copy.caches.keys())
  try {
    const cached = new Set([...(await listCachedLanguages(copy)), ...(await copy.listOpenLanguages())])
    const own = languages.filter((language) => cached.has(language))
    await downloadFiles(copy, own)
    await downloadPages(copy, own)
  } catch (error) {
    // The incomplete caches would take space that the next attempt needs.
    for (const name of listOwnCaches(copy)) if (!namesBefore.has(name)) await copy.caches.delete(name)
    await removeUnused(copy)
    throw error
  }
  for (const exam of await listSavedExams(copy)) await writeNote(copy, { ...exam, keptAt: copy.now() })
}

function listOwnCaches({ build }: SiteCopy): string[] {
  return [filesCachePrefix + build, pagesCachePrefix + build]
}

/** Downloads the files and pages of a language after the first page in this language was opened. */
export async function addLanguage(copy: SiteCopy, language: Language): Promise<void> {
  const pages = translatePages([...permanentPages, ...(await listSavedExams(copy)).flatMap(({ id }) => listExamPages(id))], [language])
  const missing = await Promise.all(pages.map(async (page) => ((await findPage(copy, page)) ? [] : [page])))
  if (missing.flat().length === 0) return
  await downloadFiles(copy, [language])
  for (const page of missing.flat()) await fetchPage(copy, page)
}

async function downloadFiles(copy: SiteCopy, own: readonly Language[]): Promise<void> {
  const cache = await openFiles(copy)
  const files = new Set(own.flatMap((language) => copy.files[language]))
  await Promise.all(
    [...files].map(async (file) => {
      // The content of a file with a hash in its name never changes. Other files must be revalidated.
      const response = await copy.fetch(file, file.startsWith('/assets/') ? {} : { cache: 'no-cache' })
      if (response.status !== 200) throw new Error(`${file} is missing`)
      await cache.put(file, response)
    }),
  )
}

async function downloadPages(copy: SiteCopy, own: readonly Language[]): Promise<void> {
  const caches = await Promise.all((await listCaches(copy, pagesCachePrefix)).map((name) => copy.caches.open(name)))
  const earlierPages = await Promise.all(caches.map(listAddresses))
  const savedPages = (await listSavedExams(copy)).flatMap(({ id }) => listExamPages(id))
  const examPages = new Set(translatePages(savedPages, own))
  for (const address of new Set([...translatePages(permanentPages, own), ...earlierPages.flat(), ...examPages])) {
    const response = await copy.fetch(address, { cache: 'no-cache' })
    // Otherwise, the cached page would be lost while the server is being replaced.
    if (response.status >= 502 || isOtherBuild(copy, response)) throw new Error(`${address} is not ready`)
    const problem = await applyResponse(copy, address, response)
    if (examPages.has(address) && problem && problem !== 'missing')
      throw new Error(`${address} belongs to a saved exam and was not stored: ${problem}`)
  }
  for (const address of translatePages(Object.values(offlinePages), own))
    if (!(await findPage(copy, address))) throw new Error(`${address} was not stored`)
}

/**
 * Removes the caches of earlier releases, except the files of builds that open pages use. `openBuilds` are the builds of the open pages, or
 * `undefined` if they are unknown; then all files are kept.
 */
export async function removeEarlierReleases(copy: SiteCopy, openBuilds: ReadonlySet<string> | undefined): Promise<void> {
  const ownCaches = new Set(listOwnCaches(copy))
  for (const name of await listCaches(copy, pagesCachePrefix)) if (!ownCaches.has(name)) await copy.caches.delete(name)
  for (const name of await listCaches(copy, filesCachePrefix)) {
    const isInUse = openBuilds?.has(name.slice(filesCachePrefix.length)) ?? true
    if (!ownCaches.has(name) && !isInUse) await copy.caches.delete(name)
  }
  await removeUnused(copy)
}

export async function hasEarlierFiles(copy: SiteCopy): Promise<boolean> {
  return (await listCaches(copy, filesCachePrefix)).some((name) => name !== filesCachePrefix + copy.build)
}

/** A file of this build, or of an earlier build whose pages are still open. A file with a hash in its name is the same in every build. */
export async function findFile(copy: SiteCopy, address: string): Promise<Response | undefined> {
  return (await (await openFiles(copy)).match(address)) ?? (await copy.caches.match(address, { ignoreVary: true }))
}

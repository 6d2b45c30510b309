/**
 * The copy of the site on this device: what is in it, how it is filled, what goes when.
 *
 * | cache                  | holds                                                                     | until                                     |
 * | ---------------------- | ------------------------------------------------------------------------- | ----------------------------------------- |
 * | `praxam-files-<build>` | files of the build that practising needs                                  | no page of that build is open             |
 * | `praxam-pages-<build>` | public pages as the server sent them, the latest last                     | the worker of the next build takes over   |
 * | `praxam-images`        | images of questions on those pages                                        | no such page is left                      |
 * | `praxam-kept`          | a note for each exam that somebody keeps: `/exam/mb-800`, a {@link KeptExam} | she removes it, or there is no such exam  |
 *
 * A page enters only when the server calls it public and of the very build whose files are here, so page and files
 * match whenever they are read. Nothing personal is ever in it. A full device costs copies, never an answer to a request.
 */
import { imagesIn } from './classify-request.ts'
import type { KeepProblem, KeptExam } from './messages.ts'

type Options = {
  caches: CacheStorage
  fetch: (address: string, options: RequestInit) => Promise<Response>
  /** Fingerprint of the build that this worker belongs to, as answers have it in {@link buildHeader}. */
  build: string
  /** Addresses of all files that pages need. */
  files: readonly string[]
  now: () => number
}

/** Names the build that made an answer. */
export const buildHeader = 'Praxam-Build'

/** Shown in place of a page that is not here, without a network. */
export const offlinePlaces = { usual: '/offline', simulation: '/offline/simulation' }

/** Besides, the pages that one comes back to from everywhere. */
const alwaysHere = [...Object.values(offlinePlaces), '/', '/certifications']
const recentPagesMax = 24
/** After that long a kept exam is fetched anew, when one is on the site. */
const keptAgeMaxMs = 24 * 3_600_000

const filesCache = 'praxam-files-'
const pagesCache = 'praxam-pages-'
const imagesCache = 'praxam-images'
const keptCache = 'praxam-kept'

/** @throws what the caches throw, where nothing else is said */
export function openSiteCopy({ caches, fetch, build, files, now }: Options) {
  const ownFiles = filesCache + build
  const ownPages = pagesCache + build

  /**
   * Takes in a whole release: its files, and anew every page that is here from an earlier one. Pages that were only opened
   * may stay out; those of a kept exam come in, with their images, unless the server says that they are gone.
   *
   * @throws when something is missing; the earlier release then stays in charge, and the browser tries again later
   */
  const takeRelease = async () => {
    const wereHere = new Set(await caches.keys())
    try {
      await takeAll()
    } catch (error) {
      // It would take the room of the next one, and nothing reads it.
      for (const name of [ownFiles, ownPages]) if (!wereHere.has(name)) await caches.delete(name)
      await tidyImages()
      throw error
    }
    for (const exam of await listKept()) await putKept({ ...exam, keptAt: now() })
  }

  const takeAll = async () => {
    const store = await caches.open(ownFiles)
    await Promise.all(
      files.map(async (file) => {
        // A file with a hash in its name is the same wherever it is found; others have to be looked at again.
        const answer = await fetch(file, file.startsWith('/assets/') ? {} : { cache: 'no-cache' })
        if (answer.status !== 200) throw new Error(`${file} is not there`)
        await store.put(file, answer)
      }),
    )
    const kept = await listKept()
    const earlier = await Promise.all((await namesOf(pagesCache)).map(placesIn))
    const keptPlaces = new Set(kept.flatMap(({ id }) => placesOf(id)))
    for (const place of new Set([...alwaysHere, ...earlier.flat(), ...keptPlaces])) {
      const answer = await fetch(place, { cache: 'no-cache' })
      // A server that is just being replaced would cost the page.
      if (answer.status >= 502 || isForeign(answer)) throw new Error(`${place} is not ready`)
      const problem = await enterPage(place, answer)
      if (keptPlaces.has(place) && problem && problem !== 'missing') throw new Error(`${place} is kept and has not come in: ${problem}`)
    }
    for (const place of Object.values(offlinePlaces)) if (!(await findPage(place))) throw new Error(`${place} has not come in`)
  }

  /** Removes what no page needs any more. `openBuilds` is `undefined` when it is not known. */
  const tidy = async (openBuilds: ReadonlySet<string> | undefined) => {
    for (const name of await namesOf(pagesCache)) if (name !== ownPages) await caches.delete(name)
    for (const name of await namesOf(filesCache)) {
      if (name !== ownFiles && openBuilds && !openBuilds.has(name.slice(filesCache.length))) await caches.delete(name)
    }
    await tidyImages()
  }

  const hasEarlierFiles = async () => (await namesOf(filesCache)).some((name) => name !== ownFiles)

  /** A file of this build or of one whose pages are still open: names with a hash mean the same in all of them. */
  const findFile = async (address: string) =>
    (await (await caches.open(ownFiles)).match(address)) ?? (await caches.match(address, { ignoreVary: true }))

  const findImage = async (address: string) => (await caches.open(imagesCache)).match(address, matching)

  /** A list of one family that is not here is replaced by the list of all. */
  const findPage = async (place: string) => {
    const pages = await caches.open(ownPages)
    return (await pages.match(place, matching)) ?? pages.match(place.split('?', 1)[0] ?? place, matching)
  }

  /** Fetches a page into the copy, if it may enter. @throws when the site cannot be reached */
  const fetchPage = async (place: string): Promise<void> => {
    await takePage(place, await fetch(place, { cache: 'no-cache' }))
  }

  /**
   * A page as the server has just answered it: enters, stays out, or leaves, should there be none any more.
   *
   * @returns what kept the page, or one of its images, from entering
   */
  const takePage = async (place: string, answer: Response): Promise<KeepProblem | undefined> => {
    const problem = await enterPage(place, answer)
    if (!problem) await noteFresh(place)
    return problem
  }

  const enterPage = async (place: string, answer: Response): Promise<KeepProblem | undefined> => {
    if (isGone(answer)) {
      await forgetPage(place)
      return 'missing'
    }
    if (!isKeepable(answer)) return 'unreachable'
    const problem = await putPage(place, answer)
    // From an exam one goes back to the page of its certification.
    const [, id] = examPlace.exec(place) ?? []
    const behind = `/certifications/${id}`
    if (id !== undefined && !(await findPage(behind))) await fetchPage(behind)
    return problem
  }

  const isForeign = (answer: Response) => (answer.headers.get(buildHeader) ?? build) !== build

  const isGone = ({ status }: Response) => status === 404 || status === 410

  // Answers to a redirect cannot be given to somebody who opens a page.
  const isKeepable = ({ status, redirected, headers }: Response) =>
    status === 200 &&
    !redirected &&
    headers.get(buildHeader) === build &&
    (headers.get('Content-Type')?.startsWith('text/html') ?? false) &&
    (headers.get('Cache-Control')?.startsWith('public') ?? false)

  /** What kept the page, or one of its images, from entering. */
  const putPage = async (place: string, answer: Response): Promise<KeepProblem | undefined> => {
    const html = await answer.clone().text()
    if (!(await putWithRoom(await caches.open(ownPages), place, answer))) return 'full'
    await makeRoom(recentPagesMax)
    const problems = await Promise.all(imagesIn(html).map(takeImage))
    return problems.find((problem) => problem !== undefined)
  }

  /** Without it, the question shows its words alone. One that is not there is not missed. */
  const takeImage = async (address: string): Promise<KeepProblem | undefined> => {
    try {
      const images = await caches.open(imagesCache)
      if (await images.match(address, matching)) return undefined
      const answer = await fetch(address, {})
      if (answer.status === 404) return undefined
      if (answer.status !== 200 || answer.redirected) return 'unreachable'
      return (await putWithRoom(images, address, answer)) ? undefined : 'full'
    } catch {
      return 'unreachable'
    }
  }

  const putWithRoom = async (cache: Cache, address: string, answer: Response) => {
    const again = answer.clone()
    try {
      await cache.put(address, answer)
      return true
    } catch {
      // Pages of other days make room for the one of today.
      await makeRoom(recentPagesMax / 4)
      await tidyImages()
      return cache.put(address, again).then(
        () => true,
        () => false,
      )
    }
  }

  /** Lets go of the pages that were not opened for longest, except those that somebody keeps. */
  const makeRoom = async (recentMax: number) => {
    const kept = await listKept()
    const stays = new Set([...alwaysHere, ...kept.flatMap(({ id }) => placesOf(id))])
    const recent = (await placesIn(ownPages)).filter((place) => !stays.has(place))
    const pages = await caches.open(ownPages)
    for (const place of recent.slice(0, Math.max(0, recent.length - recentMax))) await pages.delete(place, matching)
  }

  const forgetPage = async (place: string) => {
    await (await caches.open(ownPages)).delete(place, matching)
    await (await caches.open(keptCache)).delete(place)
  }

  const tidyImages = async () => {
    const images = await caches.open(imagesCache)
    const addresses = await placesOfCache(images)
    if (addresses.length === 0) return
    const needed = new Set<string>()
    // Pages of the earlier build, too: it stays in charge when a release cannot be taken in.
    for (const name of await namesOf(pagesCache)) {
      const pages = await caches.open(name)
      for (const place of await placesOfCache(pages)) {
        const html = await (await pages.match(place, matching))?.text()
        for (const address of imagesIn(html ?? '')) needed.add(address)
      }
    }
    for (const address of addresses) if (!needed.has(address)) await images.delete(address, matching)
  }

  /** Fetches everything of an exam, and notes that it is to stay. */
  const keepExam = async (id: string): Promise<KeepProblem | undefined> => {
    try {
      for (const place of placesOf(id)) {
        const answer = await fetch(place, { cache: 'no-cache' })
        if (isGone(answer)) return 'missing'
        if (!isKeepable(answer)) return 'unreachable'
        const problem = await putPage(place, answer)
        if (problem) return problem
      }
      await putKept({ id, keptAt: now(), bytes: await bytesOf(id) })
    } catch (error) {
      return error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'unreachable'
    }
    return undefined
  }

  /** Its images go as well, unless another page shows them. */
  const removeExam = async (id: string) => {
    await (await caches.open(keptCache)).delete(`/exam/${id}`)
    const pages = await caches.open(ownPages)
    for (const place of placesOf(id)) await pages.delete(place, matching)
    await tidyImages()
  }

  const bytesOf = async (id: string) => {
    const pages = await caches.open(ownPages)
    const html = await (await pages.match(`/exam/${id}`, matching))?.text()
    const found = [
      ...(await Promise.all(placesOf(id).map((place) => pages.match(place, matching)))),
      ...(await Promise.all(imagesIn(html ?? '').map(findImage))),
    ]
    const sizes = await Promise.all(found.map(async (answer) => (await answer?.blob())?.size ?? 0))
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  /** By id. */
  const listKept = async (): Promise<KeptExam[]> => {
    const notes = await caches.open(keptCache)
    const answers = await notes.matchAll()
    const kept = await Promise.all(answers.map(async (answer) => (await answer.json()) as KeptExam))
    return kept.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  }

  const findKept = async (place: string) => {
    const note = await (await caches.open(keptCache)).match(place)
    return note && ((await note.json()) as KeptExam)
  }

  /** Says of the page of a kept exam that it is of today. */
  const noteFresh = async (place: string) => {
    const note = await findKept(place)
    if (note) await putKept({ ...note, keptAt: now() })
  }

  const putKept = async (kept: KeptExam) => (await caches.open(keptCache)).put(`/exam/${kept.id}`, Response.json(kept))

  /** A kept exam that nobody has opened for long, and that should be looked at. */
  const findAged = async () => (await listKept()).find(({ keptAt }) => now() - keptAt > keptAgeMaxMs)

  /** Exams that can be practised now, by their titles as they stand in the markup. */
  const listExams = async () => {
    const pages = await caches.open(ownPages)
    const exams = (await placesIn(ownPages)).filter((place) => examPlace.test(place)).toSorted()
    return Promise.all(
      exams.map(async (place) => {
        const start = await (await pages.match(place, matching))?.blob().then((body) => body.slice(0, titleWithinBytes).text())
        return { place, title: /<title>([^<]+)</.exec(start ?? '')?.[1] ?? place }
      }),
    )
  }

  const namesOf = async (start: string) => (await caches.keys()).filter((name) => name.startsWith(start))
  const placesIn = async (name: string) => placesOfCache(await caches.open(name))

  return {
    takeRelease,
    tidy,
    hasEarlierFiles,
    findFile,
    findImage,
    findPage,
    fetchPage,
    takePage,
    isForeign,
    keepExam,
    removeExam,
    listKept,
    findAged,
    listExams,
  }
}

/** What the server says of encodings decides nothing here. */
const matching = { ignoreVary: true }

const examPlace = /^\/exam\/([^/]+)$/

const titleWithinBytes = 4_096

/** The pages of an exam. */
function placesOf(id: string): string[] {
  return [`/exam/${id}`, `/exam/${id}/build`, `/exam/${id}/review`, `/certifications/${id}`]
}

/** Addresses below the site, the one that was put first at the front. */
async function placesOfCache(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => url.replace(/^[a-z]+:\/\/[^/]+/, ''))
}
